// US_SSN: AAA-GG-SSSS with dashes or blanks, or any written form after a word that names it. It has no check digit. Numbers
// that the SSA never issues (20 CFR 422, SSA POMS RM 10201) count only if they are named: even an invented or mistyped
// number then stands for a person's.

import { wordSet } from "../../../core/word-set.ts";
import { charsAfterDigit, wordsBefore } from "../../labels/context.ts";
import { recognizerOf, type Span, spansOf } from "../../span.ts";
import {
  codeAt,
  isAlphanumeric,
  isBlank,
  isDigit,
  isWordAfter,
  isWordBefore,
} from "../../text/chars.ts";
import { type DigitRun, digitRunsOf } from "../../text/digit-runs.ts";
import { fitsAt } from "../../text/sticky.ts";

/** A number with all but the last four digits hidden. */
const HIDDEN = /(?<![A-Za-z\d*])(?:XXX|xxx|\*\*\*)-(?:XX|xx|\*\*)-\d{4}(?![A-Za-z\d-])/y;
const HIDDEN_CHARS = 7;
const SERIAL_DIGITS = 4;
/** The text names the type somewhere, as a column or a field. */
const NAME = /(?<![A-Za-z])(?:ssn|social[ _-]security)/i;
/** How many characters before a number are searched for the naming word. */
const CONTEXT_CHARS = 40;
const SOCIAL_WORDS = wordSet("ssn ssns social");
/** Words for a document whose numbers may be written in the same form. */
const OTHER_DOCUMENTS = wordSet("passport passports pasaporte passeport reisepass");
/** Score next to a word for another document: below that of a labelled value (labels/label-values.ts). */
const BESIDE_OTHER = 0.4;
const DASH = 45;
const DOT = 46;
const SOLID_CHARS = 9;
const AREA_DIGITS = 3;
const spanAt = spansOf("us-ssn", "US_SSN");
const NAME_JOINT = /ssn_$/i;

/** Recognizer of US Social Security numbers. */
export const usSsn = recognizerOf("us-ssn", "US_SSN", (text) => {
  const spans: Span[] = [];
  const runs = digitRunsOf(text);
  let listEnd = -2;
  const isNamedAnywhere = NAME.test(text);
  for (let i = 0; i < runs.length; i++) {
    const index = runs[i]?.start ?? 0;
    const count = groupsAt(text, runs, i);
    if (count === 0) continue;
    const separator = count === 1 ? "" : text.charAt(index + AREA_DIGITS);
    i += count - 1;
    const end = runs[i]?.end ?? index;
    const written = text.slice(index, end);
    const isCandidate = separator === "-" || isIssued(written) || isNamed(text, index);
    if (!isCandidate) continue;
    const isListed = separator !== "-" && (index === listEnd + 1 || isNamed(text, index));
    if (!standsAlone(text, index, end, isListed)) continue;
    const span = judge(text, index, written, separator, isNamedAnywhere);
    if (span === null) continue;
    spans.push(span);
    listEnd = end;
  }
  addHidden(text, runs, spans);
  return spans;
});

/** Add numbers of which all but the last four digits are hidden. */
function addHidden(text: string, runs: readonly DigitRun[], spans: Span[]): void {
  for (const { start: digits, end } of runs) {
    const isSerial = end - digits === SERIAL_DIGITS;
    if (!isSerial || codeAt(text, digits - 1) !== DASH || digits < HIDDEN_CHARS) continue;
    if (!fitsAt(HIDDEN, text, digits - HIDDEN_CHARS)) continue;
    spans.push(spanAt(digits - HIDDEN_CHARS, end, 0.6, "last four digits of a hidden number"));
  }
}

/**
 * How many runs of digits, from the `i`-th on, form a number: 1 for nine digits, 3 for 3-2-4 with equal separators, 0 for
 * none.
 */
