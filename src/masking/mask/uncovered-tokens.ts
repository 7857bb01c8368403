// Tokens that a cut uncovers: what is left of a text beside its replaced spans may hold a token where the whole
// text held none. Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { widenToGraphemes } from "../text/graphemes.ts";
import { partsOutside } from "../text/positions.ts";
import { literal, type PlannedSpan } from "./planned-span.ts";
import { tokensIn } from "./token-ranges.ts";

/**
 * Planned spans, and a LITERAL for every token without tags that a cut has uncovered, in a text whose
 * other tokens are planned already. Ends because each round hides more of the text.
 */
export function hideUncovered(
  text: string,
  planned: readonly PlannedSpan[],
  cipher: TokenCipher,
): readonly PlannedSpan[] {
  let spans = planned;
  for (;;) {
    const uncovered = partsOutside(text, spans)
      .filter(({ start, end }) => cutsWord(text, start) || cutsWord(text, end))
      .flatMap((part) => tokensIn(text, part, cipher).map(literal));
    if (uncovered.length === 0) return spans;
    const all = [...spans, ...uncovered].sort((a, b) => a.start - b.start);
    spans = widenToGraphemes(text, all);
  }
}

/**
 * True for a cut inside a word, or behind a backslash, whose letter may be an escape's. Only such a cut
 * uncovers a token: one begins where a word does, and everywhere else the text before the cut has no
 * say in where words begin. The end of a part matters as much as its beginning, but only to e-mail and
 * URL tokens, which count as long as no letter follows their host; others are found by their first letters.
 */
function cutsWord(text: string, at: number): boolean {
  // Reading outside of the text gives NaN, and slows down this line for good.
  if (at === 0 || at >= text.length || digitValue(text.charCodeAt(at)) < 0) return false;
  const before = text.charCodeAt(at - 1);
  return before === BACKSLASH || digitValue(before) >= 0;
}

const BACKSLASH = 92;
