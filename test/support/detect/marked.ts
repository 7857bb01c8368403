// Test texts with the expected spans marked: "call «555-0123» now".

import type { Recognizer, Span } from "../../../src/detect/span.ts";

/** A text without its marks, and the offsets of the marked spans. */
export function unmark(marked: string): { text: string; offsets: [number, number][] } {
  const offsets: [number, number][] = [];
  let text = "";
  for (const part of marked.split(/(«[^»]*»)/)) {
    const isValue = part.startsWith("«");
    const value = isValue ? part.slice(1, -1) : part;
    if (isValue) offsets.push([text.length, text.length + value.length]);
    text += value;
  }
  return { text, offsets };
}

/** Offsets of `spans`, sorted by start. */
export function offsetsOf(spans: readonly Span[]): [number, number][] {
  return spans.map((s): [number, number] => [s.start, s.end]).sort((a, b) => a[0] - b[0]);
}

/** The spans that `recognizer` finds in a marked text, and the marked ones. */
export function compare(recognizer: Recognizer, marked: string) {
  const { text, offsets } = unmark(marked);
  return {
    found: offsetsOf(recognizer.scan(text).filter((span) => span.isNobodys !== true)),
    expected: offsets,
  };
}
