// US_SSN: AAA-GG-SSSS with dashes or blanks, or nine bare digits after a word that names them.
// There is no check digit; numbers the SSA never issues are refused (20 CFR 422, SSA POMS RM 10201).

import { isBlank, isDigit, isWord } from "../chars.ts";
import { wordsBefore } from "../context.ts";
import type { Recognizer, Span } from "../span.ts";

const GROUPED = /\d{3}(?:-\d{2}-|[ \u00a0\u202f]\d{2}[ \u00a0\u202f])\d{4}/g;
const BARE = /(?<!\d)\d{9}(?!\d)/g;
/** How far before nine bare digits the naming word may stand. */
const CONTEXT_CHARS = 40;
const DASH = 45;
const DOT = 46;

/** Recognizer of US Social Security numbers. */
export const usSsn: Recognizer = {
  name: "us-ssn",
  entityTypes: ["US_SSN"],
  scan(text) {
    const spans: Span[] = [];
    for (const match of text.matchAll(GROUPED)) {
      if (isIssued(match[0]) && standsAlone(text, match.index, match.index + match[0].length)) {
        spans.push(spanAt(match.index, match[0].length, "grouped 3-2-4, area and group in use"));
      }
    }
    for (const match of text.matchAll(BARE)) {
      const end = match.index + match[0].length;
      if (isIssued(match[0]) && standsAlone(text, match.index, end) && isNamed(text, match.index)) {
        spans.push(spanAt(match.index, match[0].length, "nine digits after a naming word"));
      }
    }
    return spans;
  },
};

function spanAt(start: number, length: number, reason: string): Span {
  const end = start + length;
  return { start, end, entityType: "US_SSN", score: 0.85, recognizer: "us-ssn", reason };
}

/** Areas 000, 666 and 900-999, group 00 and serial 0000 were never issued. */
function isIssued(written: string): boolean {
  const digits = written.replace(/\D/g, "");
  const area = digits.slice(0, 3);
  const isAreaInUse = area !== "000" && area !== "666" && area < "900";
  return isAreaInUse && digits.slice(3, 5) !== "00" && digits.slice(5) !== "0000";
}

/** Not a part of a longer number, part number or word. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const after = text.charCodeAt(end);
  if (isWord(before) || isWord(after)) return false;
  if (isJoint(before) && isDigit(text.charCodeAt(start - 2))) return false;
  if (isJoint(after) && isDigit(text.charCodeAt(end + 1))) return false;
  // Groups set apart by blanks must not be a stretch of a longer row of numbers.
  if (!isBlank(text.charCodeAt(start + 3))) return true;
  const isRowBefore = isBlank(before) && isDigit(text.charCodeAt(start - 2));
  return !isRowBefore && !(isBlank(after) && isDigit(text.charCodeAt(end + 1)));
}

function isJoint(code: number): boolean {
  return code === DASH || code === DOT;
}

function isNamed(text: string, start: number): boolean {
  const words = wordsBefore(text, start, CONTEXT_CHARS);
  return words.some(
    (word, i) => word === "ssn" || (word === "social" && words[i + 1] === "security"),
  );
}
