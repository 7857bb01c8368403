// The shape of a value: its parts and the separators between them. Separators (ASCII punctuation and blanks) stay in a
// token; every part is replaced.
import { isSeparator } from "../../cipher/alphabet.ts";
import { lettersEnd } from "../../cipher/id-letters.ts";

/** A value cut into parts: `separators[i]` precedes part i, the last one follows the last part. */
export interface Shape {
  readonly separators: readonly string[];
  /** Number of characters (Unicode code points) in each part. */
  readonly pieceLengths: readonly number[];
}

/** The shape of a single part without separators. */
const ONE_PIECE: Shape = { separators: ["", ""], pieceLengths: [0] };

/** Cut a value into parts; one without any ("---") is a single part, so that it does not pass in clear. */
export function shapeOf(value: string): Shape {
  const separators: string[] = [];
  const pieceLengths: number[] = [];
  let at = 0;
  for (;;) {
    const from = at;
    while (at < value.length && isSeparator(value.charCodeAt(at))) at++;
    separators.push(value.slice(from, at));
    if (at === value.length) break;
    let characters = 0;
    while (at < value.length && !isSeparator(value.charCodeAt(at))) {
      at += (value.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      characters++;
    }
    pieceLengths.push(characters);
  }
  return pieceLengths.length === 0 ? ONE_PIECE : { separators, pieceLengths };
}

/** Number of parts in a value. */
export function countPieces(value: string): number {
  let pieces = 0;
  let inPiece = false;
  for (let i = 0; i < value.length; i++) {
    const isPiece = !isSeparator(value.charCodeAt(i));
    if (isPiece && !inPiece) pieces++;
    inPiece = isPiece;
  }
  return pieces;
}

/** Whether a text is `spread` of some letters for the value, at a third of the cost of spreading its own. */
export function isSpread(text: string, letters: number, value: string, pieces: number): boolean {
  if (pieces === 0) return text.length === letters && lettersEnd(text, 0, letters) === letters;
  const share = Math.floor(letters / pieces);
  const larger = letters % pieces;
  let at = 0;
  let placed = 0;
  let inPiece = false;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (isSeparator(code)) {
      if (text.charCodeAt(at++) !== code) return false;
      inPiece = false;
    } else if (!inPiece) {
      inPiece = true;
      const end = at + share + (placed++ < larger ? 1 : 0);
      at = lettersEnd(text, at, end);
      if (at < end) return false;
    }
  }
  return at === text.length;
}

/**
 * A value with its parts replaced by `letters`, distributed evenly: the first parts take one more when they cannot be
 * divided evenly. `pieces` is countPieces(value), and at most the number of letters. A value without parts becomes the
 * letters alone, so that it does not pass in clear.
 */
export function spread(letters: string, value: string, pieces: number): string {
  if (pieces === 0) return letters;
  const share = Math.floor(letters.length / pieces);
  const larger = letters.length % pieces;
  let text = "";
  let letterAt = 0;
  let at = 0;
  for (let piece = 0; piece < pieces; piece++) {
    const from = at;
    while (isSeparator(value.charCodeAt(at))) at++;
    const end = letterAt + share + (piece < larger ? 1 : 0);
    if (at > from) text += value.slice(from, at);
    text += letters.slice(letterAt, end);
    letterAt = end;
    while (at < value.length && !isSeparator(value.charCodeAt(at))) at++;
  }
  return at < value.length ? text + value.slice(at) : text;
}

/**
 * Put `characters` in place of the value's letters and digits, in order, and keep its separators. Surplus characters are
 * appended. The value has at most as many letters and digits as there are characters, and ends with one of them.
 */
export function applySeparators(value: string, characters: string): string {
  let text = "";
  let taken = 0;
  let from = 0;
  for (let i = 0; i < value.length; i++) {
    if (!isSeparator(value.charCodeAt(i))) continue;
    text += characters.slice(taken, taken + i - from) + value[i];
    taken += i - from;
    from = i + 1;
  }
  return text + characters.slice(taken);
}

/** The letters and digits of a text, without its separators. */
export function withoutSeparators(text: string): string {
  let characters = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isSeparator(text.charCodeAt(i))) continue;
    characters += text.slice(from, i);
    from = i + 1;
  }
  return from === 0 ? text : characters + text.slice(from);
}
