// URL tokens: one host label of 16 base-36 letters and digits carries the id, under a reserved name, so
// that no request can reach anybody. The rest keeps the value's punctuation; its pieces are replaced by
// padding of about their length. Pure.

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

/** Schemes that stay; all of them are followed by a host (WHATWG URL, and RFC 4217, RFC 4251). */
const KEPT_SCHEMES = ["https", "http", "ftp", "ftps", "ws", "wss", "sftp"].map(
  (scheme) => `${scheme}://`,
);
/** First of the dynamic ports, which are never assigned (RFC 6335, section 6); there are 2^14. */
const FIRST_PORT = 49_152;
const PORT_BYTE_MASK = 0x3f;
const WWW = "www.";
/** A scheme (RFC 3986, section 3.1) with "://" behind it. */
const SCHEME = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i;
/** Runs of what is replaced in user info: all but unreserved and sub-delims of RFC 3986, section 2, but "'". */
const USER_PIECES = /[^-._~!$&()*+,;=]+/g;
/** The same in a path, a query or a fragment, where more may stand (section 3.3 to 3.5). */
const PATH_PIECES = /[^-._~!$&()*+,;=/?:@]+/g;
/** A dot and three letters, as reservedDomain looks at. */
const TOP_LEVEL_LENGTH = 4;
/** Longest piece of a token: the largest power of two not above the value's piece, at most this. */
const MAX_PIECE = 32;

/**
 * Tokens that are URLs: parsed by the WHATWG URL class (with "https://" in front when the value has no
 * scheme), spelt with characters of RFC 3986 only. Values fit that have a scheme and "://", or a host
 * with a dot and without blanks.
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

/** Where the parts of a value begin and end: UTF-16 offsets. */
interface UrlParts {
  /** End of the scheme, 0 when there is none. */
  readonly schemeEnd: number;
  /** Where the authority (user info, host and port) begins. */
  readonly authorityAt: number;
  /** Behind the last "@" of the authority; its beginning when there is none. */
  readonly hostAt: number;
  readonly hostEnd: number;
  /** Path, query or fragment; the value's length when there is none. */
  readonly pathAt: number;
}

/** Cut a value, generously, so that whatever is pasted has a token; never fails. Time is linear in the value. */
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

/** What stands before the label that carries the id: scheme, user, "www.". Takes the first of the padding. */
function headOf(value: string, parts: UrlParts, padding: PaddingStream): string {
  const { schemeEnd, authorityAt, hostAt, hostEnd } = parts;
  let head = schemeEnd > 0 ? keptScheme(value) : "";
  if (hostAt > authorityAt) head += replacedUser(value.slice(authorityAt, hostAt - 1), padding);
  return hostAt + WWW.length <= hostEnd && isLike(value, WWW, hostAt) ? head + WWW : head;
}

/** The scheme of a value that has one, with "://". */
function keptScheme(value: string): string {
  for (const scheme of KEPT_SCHEMES) if (isLike(value, scheme, 0)) return scheme;
  return "https://";
}

/** The reserved domain behind that label. */
function domainOf(value: string, { hostAt, hostEnd }: UrlParts): string {
  return reservedDomain(value.slice(Math.max(hostAt, hostEnd - TOP_LEVEL_LENGTH), hostEnd));
}

/** Port, path, query and fragment. Takes what padding comes after the head's. */
function tailOf(value: string, { hostEnd, pathAt }: UrlParts, padding: PaddingStream): string {
  let port = "";
  if (pathAt > hostEnd + 1) {
    const high = padding.byte() & PORT_BYTE_MASK;
    port = `:${FIRST_PORT + high * 0x100 + padding.byte()}`;
  }
  // Only the first "#" is punctuation: a fragment has none (RFC 3986).
  return port + replacedHalves(value.slice(pathAt), "#", PATH_PIECES, padding);
}

/** Offset of the label that carries the id, in a text that begins like a token. */
function labelAt(text: string): number {
  const { hostAt } = cutUrl(text);
  return isLike(text, WWW, hostAt) ? hostAt + WWW.length : hostAt;
}

/** Name and password, with the first colon between them and "@" behind; nothing when both are empty. */
function replacedUser(user: string, padding: PaddingStream): string {
  if (user === "" || user === ":") return "";
  return `${replacedHalves(user, ":", USER_PIECES, padding)}@`;
}

/** A part of a value with its pieces replaced, apart before and behind the first of such a sign, which stays. */
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

/** The largest power of two not above a length (in UTF-16 units), at most MAX_PIECE. */
function lengthClass(length: number): number {
  return Math.min(MAX_PIECE, 1 << (31 - Math.clz32(length)));
}
