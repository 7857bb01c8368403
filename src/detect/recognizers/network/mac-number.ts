// MAC_NUMBER: 48-bit hardware addresses (IEEE 802, EUI-48) as six pairs with one separator, or in the dotted form of three
// groups.

import { recognizerOf, type Span, spansOf } from "../../span.ts";
import { codeAt, isAlphanumeric, isHex, isWord, isWordBefore } from "../../text/chars.ts";
import { matchAt, writtenAt } from "../../text/sticky.ts";

const PAIRS = /(?<![A-Za-z0-9])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}/y;
const DOTTED = /[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![A-Za-z0-9]|\.\w)/y;
/** A label, also as a field name, and twelve digits. */
const LABELLED =
  /(?<![A-Za-z0-9])(?:mac|Mac|MAC|bssid|BSSID)(?:[ _-]?[Aa]ddr(?:ess)?)?["']?\s?[:=]?\s?["']?[0-9A-Fa-f]{12}(?![A-Za-z0-9])/g;
const HEX_LETTER = /[a-f]/i;
const DOT = ".";
const SCORE = 0.95;
const spanAt = spansOf("mac-number", "MAC_NUMBER");

/** Recognizer of hardware (MAC) addresses. */
export const macNumber = recognizerOf("mac-number", "MAC_NUMBER", (text) => {
  const spans = withoutSeparator(text);
  addWithDots(text, spans);
  addPairs(text, ":", spans);
  addPairs(text, "-", spans);
  return spans;
});

/** Looks only at separators: the last of the five is twelve characters after the first. */
function addPairs(text: string, separator: string, spans: Span[]): void {
  let at = text.indexOf(separator, 2);
  for (; at !== -1; at = text.indexOf(separator, at + 1)) {
    if (text.charAt(at + 3) !== separator || text.charAt(at + 12) !== separator) continue;
    const start = at - 2;
    const written = matchAt(PAIRS, text, start)?.[0];
    if (written === undefined) continue;
    const end = start + written.length;
    at = end - 1;
    // "log_24-01-15-12-30-45" is a time.
    if (isWordBefore(text, start) && !HEX_LETTER.test(written)) continue;
    if (standsAlone(text, start, end, separator)) {
      spans.push(spanAt(start, end, SCORE, "six hexadecimal pairs with one separator"));
    }
  }
}

/** Looks only at dots: the second is five characters after the first. */
function addWithDots(text: string, spans: Span[]): void {
  for (let at = text.indexOf(DOT, 4); at !== -1; at = text.indexOf(DOT, at + 1)) {
    if (text.charAt(at + 5) !== DOT) continue;
    const start = at - 4;
    const written = writtenAt(DOTTED, text, start);
    const isJoined = isAlphanumeric(codeAt(text, start - 1)) || text.charAt(start - 1) === DOT;
    // Digits alone are a number with dots, letters alone are words.
    if (isJoined || !/\d/.test(written) || !/[a-f]/i.test(written)) continue;
    const end = start + written.length;
    spans.push(spanAt(start, end, SCORE, "three groups of four hexadecimal digits"));
  }
}

function withoutSeparator(text: string): Span[] {
  const spans: Span[] = [];
  LABELLED.lastIndex = 0;
  while (LABELLED.test(text)) {
    const end = LABELLED.lastIndex;
    spans.push(spanAt(end - 12, end, SCORE, "twelve hexadecimal digits behind a label"));
  }
  return spans;
}

/** Whether no further pairs follow or precede: a longer row is a fingerprint or a hash. */
function standsAlone(text: string, start: number, end: number, separator: string): boolean {
  if (isAlphanumeric(codeAt(text, end))) return false;
  if (text.charAt(end) === separator && isHex(codeAt(text, end + 1))) return false;
  if (text.charAt(start - 1) !== separator) return true;
  // "MAC:00:11:..." is a label, "aa:00:11:..." a longer row.
  const isPairBefore = isHex(codeAt(text, start - 2)) && isHex(codeAt(text, start - 3));
  return !isPairBefore || isWord(codeAt(text, start - 4));
}
