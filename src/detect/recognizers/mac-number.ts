// MAC_NUMBER: 48-bit hardware addresses (IEEE 802, EUI-48) as six pairs with one separator, or in
// the dotted form of three groups.

import { isHex, isWord } from "../chars.ts";
import type { Recognizer, Span } from "../span.ts";

const PAIRS = /(?<!\w)[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}/g;
const DOTTED = /(?<![\w.])[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?!\w|\.\w)/g;

/** Recognizer of hardware (MAC) addresses. */
export const macNumber: Recognizer = {
  name: "mac-number",
  entityTypes: ["MAC_NUMBER"],
  scan(text) {
    const spans: Span[] = [];
    if (text.includes(":") || text.includes("-")) {
      for (const match of text.matchAll(PAIRS)) {
        const end = match.index + match[0].length;
        if (standsAlone(text, match.index, end, match[1] ?? "")) {
          spans.push(spanAt(match.index, end, "six hexadecimal pairs with one separator"));
        }
      }
    }
    for (const match of text.matchAll(DOTTED)) {
      // Digits alone are a number with points, letters alone are words.
      if (!/\d/.test(match[0]) || !/[a-f]/i.test(match[0])) continue;
      const end = match.index + match[0].length;
      spans.push(spanAt(match.index, end, "three groups of four hexadecimal digits"));
    }
    return spans;
  },
};

function spanAt(start: number, end: number, reason: string): Span {
  return { start, end, entityType: "MAC_NUMBER", score: 0.95, recognizer: "mac-number", reason };
}

/** A longer row of pairs is a fingerprint or a hash. */
function standsAlone(text: string, start: number, end: number, separator: string): boolean {
  if (isWord(text.charCodeAt(end))) return false;
  if (text.charAt(end) === separator && isHex(text.charCodeAt(end + 1))) return false;
  if (text.charAt(start - 1) !== separator) return true;
  // "MAC:00:11:..." is a label, "aa:00:11:..." a longer row.
  const isPairBefore = isHex(text.charCodeAt(start - 2)) && isHex(text.charCodeAt(start - 3));
  return !isPairBefore || isWord(text.charCodeAt(start - 4));
}
