// URL tokens: one host label of 16 base-36 letters and digits carries the id, under a reserved name, so
// that no request can reach anybody. The rest keeps the value's punctuation; its pieces are replaced by
// padding of about their length. Pure.
import type { TokenCipher } from "../cipher.ts";
import type { FoundToken, FreeForm } from "../free-form.ts";
import { ID_LENGTH_36, PaddingStream, readId36, spellId36 } from "../id-letters.ts";
import { startsWord } from "../word-start.ts";
import { beginsLike, isReservedAt, reservedDomain, reservedDomains } from "./reserved-host.ts";
import { cutUrl, hasScheme, isPathPunctuation, isUserPunctuation } from "./url-parts.ts";

/** Schemes that stay; all of them are followed by a host (WHATWG URL, and RFC 4217, RFC 4251). */
const KEPT_SCHEMES = new Set(["http", "https", "ftp", "ftps", "ws", "wss", "sftp"]);
/** First of the dynamic ports, which are never assigned (RFC 6335, section 6); there are 2^14. */
const FIRST_PORT = 49_152;
const PORT_BYTE_MASK = 0x3f;
/** Longest piece of a token: the largest power of two not above the value's piece, at most this. */
const MAX_PIECE = 32;

/**
 * Tokens that are URLs: parsed by the WHATWG URL class (with "https://" in front when the value has no
 * scheme), spelt with characters of RFC 3986 only. Values fit that have a scheme and "://", or a host
 * with a dot and without blanks.
 */
export const urlForm: FreeForm = {
  fits(value) {
    if (hasScheme(value)) return true;
    const { authority, host } = cutUrl(value);
    return /[^.]\.[^.]/.test(host) && !/\s/.test(authority);
  },
  token: (cipher, id, value) => dressed(cipher, id, value, spellId36(cipher, id)).token,
  read(cipher, text) {
    const at = labelAt(text);
    const end = at + ID_LENGTH_36;
    return isReservedAt(text, end) ? readId36(cipher, text.slice(at, end)) : null;
  },
  matches(cipher, id, value, text) {
    const at = labelAt(text);
    const letters = text.slice(at, at + ID_LENGTH_36).toLowerCase();
    const { token, hostEnd } = dressed(cipher, id, value, letters);
    return beginsLike(text, token, hostEnd) && text.slice(hostEnd) === token.slice(hostEnd);
  },
  find(cipher, text) {
    const found: FoundToken[] = [];
    for (const place of reservedDomains(text)) {
      const at = place.at - ID_LENGTH_36;
      if (at < 0 || !startsWord(text, at)) continue;
      const id = readId36(cipher, text.slice(at, place.at));
      if (id !== null) found.push({ id, at, end: place.at });
    }
    return found;
  },
  anchor: labelAt,
};

/** The token with these 16 letters for a value, and where its host ends. */
function dressed(
  cipher: TokenCipher,
  id: number,
  value: string,
  letters: string,
): { readonly token: string; readonly hostEnd: number } {
  const parts = cutUrl(value);
  const padding = new PaddingStream(cipher, id);
  let token = "";
  if (parts.scheme !== null) {
    const scheme = parts.scheme.toLowerCase();
    token = KEPT_SCHEMES.has(scheme) ? `${scheme}://` : "https://";
  }
  if (parts.user !== "" && parts.user !== ":") token += `${redressUser(parts.user, padding)}@`;
  if (/^www\./i.test(parts.host)) token += "www.";
  token += letters + reservedDomain(parts.host);
  const hostEnd = token.length;
  if (parts.hasPort) {
    const high = padding.byte() & PORT_BYTE_MASK;
    token += `:${FIRST_PORT + high * 0x100 + padding.byte()}`;
  }
  return { token: token + redressPath(value, parts.pathAt, padding), hostEnd };
}

/** Offset of the label that carries the id, in a text that begins like a token. */
function labelAt(text: string): number {
  const { hostAt, host } = cutUrl(text);
  return /^www\./i.test(host) ? hostAt + 4 : hostAt;
}

/** Name and password, with the first colon between them. */
function redressUser(user: string, padding: PaddingStream): string {
  const colon = user.indexOf(":");
  const nameEnd = colon < 0 ? user.length : colon;
  const name = redress(user, 0, nameEnd, isUserPunctuation, padding);
  if (colon < 0) return name;
  return `${name}:${redress(user, colon + 1, user.length, isUserPunctuation, padding)}`;
}

/** Path, query and fragment. Only the first "#" is punctuation: a fragment has none (RFC 3986). */
function redressPath(value: string, from: number, padding: PaddingStream): string {
  const hash = value.indexOf("#", from);
  if (hash < 0) return redress(value, from, value.length, isPathPunctuation, padding);
  const before = redress(value, from, hash, isPathPunctuation, padding);
  return `${before}#${redress(value, hash + 1, value.length, isPathPunctuation, padding)}`;
}

/** A stretch of a value with its pieces replaced. */
function redress(
  value: string,
  from: number,
  end: number,
  isPunctuation: (code: number) => boolean,
  padding: PaddingStream,
): string {
  let text = "";
  let at = from;
  while (at < end) {
    const kept = at;
    while (at < end && isPunctuation(value.charCodeAt(at))) at++;
    text += value.slice(kept, at);
    const piece = at;
    while (at < end && !isPunctuation(value.charCodeAt(at))) at++;
    if (at > piece) text += padding.letters36(lengthClass(at - piece));
  }
  return text;
}

/** The largest power of two not above a length (in UTF-16 units), at most MAX_PIECE. */
function lengthClass(length: number): number {
  return Math.min(MAX_PIECE, 2 ** (31 - Math.clz32(length)));
}
