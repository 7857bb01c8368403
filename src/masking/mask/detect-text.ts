// What is found in a text and not left in clear, without masking it. Pure.
import { detect } from "../../detect/detector.ts";
import type { Span } from "../../detect/span.ts";
import type { MaskRules } from "../policy/rules.ts";
import type { TextRange } from "../text/positions.ts";
import { literal, type PlannedSpan } from "./planned-span.ts";

/**
 * Values of a text that masking with the rules would replace, by start, without overlap; throws when a
 * recognizer does. A longer value around one that must not come back goes with it: a token for the longer
 * one would bring both back.
 */
export function detectedIn(text: string, rules: MaskRules): Span[] {
  const actionOf = ({ entityType }: Span) => rules.treatmentOf(entityType).action;
  const found = detect(text, rules.detection).filter((span) => actionOf(span) !== "exclude");
  if (rules.irreversible === null) return found;
  const gone = detect(text, rules.irreversible).filter((span) => actionOf(span) === "anonymize");
  if (gone.length === 0) return found;
  return united(found, gone, (span) => actionOf(span) === "anonymize");
}

/**
 * What is replaced in parts of a text, each taken for a text of its own: the values in `open` ones; of `hidden` ones
 * the whole, as a LITERAL or as a value in it that must not come back.
 */
export function detectedInParts(
  text: string,
  { open, hidden }: { readonly open: readonly TextRange[]; readonly hidden: readonly TextRange[] },
  rules: MaskRules,
): PlannedSpan[] {
  const valuesIn = (part: TextRange): PlannedSpan[] =>
    detectedIn(text.slice(part.start, part.end), rules).map((finding) => {
      const { start, end, entityType } = finding;
      return { start: part.start + start, end: part.start + end, entityType, finding };
    });
  const isGone = ({ entityType }: PlannedSpan) =>
    rules.treatmentOf(entityType).action === "anonymize";
  const values = open.filter(({ start, end }) => start < end).flatMap(valuesIn);
  const wholes = hidden.map(({ start, end }): PlannedSpan => {
    const part = { start, end };
    const gone = rules.irreversible === null ? undefined : valuesIn(part).find(isGone);
    return { ...(gone ?? literal(part)), start, end };
  });
  return [...values, ...wholes];
}

/** Both lists as one, by start; what overlaps a span of `gone` becomes one with it. */
function united(
  found: readonly Span[],
  gone: readonly Span[],
  isGone: (span: Span) => boolean,
): Span[] {
  const all: Span[] = [];
  for (const span of [...found, ...gone].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || span.start >= last.end) {
      all.push(span);
      continue;
    }
    const irreversible = isGone(last) ? last : span;
    const end = Math.max(last.end, span.end);
    all[all.length - 1] = { ...irreversible, start: last.start, end };
  }
  return all;
}
