// IBAN: International Bank Account Numbers (ISO 13616): country, its length, check digits (MOD 97-10), without separators or
// in groups of four with blanks or dashes between, upper or lower case. Directly after the word IBAN the country alone is enough, because a mistyped
// account is still somebody's.

import { passesMod97 } from "../../../reference/check-digits.ts";
import { IBAN_LENGTHS } from "../../../reference/countries.ts";
import { charsAfterDigit, hasWordBefore } from "../../labels/context.ts";
import { recognizerOf, type Span, spansOf } from "../../span.ts";
import { codeAt, isAlphanumeric, isBlank, isLetter } from "../../text/chars.ts";
import { digitRunsOf } from "../../text/digit-runs.ts";
import { writtenAt } from "../../text/sticky.ts";

const GROUP_CHARS = 4;
const CHECK_DIGITS = 2;
const DASH = 45;

/** How many characters before an IBAN with wrong check digits may have the word IBAN, with no other number between. */
const LABEL_CHARS = 30;
const LABEL: ReadonlySet<string> = new Set(["iban", "ibans"]);
/** The form of a mistyped IBAN: 14 to 34 characters as in ISO 13616, without blanks. */
const SOLID = /[A-Za-z]{2}\d{2}(?=[A-Za-z]{0,6}\d)[A-Za-z0-9]{10,30}(?![A-Za-z0-9])/y;

const spanAt = spansOf("bank-account", "IBAN");

/** Recognizer of bank accounts in IBAN form. */
export const bankAccount = recognizerOf("bank-account", "IBAN", (text) => {
  const spans: Span[] = [];
  for (const { start: digits, end } of digitRunsOf(text)) {
    if (end - digits < CHECK_DIGITS || !isHead(text, digits)) continue;
    const start = digits - 2;
    const length = IBAN_LENGTHS.get(text.slice(start, digits).toUpperCase());
    const span = length === undefined ? null : judge(text, start, length);
    if (span !== null) spans.push(span);
  }
  return spans;
});

/** Whether two letters that are not part of a longer word precede the check digits. */
function isHead(text: string, digits: number): boolean {
  const areLetters = isLetter(codeAt(text, digits - 1)) && isLetter(codeAt(text, digits - 2));
  return areLetters && !isAlphanumeric(codeAt(text, digits - 3));
}

function judge(text: string, start: number, length: number): Span | null {
  const end = ibanEnd(text, start, length);
  if (
    end !== -1 &&
    passesMod97(
      text
        .slice(start, end)
        .replace(/[^A-Za-z0-9]/g, "")
        .toUpperCase(),
    )
  ) {
    return spanAt(start, end, 1, "IBAN: length of its country and MOD 97-10 check digits");
  }
  const reach = charsAfterDigit(text, start, LABEL_CHARS);
  if (!hasWordBefore(text, start, LABEL, reach)) return null;
  const solidEnd = start + writtenAt(SOLID, text, start).length;
  const last = end === -1 ? solidEnd : end;
  return last > start ? spanAt(start, last, 0.6, "country code behind the word IBAN") : null;
}

/** End of `length` characters in the form of an IBAN at `start`, or -1. Reads only these characters. */
function ibanEnd(text: string, start: number, length: number): number {
  let iban = "";
  let at = start;
  while (iban.length < length) {
    const code = codeAt(text, at);
    if (isAlphanumeric(code)) {
      iban += text.charAt(at);
    } else {
      // A blank or a dash, and only between groups of four, one each.
      const isBetweenGroups =
        iban.length % GROUP_CHARS === 0 && isAlphanumeric(codeAt(text, at - 1));
      if (!(isBlank(code) || code === DASH) || !isBetweenGroups) return -1;
    }
    at++;
  }
  return isAlphanumeric(codeAt(text, at)) ? -1 : at;
}
