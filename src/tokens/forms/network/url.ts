// URL tokens: one host label of 16 base-36 letters and digits carries the id, under a reserved name, so that no request
// reaches anybody. The rest keeps the value's punctuation; the parts between are replaced by padding of about their length.
// Pure.

import {
  areLetters36,
  ID_LENGTH_36,
  PaddingStream,
  readId36,
  spellId36,
} from "../../cipher/id-letters.ts";
import type { FoundToken, FreeForm } from "../free-form.ts";
import { startsWord } from "../plain/scattered-id.ts";
import { isLike, isReservedAt, reservedDomain, reservedDomains } from "./reserved-host.ts";

/** Schemes that a token keeps; a host follows each of them (WHATWG URL, and RFC 4217, RFC 4251). */
const KEPT_SCHEMES = ["https", "http", "ftp", "ftps", "ws", "wss", "sftp"].map(
  (scheme) => `${scheme}://`,
);
/** First of the 2^14 dynamic ports, which are never assigned (RFC 6335, section 6). */
const FIRST_PORT = 49_152;
const PORT_BYTE_MASK = 0x3f;
const WWW = "www.";
/** A scheme (RFC 3986, section 3.1) that is followed by "://". */
const SCHEME = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i;
/** Runs to replace in user info: everything but unreserved and sub-delims of RFC 3986, section 2, without "'". */
const USER_PIECES = /[^-._~!$&()*+,;=]+/g;
/** Runs to replace in a path, a query or a fragment, where more punctuation is allowed (section 3.3 to 3.5). */
const PATH_PIECES = /[^-._~!$&()*+,;=/?:@]+/g;
/** Length of a dot and three letters, all that reservedDomain looks at. */
const TOP_LEVEL_LENGTH = 4;
/** Longest run of padding. Padding is as long as the largest power of two up to the value's run, at most this. */
const MAX_PIECE = 32;

/**
 * Tokens that are URLs: the WHATWG URL class parses them (after "https://" when the value has no scheme), and they have only
 * characters of RFC 3986. A value fits if it has a scheme and "://", or a host with a dot and without blanks.
 */
export const urlForm: FreeForm = {
  fits(value) {
    if (SCHEME.test(value)) return true;
    const { hostAt, hostEnd, pathAt } = cutUrl(value);
    return /[^.]\.[^.]/.test(value.slice(hostAt, hostEnd)) && !/\s/.test(value.slice(0, pathAt));
  },
  token(cipher, id, value) {
    const parts = cutUrl(value);
    const padding = new PaddingStream(cipher, id);
    const head = headOf(value, parts, padding) + spellId36(cipher, id) + domainOf(value, parts);
    return head + tailOf(value, parts, padding);
  },
  read(cipher, text) {
    const at = labelAt(text);
    const end = at + ID_LENGTH_36;
    return isReservedAt(text, end) ? readId36(cipher, text, at, end) : null;
  },
  matches(cipher, id, value, text) {
    const parts = cutUrl(value);
    const padding = new PaddingStream(cipher, id);
    const head = headOf(value, parts, padding);
    const domain = domainOf(value, parts);
    const domainAt = head.length + ID_LENGTH_36;
    const tailAt = domainAt + domain.length;
    return (
      isLike(text, head, 0) &&
      areLetters36(text, head.length, domainAt) &&
      isLike(text, domain, domainAt) &&
      text.slice(tailAt) === tailOf(value, parts, padding)
    );
  },
  find(cipher, text) {
    const found: FoundToken[] = [];
    for (const domain of reservedDomains(text)) {
      const at = domain.at - ID_LENGTH_36;
      if (at < 0 || !startsWord(text, at)) continue;
      const id = readId36(cipher, text, at, domain.at);
      if (id !== null) found.push({ id, at, end: domain.at });
    }
    return found;
  },
  anchor: labelAt,
};