function groupsAt(text: string, runs: readonly DigitRun[], i: number): number {
  const [area, group, serial] = [runs[i], runs[i + 1], runs[i + 2]];
  if (area === undefined) return 0;
  const { start, end } = area;
  if (end - start === SOLID_CHARS) return 1;
  if (end - start !== AREA_DIGITS) return 0;
  const separator = codeAt(text, end);
  const isGroup = group?.start === end + 1 && group.end === end + 3;
  const isSerial = serial?.start === end + 4 && serial.end === end + 8;
  const isJoined =
    separator === codeAt(text, end + 3) && (isSeparator(separator) || isBlank(separator));
  return isGroup && isSerial && isJoined ? 3 : 0;
}

function judge(
  text: string,
  start: number,
  written: string,
  separator: string,
  isNamedAnywhere: boolean,
): Span | null {
  const end = start + written.length;
  const isGrouped = separator === "-" || isBlank(separator.charCodeAt(0));
  if (isOfOtherDocument(text, start)) {
    // The document's own label takes the number. Without one ("my passport and 123-45-6789") it is still somebody's number.
    const isOne = (isGrouped && isIssued(written)) || isNamed(text, start);
    return isOne ? spanAt(start, end, BESIDE_OTHER, "as written behind a passport's word") : null;
  }
  if (isGrouped && isIssued(written)) {
    return spanAt(start, end, 0.85, "grouped 3-2-4, area and group in use");
  }
  if (isNamed(text, start)) {
    const score = isIssued(written) ? 0.85 : 0.65;
    return spanAt(start, end, score, "nine digits after a naming word");
  }
  if (separator !== "-") return null;
  return isNamedAnywhere ? spanAt(start, end, 0.6, "grouped 3-2-4 in a text that names it") : null;
}

/** Whether the number may have been issued: areas 000, 666 and 900-999, group 00 and serial 0000 never were. */
function isIssued(written: string): boolean {
  const digits = written.replace(/\D/g, "");
  const area = digits.slice(0, 3);
  const isAreaInUse = area !== "000" && area !== "666" && area < "900";
  return isAreaInUse && digits.slice(3, 5) !== "00" && digits.slice(5) !== "0000";
}

/** Whether it is not part of a longer number, part number or word. `isListed`: it is in a list of such numbers. */
function standsAlone(text: string, start: number, end: number, isListed: boolean): boolean {
  const before = codeAt(text, start - 1);
  const after = codeAt(text, end);
  if (isAlphanumeric(before) || isAlphanumeric(after)) return false;
  const isSolid = end - start === SOLID_CHARS;
  // Nine digits that underscores join to a name are some other number, unless the name is "ssn".
  if (isSolid && isWordBefore(text, start) && !NAME_JOINT.test(text.slice(start - 4, start)))
    return false;
  if (isSolid && isWordAfter(text, end)) return false;
  if (isSeparator(before) && isDigit(codeAt(text, start - 2))) return false;
  if (isSeparator(after) && isDigit(codeAt(text, end + 1))) return false;
  // Groups separated by blanks must not be part of a longer row of numbers.
  if (isListed || !isBlank(codeAt(text, start + 3))) return true;
  const isRowBefore = isBlank(before) && isDigit(codeAt(text, start - 2));
  return !isRowBefore && !(isBlank(after) && isDigit(codeAt(text, end + 1)));
}

function isSeparator(code: number): boolean {
  return code === DASH || code === DOT;
}

/** Whether the words since the last other number name another document, and no SSN after it: "Passport no. 123-45-6789". */
function isOfOtherDocument(text: string, start: number): boolean {
  const words = wordsBefore(text, start, charsAfterDigit(text, start, CONTEXT_CHARS));
  const other = words.findLastIndex((word) => OTHER_DOCUMENTS.has(word));
  return other >= 0 && !words.slice(other).some((word) => SOCIAL_WORDS.has(word));
}

function isNamed(text: string, start: number): boolean {
  const words = wordsBefore(text, start, CONTEXT_CHARS);
  return words.some(
    (word, i) =>
      word === "ssn" || word === "ssns" || (word === "social" && words[i + 1] === "security"),
  );
}
