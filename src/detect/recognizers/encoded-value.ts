// E-mail addresses, Social Security, card and phone numbers inside base64 (RFC 4648, 4 and 5): a run that
// decodes to printable ASCII with such a value in it is masked as a whole.

import type { Recognizer, Span } from "../span.ts";
import { codeAt, isWord } from "../text/chars.ts";
import { usSsn } from "./identity/us-ssn.ts";
import { emailAddress } from "./network/email-address.ts";
import { creditCard } from "./payment/credit-card.ts";
import { phoneNumber } from "./phone/phone-number.ts";

/** Base64 of a dozen bytes, a short address; and of a kilobyte and a half. */
const MIN_CHARS = 16;
const MAX_CHARS = 2048;
const EQUALS = 61;
const PRINTABLE = /^[\x20-\x7e\r\n\t]+$/;
/** Enough to refuse a word or a hash without decoding all of it. */
const FIRST_CHARS = 12;
const INNER: readonly Recognizer[] = [emailAddress, usSsn, creditCard, phoneNumber];

/** Recognizer of values hidden in base64. */
export const encodedValue: Recognizer = {
  name: "encoded-value",
  entityTypes: ["EMAIL_ADDRESS", "US_SSN", "CREDIT_CARD", "PHONE_NUMBER"],
  scan(text) {
    const spans: Span[] = [];
    for (const { start, end } of runsOf(text)) {
      const plain = decode(text.slice(start, end));
      const inner = plain === null ? undefined : firstIn(plain);
      if (inner === undefined) continue;
      spans.push({
        start,
        end,
        entityType: inner.entityType,
        score: 0.8,
        recognizer: "encoded-value",
        reason: "base64 of text with such a value",
      });
    }
    return spans;
  },
};

/**
 * Runs of base64 characters of the lengths above, with their padding. Looks at every sixteenth character
 * only, as no run fits in between.
 */
function runsOf(text: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let at = MIN_CHARS - 1; at < text.length; at += MIN_CHARS) {
    if (!isBase64(codeAt(text, at)) || !isLong(text, at)) continue;
    let start = at;
    while (isBase64(codeAt(text, start - 1))) start--;
    let end = at + 1;
    while (isBase64(codeAt(text, end))) end++;
    const length = end - start;
    at = end;
    while (codeAt(text, end) === EQUALS && end - at < 2) end++;
    if (length >= MIN_CHARS && length <= MAX_CHARS) runs.push({ start, end });
  }
  return runs;
}

/** A quick look at the run around `at`: as long as it has to be, it goes on half of that to one side. */
function isLong(text: string, at: number): boolean {
  const [quarter, half] = [MIN_CHARS / 4, MIN_CHARS / 2 - 1];
  const goesOn = isBase64(codeAt(text, at + quarter)) && isBase64(codeAt(text, at + half));
  return goesOn || (isBase64(codeAt(text, at - quarter)) && isBase64(codeAt(text, at - half)));
}

function isBase64(code: number): boolean {
  return isWord(code) || code === 43 || code === 45 || code === 47;
}

function firstIn(plain: string): Span | undefined {
  return INNER.flatMap((recognizer) => recognizer.scan(plain)).find((span) =>
    encodedValue.entityTypes.includes(span.entityType),
  );
}

/** The printable ASCII that `run` stands for, or null. */
function decode(run: string): string | null {
  // Words have no digits, hashes no second letter case; base64 of a dozen characters has all three or so.
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run)) return null;
  const standard = run.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "");
  if (standard.length % 4 === 1) return null;
  if (!PRINTABLE.test(atob(standard.slice(0, FIRST_CHARS)))) return null;
  const plain = atob(standard);
  return PRINTABLE.test(plain) ? plain : null;
}
