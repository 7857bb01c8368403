// SECRET: private keys that span lines (PEM: RFC 7468, RFC 1421; OpenPGP: RFC 9580, section 6; SSH2 as in RFC 4716; static
// keys of OpenVPN; PuTTY's PPK files), and private members of JSON Web Keys (RFC 7518, section 6).

import { recognizerOf, type Span, spansOf } from "../../span.ts";
import { writtenAt } from "../../text/sticky.ts";

/** The text between the dashes of the first and the last line. */
const KIND = "(?:[A-Z\\d ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN [\\w -]{0,30}[Kk]ey(?: V1)?)";
const BEGIN = new RegExp(
  `-{4,5} ?BEGIN ${KIND} ?-{4,5}|PuTTY-User-Key-File-\\d: ?[\\w@.-]{3,60}(?=[\\r\\n\\\\]|$)`,
  "g",
);
const END = new RegExp(`-{4,5} ?END ${KIND} ?-{4,5}|Private-(?:MAC|Hash): ?[0-9a-f]{40,64}`, "g");
/** The beginning of a key's first line at the end of a text. */
export const HALF_HEAD =
  /(?:-{4,5} ?BEGIN[\w ]{0,60}-{0,4}|PuTTY-User-Key[\w-]{0,8}:?[^\r\n]{0,60})$/;
/**
 * A part of a key whose last line is missing: characters that can be key data, unless they are the first of two words; the
 * rest of a header line.
 */
const PART =
  /(?![A-Z]?[a-z]{0,15} [a-z]{1,15}(?![A-Za-z0-9+/=]))[A-Za-z0-9+/=]+[\s\\]*|[\s\\]+|(?<=Argon2|Comment|DEK|Derivation|Encryption|Info|Key|Lines|Passes|Parallelism|Private|Proc|Public|Salt|Subject|Type|Version)[:-][^\r\n\\]{0,200}/y;
const SCORE = 0.95;

/** A private key in a text. Offsets are UTF-16 units. */
export interface PrivateKey {
  readonly start: number;
  /** End of its first line. */
  readonly headEnd: number;
  /** End of its last line; null when that line is missing. */
  readonly end: number | null;
}

/** The keys of a text, by start. A key whose last line is missing ends at the latest where the next begins. */
export function privateKeysIn(text: string): PrivateKey[] {
  const heads = [...text.matchAll(BEGIN)];
  if (heads.length === 0) return [];
  const ends = [...text.matchAll(END)].map((match) => match.index + match[0].length);
  let next = 0;
  return heads.map(({ 0: head, index: start }, at) => {
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= start) next++;
    const end = ends[next] ?? null;
    const isOfNext = end !== null && end > (heads[at + 1]?.index ?? end);
    return { start, headEnd: start + head.length, end: isOfNext ? null : end };
  });
}

/** End of a key whose last line is missing. */
function endOfBody(text: string, from: number): number {
  let at = from;
  for (let part = -1; part !== 0; at += part) part = writtenAt(PART, text, at).length;
  return text.slice(0, at).trimEnd().length;
}

const spanAt = spansOf("secret", "SECRET");
/** A quote, in JSON that is itself a string with backslashes before it. Programs that log objects leave out those of names. */
const QUOTE = "\\\\{0,7}[\"']";
const COLON = `(?:${QUOTE})?\\s{0,8}:\\s{0,8}${QUOTE}`;
const WEB_KEY = new RegExp(`\\bkty${COLON}`);
const MEMBER = new RegExp(
  `(?<![\\w-])(?:[dpqk]|d[pq]|qi)${COLON}([\\w-]{21,1400})(?=${QUOTE})`,
  "gd",
);

/** Recognizer of private keys. */
export const privateKey = recognizerOf("secret", "SECRET", (text) => {
  const spans: Span[] = [];
  let covered = 0;
  for (const { start, headEnd, end } of privateKeysIn(text)) {
    if (start < covered) continue;
    covered = end ?? endOfBody(text, headEnd);
    spans.push(spanAt(start, covered, SCORE, "private key in lines"));
  }
  if (!WEB_KEY.test(text)) return spans;
  for (const { indices } of text.matchAll(MEMBER)) {
    const [start, end] = indices?.[1] ?? [0, 0];
    spans.push(spanAt(start, end, SCORE, "private member of a JSON Web Key"));
  }
  return spans;
});
