// E-mail addresses, Social Security, card and phone numbers inside base64 (RFC 4648, 4 and 5): a run is found as a whole
// when it decodes to printable ASCII that contains such a value, once for each type in it: a policy may want any of them.

import { type Recognizer, type Span, spansOf } from "../span.ts";
import { usSsn } from "./identity/us-ssn.ts";
import { emailAddress } from "./network/email-address.ts";
import { creditCard } from "./payment/credit-card.ts";
import { phoneNumber } from "./phone/phone-number.ts";

/** Base64 with its padding, at least of a dozen bytes, which can be a short address. */
const RUN = /(?<![\w+/-])[\w+/-]{16,}={0,2}/g;
/** Base64 of a kilobyte and a half; longer runs are files. */
const MAX_CHARS = 2048;
const PRINTABLE = /^[\x20-\x7e\r\n\t]+$/;
/** Enough to reject a word or a hash without decoding all of it. */
const FIRST_CHARS = 12;
const INNER: readonly Recognizer[] = [emailAddress, usSsn, creditCard, phoneNumber];

/** Recognizer of values inside base64. */
export const encodedValue: Recognizer = {
  name: "encoded-value",
  entityTypes: INNER.flatMap(({ entityTypes }) => entityTypes),
  scan(text) {
    const spans: Span[] = [];
    for (const { 0: run, index: start } of text.matchAll(RUN)) {
      const end = start + run.length;
      const plain = decode(run);
      for (const type of plain === null ? [] : typesIn(plain)) {
        const spanAt = spansOf("encoded-value", type);
        spans.push(spanAt(start, end, 0.8, "base64 of text with such a value"));
      }
    }
    return spans;
  },
};

/** The types of the values in a text; of several that are reported, the first wins. */
function typesIn(plain: string): Set<Span["entityType"]> {
  const inner = INNER.flatMap((recognizer) => recognizer.scan(plain));
  return new Set(inner.map(({ entityType }) => entityType));
}

/** The printable ASCII that `run` encodes, or null. */
function decode(run: string): string | null {
  const standard = run.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "");
  if (standard.length > MAX_CHARS) return null;
  // Words have no digits, hashes only one letter case; base64 of a dozen characters usually has both cases.
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run)) return null;
  if (standard.length % 4 === 1) return null;
  if (!PRINTABLE.test(atob(standard.slice(0, FIRST_CHARS)))) return null;
  const plain = atob(standard);
  return PRINTABLE.test(plain) ? plain : null;
}
