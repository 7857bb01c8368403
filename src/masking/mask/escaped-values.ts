// Finds values hidden from recognizers by escapes or invisible characters: JSON in a text writes "José" as "Jos\u00e9", HTML
// an at sign as "&#64;". Such texts are searched a second time in the view that unmask reads (tokens/reading). Pure.
import type { Steps } from "../../core/steps.ts";
import { detected } from "../../detect/detector.ts";
import type { Span } from "../../detect/span.ts";
import { viewInSteps } from "../../tokens/reading/text-view.ts";
import type { MaskRules } from "../policy/rules.ts";

/**
 * Sequences that stand for another character, or for none: a JSON escape (RFC 8259, section 7), a character reference (HTML,
 * section 13.5), a soft hyphen, a zero-width character. Typographic signs and blanks are not here: recognizers know them.
 */
const ESCAPE =
  /\\(?:[bfnrt"\\/]|[uU][0-9A-Fa-f]{4})|&(?:#[xX]?[0-9A-Fa-f]{1,7}|[A-Za-z]{2,6});|[\u00ad\u200b-\u200d\u2060\ufeff]/;

/** Characters that are searched: twice the text's length where it has escapes, because it is searched twice. */
export function searchedLettersOf(text: string): number {
  return ESCAPE.test(text) ? 2 * text.length : text.length;
}

/** Detects values in a text as it is, and again with its escapes resolved; by start, without overlap; in steps. */
export function* detectedThroughEscapes(
  text: string,
  detection: MaskRules["detection"],
): Steps<Span[]> {
  const asItIs = yield* detected(text, detection);
  if (!ESCAPE.test(text)) return asItIs;
  const view = yield* viewInSteps(text);
  const read = yield* detected(view.text, detection);
  const after = read.map((span) => ({
    ...span,
    start: view.rawStart(span.start),
    end: view.rawEnd(span.end),
  }));
  return joined([...asItIs, ...after]);
}

/** Merges overlapping spans into one of the longer one's type. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || span.start >= last.end) all.push(span);
    else if (span.end > last.end) {
      const longer = span.end - span.start > last.end - last.start ? span : last;
      all[all.length - 1] = { ...longer, start: last.start, end: span.end };
    }
  }
  return all;
}
