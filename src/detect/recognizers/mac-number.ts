// MAC_NUMBER: 48-bit hardware addresses (IEEE 802, EUI-48) as six pairs with one separator, or in
// the dotted form of three groups.

import { codeAt, isAlphanumeric, isHex, isWord, isWordBefore } from "../chars.ts";
import type { Recognizer, Span } from "../span.ts";

const PAIRS = /(?<![A-Za-z0-9])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}/g;
const DOTTED = /[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![A-Za-z0-9]|\.\w)/y;
/** Words before an address without separators, as field names spell them. */
const LABELS = ["mac", "Mac", "MAC", "bssid", "BSSID"];
/** The rest of the label and twelve digits. */
const BARE = /(?:[ _-]?[Aa]ddr(?:ess)?)?["']?\s?[:=]?\s?["']?([0-9A-Fa-f]{12})(?![A-Za-z0-9])/y;
const HEX_LETTER = /[a-f]/i;
const DOT = ".";

/** Recognizer of hardware (MAC) addresses. */
export const macNumber: Recognizer = {
  name: "mac-number",
  entityTypes: ["MAC_NUMBER"],
  scan(text) {
    const spans = [...withDots(text), ...withoutSeparator(text)];
    if (!text.includes(":") && !text.includes("-")) return spans;
    for (const match of text.matchAll(PAIRS)) {
      const end = match.index + match[0].length;
      // "log_24-01-15-12-30-45" is a time.
      if (isWordBefore(text, match.index) && !HEX_LETTER.test(match[0])) continue;
      if (standsAlone(text, match.index, end, match[1] ?? "")) {
        spans.push(spanAt(match.index, end, "six hexadecimal pairs with one separator"));
      }
    }
    return spans;
  },
};

/** Looks at points only: the next one stands five characters further on. */
function withDots(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(DOT, 4); at !== -1; at = text.indexOf(DOT, at + 1)) {
    if (text.charAt(at + 5) !== DOT) continue;
    const start = at - 4;
    DOTTED.lastIndex = start;
    const written = DOTTED.exec(text)?.[0] ?? "";
    const isJoined = isAlphanumeric(codeAt(text, start - 1)) || text.charAt(start - 1) === DOT;
    // Digits alone are a number with points, letters alone are words.
    if (isJoined || !/\d/.test(written) || !/[a-f]/i.test(written)) continue;
    const end = start + written.length;
    spans.push(spanAt(start, end, "three groups of four hexadecimal digits"));
  }
  return spans;
}

function withoutSeparator(text: string): Span[] {
  const spans: Span[] = [];
  for (const label of LABELS) {
    for (let at = text.indexOf(label); at !== -1; at = text.indexOf(label, at + 1)) {
      BARE.lastIndex = at + label.length;
      const match = isAlphanumeric(codeAt(text, at - 1)) ? null : BARE.exec(text);
      if (match === null) continue;
      const end = at + label.length + match[0].length;
      spans.push(spanAt(end - 12, end, "twelve hexadecimal digits behind a label"));
    }
  }
  return spans;
}

function spanAt(start: number, end: number, reason: string): Span {
  return { start, end, entityType: "MAC_NUMBER", score: 0.95, recognizer: "mac-number", reason };
}

/** A longer row of pairs is a fingerprint or a hash. */
function standsAlone(text: string, start: number, end: number, separator: string): boolean {
  if (isAlphanumeric(codeAt(text, end))) return false;
  if (text.charAt(end) === separator && isHex(codeAt(text, end + 1))) return false;
  if (text.charAt(start - 1) !== separator) return true;
  // "MAC:00:11:..." is a label, "aa:00:11:..." a longer row.
  const isPairBefore = isHex(codeAt(text, start - 2)) && isHex(codeAt(text, start - 3));
  return !isPairBefore || isWord(codeAt(text, start - 4));
}
