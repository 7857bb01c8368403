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
import {
  cutUrl,
  PATH_PUNCTUATION,
  schemeLength,
  type UrlParts,
  USER_PUNCTUATION,
} from "./url-parts.ts";

/** Schemes that stay; all of them are followed by a host (WHATWG URL, and RFC 4217, RFC 4251). */
const KEPT_SCHEMES = ["https", "http", "ftp", "ftps", "ws", "wss", "sftp"].map(
  (scheme) => `${scheme}://`,
);
/** First of the dynamic ports, which are never assigned (RFC 6335, section 6); there are 2^14. */
const FIRST_PORT = 49_152;
const PORT_BYTE_MASK = 0x3f;
const WWW = "www.";
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
    if (schemeLength(value) > 0) return true;
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
  const path = (): string => replacedPath(value, pathAt, padding);
  if (pathAt <= hostEnd + 1) return path();
  const high = padding.byte() & PORT_BYTE_MASK;
  return `:${FIRST_PORT + high * 0x100 + padding.byte()}${path()}`;
}

/** Offset of the label that carries the id, in a text that begins like a token. */
function labelAt(text: string): number {
  const { hostAt } = cutUrl(text);
  return isLike(text, WWW, hostAt) ? hostAt + WWW.length : hostAt;
}

/** Name and password, with the first colon between them and "@" behind; nothing when both are empty. */
function replacedUser(user: string, padding: PaddingStream): string {
  if (user === "" || user === ":") return "";
  const colon = user.indexOf(":");
  if (colon < 0) return `${replacedPieces(user, 0, user.length, USER_PUNCTUATION, padding)}@`;
  const name = replacedPieces(user, 0, colon, USER_PUNCTUATION, padding);
  return `${name}:${replacedPieces(user, colon + 1, user.length, USER_PUNCTUATION, padding)}@`;
}

/** Path, query and fragment. Only the first "#" is punctuation: a fragment has none (RFC 3986). */
function replacedPath(value: string, from: number, padding: PaddingStream): string {
  const hash = value.indexOf("#", from);
  if (hash < 0) return replacedPieces(value, from, value.length, PATH_PUNCTUATION, padding);
  const before = replacedPieces(value, from, hash, PATH_PUNCTUATION, padding);
  return `${before}#${replacedPieces(value, hash + 1, value.length, PATH_PUNCTUATION, padding)}`;
}

/** A part of a value with its pieces replaced. */
function replacedPieces(
  value: string,
  from: number,
  end: number,
  punctuation: Uint8Array,
  padding: PaddingStream,
): string {
  let text = "";
  let at = from;
  while (at < end) {
    const kept = at;
    while (at < end && punctuation[value.charCodeAt(at)] === 1) at++;
    // Mostly one character, which is to be had without making a text.
    text += at === kept + 1 ? value[kept] : value.slice(kept, at);
    const piece = at;
    while (at < end && punctuation[value.charCodeAt(at)] !== 1) at++;
    if (at > piece) text += padding.letters36(lengthClass(at - piece));
  }
  return text;
}

/** The largest power of two not above a length (in UTF-16 units), at most MAX_PIECE. */
function lengthClass(length: number): number {
  return Math.min(MAX_PIECE, 1 << (31 - Math.clz32(length)));
}