/** Where the parts of a value begin and end, as UTF-16 offsets. */
interface UrlParts {
  /** End of the scheme, 0 when there is none. */
  readonly schemeEnd: number;
  /** Start of the authority (user info, host and port). */
  readonly authorityAt: number;
  /** After the last "@" of the authority; its start when there is none. */
  readonly hostAt: number;
  readonly hostEnd: number;
  /** Start of path, query or fragment; the value's length when there is none. */
  readonly pathAt: number;
}

/** Cut a value, leniently, so that anything pasted gets a token; never fails. Linear in the length of the value. */
function cutUrl(value: string): UrlParts {
  const schemeEnd = SCHEME.exec(value)?.[0].length ?? 0;
  const authorityAt = schemeEnd === 0 ? 0 : schemeEnd + 3;
  const [authority = ""] = value.slice(authorityAt).split(/[/?#]/, 1);
  const pathAt = authorityAt + authority.length;
  const hostAt = authorityAt + authority.lastIndexOf("@") + 1;
  const host = value.slice(hostAt, pathAt);
  const colonAt = host.lastIndexOf(":");
  const bracketAt = host.startsWith("[") ? host.lastIndexOf("]") : -1;
  return {
    schemeEnd,
    authorityAt,
    hostAt,
    hostEnd: colonAt > bracketAt ? hostAt + colonAt : pathAt,
    pathAt,
  };
}

/** The text before the label that carries the id: scheme, user, "www.". Uses the first bytes of the padding. */
function headOf(value: string, parts: UrlParts, padding: PaddingStream): string {
  const { schemeEnd, authorityAt, hostAt, hostEnd } = parts;
  let head = schemeEnd > 0 ? keptScheme(value) : "";
  if (hostAt > authorityAt) head += replacedUser(value.slice(authorityAt, hostAt - 1), padding);
  return hostAt + WWW.length <= hostEnd && isLike(value, WWW, hostAt) ? head + WWW : head;
}

/** The scheme of a token, with "://": that of the value, or https. The value must have a scheme. */
function keptScheme(value: string): string {
  for (const scheme of KEPT_SCHEMES) if (isLike(value, scheme, 0)) return scheme;
  return "https://";
}

/** The reserved domain after that label. */
function domainOf(value: string, { hostAt, hostEnd }: UrlParts): string {
  return reservedDomain(value.slice(Math.max(hostAt, hostEnd - TOP_LEVEL_LENGTH), hostEnd));
}

/** Port, path, query and fragment. Uses the padding that follows the head's. */
function tailOf(value: string, { hostEnd, pathAt }: UrlParts, padding: PaddingStream): string {
  let port = "";
  if (pathAt > hostEnd + 1) {
    const high = padding.byte() & PORT_BYTE_MASK;
    port = `:${FIRST_PORT + high * 0x100 + padding.byte()}`;
  }
  // Only the first "#" is punctuation: a fragment has none (RFC 3986).
  return port + replacedHalves(value.slice(pathAt), "#", PATH_PIECES, padding);
}

/** Offset of the label that carries the id, in a text that begins as a token does. */
function labelAt(text: string): number {
  const { hostAt } = cutUrl(text);
  return isLike(text, WWW, hostAt) ? hostAt + WWW.length : hostAt;
}

/** Name and password with the first colon between them, and "@" after them; nothing when both are empty. */
function replacedUser(user: string, padding: PaddingStream): string {
  if (user === "" || user === ":") return "";
  return `${replacedHalves(user, ":", USER_PIECES, padding)}@`;
}

/** A part of a value with its runs replaced. The first `sign` divides it and stays; both halves are replaced separately. */
function replacedHalves(
  part: string,
  sign: string,
  pieces: RegExp,
  padding: PaddingStream,
): string {
  const at = part.indexOf(sign);
  const halves = at < 0 ? [part] : [part.slice(0, at), part.slice(at + 1)];
  return halves
    .map((half) => half.replace(pieces, (piece) => padding.letters36(lengthClass(piece.length))))
    .join(sign);
}

/** The largest power of two up to a length (in UTF-16 units), at most MAX_PIECE. */
function lengthClass(length: number): number {
  return Math.min(MAX_PIECE, 1 << (31 - Math.clz32(length)));
}
