// Where an auto-detect text holds wrappers that unmask would look into, and parts of wrappers without a partner.
// Pure.
import { mayHoldTags } from "../../tokens/reading/tagged.ts";
import { findWrapped, type KnownWrappers, wrapperMarkers } from "../../tokens/reading/wrappers.ts";
import type { TextRange } from "../text/positions.ts";

/** What a text holds of wrappers: in order, without overlap. */
export interface WrapperRanges {
  /** From a prefix to its suffix: what strict unmask or the tolerant one would look at. */
  readonly wrapped: readonly TextRange[];
  /**
   * Parts of wrappers outside of those, neighbours as one. Alone they mean nothing, but two texts that are
   * masked apart and put together afterwards could make a pair of them.
   */
  readonly lone: readonly TextRange[];
}

/** What a text holds of the wrappers that unmask knows. */
export function findWrapperRanges(text: string, known: KnownWrappers): WrapperRanges {
  // Most texts.
  if (known.pairs === null && !mayHoldTags(text)) return { wrapped: [], lone: [] };
  const found = [...findWrapped(text, known, true), ...findWrapped(text, known, false)];
  const markers = wrapperMarkers(text, known);
  const wrapped: { start: number; end: number }[] = [];
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    const last = wrapped.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else wrapped.push({ start, end });
  }
  const lone: { start: number; end: number }[] = [];
  let next = 0;
  for (const { start, end } of markers) {
    while ((wrapped[next]?.end ?? text.length) <= start) next++;
    if ((wrapped[next]?.start ?? text.length) < end) continue;
    const last = lone.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else lone.push({ start, end });
  }
  return { wrapped, lone };
}
