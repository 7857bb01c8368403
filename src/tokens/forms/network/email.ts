// E-mail tokens: 16 base-36 letters and digits carry the id, ten of them in the local part and six in a host label under a
// reserved name, so that no mail reaches anybody. All lower case, because hosts ignore letter case (RFC 4343), and most mail
// software ignores it in local parts too. Pure.
import { digitValue } from "../../cipher/alphabet.ts";
import type { TokenCipher } from "../../cipher/cipher.ts";
import { areLetters36, ID_LENGTH_36, readId36, spellId36 } from "../../cipher/id-letters.ts";
import type { FoundToken, FreeForm } from "../free-form.ts";
import { startsWord } from "../plain/scattered-id.ts";
import {
  type FoundDomain,
  isLike,
  isReservedAt,
  reservedDomain,
  reservedDomains,
} from "./reserved-host.ts";

/** Letters of the id that are in the local part. */
const LOCAL_LETTERS = 10;
/** Letters of the id that are in the host label. */
const LABEL_LETTERS = ID_LENGTH_36 - LOCAL_LETTERS;
/** Most parts of a local part, so that each has at least two letters. */
const MAX_PIECES = 5;
const AT = 64;
/** Blanks of any script count as blanks, U+FEFF included. */
const ONE_AT_NO_BLANKS = /^[^\s@]+@[^\s@]+$/;

/**
 * Tokens that are e-mail addresses: valid by the WHATWG production for `<input type=email>` (HTML, section 4.10.5.1.5), with
 * a local part of 10 to 14 octets (RFC 5321, section 4.5.3.1.1 allows 64). A value fits if it has exactly one "@" with text
 * on both sides and no blanks.
 */
export const emailForm: FreeForm = {
  fits: (value) => ONE_AT_NO_BLANKS.test(value),
  token(cipher, id, value) {
    const letters = spellId36(cipher, id);
    const separators = innerSeparators(value, value.lastIndexOf("@"));
    const pieces = separators.length + 1;
    let text = "";
    let at = 0;
    for (let i = 0; i < pieces; i++) {
      const end = at + lettersOf(i, pieces);
      text += letters.slice(at, end) + (separators[i] ?? "@");
      at = end;
    }
    return text + letters.slice(LOCAL_LETTERS) + reservedDomain(value);
  },
  read(cipher, text) {
    const at = atSign(text, 0);
    if (at < 0 || !isReservedAt(text, at + 1 + LABEL_LETTERS)) return null;
    return readId36(cipher, text, 0, at + 1 + LABEL_LETTERS);
  },
  matches(_cipher, _id, value, text) {
    const separators = innerSeparators(value, value.lastIndexOf("@"));
    const pieces = separators.length + 1;
    let at = 0;
    for (let piece = 0; piece < pieces; piece++) {
      const end = at + lettersOf(piece, pieces);
      if (!areLetters36(text, at, end)) return false;
      if (text[end] !== (separators[piece] ?? "@")) return false;
      at = end + 1;
    }
    const domain = reservedDomain(value);
    const end = at + LABEL_LETTERS;
    return (
      text.length === end + domain.length &&
      areLetters36(text, at, end) &&
      isLike(text, domain, end)
    );
  },
  find(cipher, text) {
    const found: FoundToken[] = [];
    for (const domain of reservedDomains(text)) {
      const token = tokenBefore(cipher, text, domain);
      if (token !== null) found.push(token);
    }
    return found;
  },
  anchor: () => 0,
};

/** Letters in one part of the local part; the first parts take one more when ten cannot be divided evenly. */
function lettersOf(piece: number, pieces: number): number {
  return Math.floor(LOCAL_LETTERS / pieces) + (piece < LOCAL_LETTERS % pieces ? 1 : 0);
}

/** The separators between the first parts of a local part; a run of separators counts as its first. */
function innerSeparators(value: string, end: number): string {
  let separators = "";
  let next = "";
  let hasPiece = false;
  for (let i = 0; i < end && separators.length < MAX_PIECES - 1; i++) {
    if (isLocalSeparator(value.charCodeAt(i))) {
      if (hasPiece && next === "") next = value.charAt(i);
    } else {
      hasPiece = true;
      separators += next;
      next = "";
    }
  }
  return separators;
}

/** Offset of the "@" if a local part of ten letters, with single separators inside, begins here; else -1. */
function atSign(text: string, from: number): number {
  let letters = 0;
  for (let i = from; i < from + LOCAL_LETTERS + MAX_PIECES && i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === AT) return letters === LOCAL_LETTERS && isLetterAt(text, i - 1) ? i : -1;
    if (digitValue(code) >= 0) letters++;
    else if (!isLocalSeparator(code) || i === from || !isLetterAt(text, i - 1)) return -1;
  }
  return -1;
}

/** The token whose host ends in this reserved domain; null when there is none. */
function tokenBefore(cipher: TokenCipher, text: string, domain: FoundDomain): FoundToken | null {
  const sign = domain.at - LABEL_LETTERS - 1;
  if (sign < LOCAL_LETTERS || text.charCodeAt(sign) !== AT) return null;
  let letters = 0;
  let at = sign;
  while (letters < LOCAL_LETTERS && at > 0 && sign - at < LOCAL_LETTERS + MAX_PIECES - 1) {
    at--;
    if (isLetterAt(text, at)) letters++;
  }
  if (atSign(text, at) !== sign || !startsWord(text, at)) return null;
  const id = readId36(cipher, text, at, domain.at);
  return id === null ? null : { id, at, end: domain.end };
}

/** ".", "_", "-" and "+" divide a local part; a dot-atom (RFC 5322, section 3.2.3) allows them all. */
function isLocalSeparator(code: number): boolean {
  return code === 46 || code === 95 || code === 45 || code === 43;
}

function isLetterAt(text: string, at: number): boolean {
  return digitValue(text.charCodeAt(at)) >= 0;
}
