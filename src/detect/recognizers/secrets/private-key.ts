// SECRET: private keys in lines (PEM: RFC 7468, RFC 1421; OpenPGP: RFC 9580, section 6).
import { type Recognizer, type Span, spansOf } from "../../span.ts";

const BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** A key without its end: as much of it as is surely key. */
const BODY = /[A-Za-z0-9+/=\s\\]*/y;
const SCORE = 0.95;

/** Where a key begins. Offsets are UTF-16 units. */
export interface PrivateKey {
  readonly start: number;
  /** Where the line ends that says so. */
  readonly headEnd: number;
  /** Where its last line ends; null: it has none. */
  readonly end: number | null;
}

/** The keys of a text, by start; one may begin in another. */
export function privateKeysIn(text: string): PrivateKey[] {
  const ends = [...text.matchAll(END)].map((match) => match.index + match[0].length);
  let next = 0;
  return [...text.matchAll(BEGIN)].map(({ 0: head, index: start }) => {
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= start) next++;
    return { start, headEnd: start + head.length, end: ends[next] ?? null };
  });
}

const spanAt = spansOf("secret", "SECRET");

/** Recognizer of private keys. */
export const privateKey: Recognizer = {
  name: "secret",
  entityTypes: ["SECRET"],
  scan(text) {
    const spans: Span[] = [];
    let covered = 0;
    for (const { start, headEnd, end } of privateKeysIn(text)) {
      if (start < covered) continue;
      BODY.lastIndex = headEnd;
      covered = end ?? headEnd + (BODY.exec(text)?.[0].trimEnd().length ?? 0);
      spans.push(spanAt(start, covered, SCORE, "private key in PEM"));
    }
    return spans;
  },
};
