// SECRET: private keys that span lines (PEM: RFC 7468, RFC 1421; OpenPGP: RFC 9580, section 6; SSH2 as in RFC 4716; static
// keys of OpenVPN; PuTTY's PPK files), and private members of JSON Web Keys (RFC 7518, section 6).

import { type Recognizer, type Span, spansOf } from "../../span.ts";
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
/** Parts of a key whose last line is missing: characters that can be key data, and the rest of header lines. */
const BODY = /[A-Za-z0-9+/=\s\\]*/y;
const ABOUT =
  /(?<=Argon2|Comment|DEK|Derivation|Encryption|Info|Key|Lines|Passes|Parallelism|Private|Proc|Public|Salt|Subject|Type|Version)[:-][^\r\n\\]{0,200}/y;
const SCORE = 0.95;

/** A private key in a text. Offsets are UTF-16 units. */
export interface PrivateKey {
  readonly start: number;
  /** End of its first line. */
  readonly headEnd: number;
  /** End of its last line; null when that line is missing. */
  readonly end: number | null;
}

/** The keys of a text, by start; a key may begin inside another. */
export function privateKeysIn(text: string): PrivateKey[] {
  const heads = [...text.matchAll(BEGIN)];
  if (heads.length === 0) return [];
  const ends = [...text.matchAll(END)].map((match) => match.index + match[0].length);
  let next = 0;
  return heads.map(({ 0: head, index: start }) => {
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= start) next++;
    return { start, headEnd: start + head.length, end: ends[next] ?? null };
  });
}

/** End of a key whose last line is missing. */
function endOfBody(text: string, from: number): number {
  for (let at = from; ; ) {
    at += writtenAt(BODY, text, at).length;
    const about = writtenAt(ABOUT, text, at);
    if (about === "") return text.slice(0, at).trimEnd().length;
    at += about.length;
  }
}

const spanAt = spansOf("secret", "SECRET");
const WEB_KEY = '"kty"';
const MEMBER = /(?<="(?:d|p|q|dp|dq|qi|k)"\s{0,8}:\s{0,8}")[\w-]{21,1400}(?=")/g;

/** Recognizer of private keys. */
export const privateKey: Recognizer = {
  name: "secret",
  entityTypes: ["SECRET"],
  scan(text) {
    const spans: Span[] = [];
    let covered = 0;
    for (const { start, headEnd, end } of privateKeysIn(text)) {
      if (start < covered) continue;
      covered = end ?? endOfBody(text, headEnd);
      spans.push(spanAt(start, covered, SCORE, "private key in lines"));
    }
    if (!text.includes(WEB_KEY)) return spans;
    for (const { 0: value, index } of text.matchAll(MEMBER)) {
      spans.push(spanAt(index, index + value.length, SCORE, "private member of a JSON Web Key"));
    }
    return spans;
  },
};
