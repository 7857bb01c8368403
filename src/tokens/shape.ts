// The shape of a value: its pieces and the separators between them. Separators (ASCII punctuation
// and blanks) stay in a token, each piece is replaced.
import { isSeparator } from "./alphabet.ts";

/** A value cut into pieces: `separators[i]` stands before piece i, the last one behind the last. */
export interface Shape {
  readonly separators: readonly string[];
  /** Characters (Unicode code points) of each piece. */
  readonly pieceLengths: readonly number[];
}

/**
 * Cut a value. A value without any piece ("---", "  ") has the shape of one bare piece, so that it
 * does not pass in clear.
 */
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
  return pieceLengths.length === 0 ? BARE_PIECE : { separators, pieceLengths };
}

/** The shape of one piece with nothing around it. */
export const BARE_PIECE: Shape = { separators: ["", ""], pieceLengths: [0] };

/**
 * Spread `letters` over a shape's pieces, evenly: the first pieces take one more when it does not
 * come out even. There must be at least one letter per piece.
 */
export function spread(letters: string, shape: Shape): string {
  const pieces = shape.pieceLengths.length;
  if (pieces === 1) return `${shape.separators[0]}${letters}${shape.separators[1]}`;
  const share = Math.floor(letters.length / pieces);
  const larger = letters.length % pieces;
  let text = "";
  let at = 0;
  for (let i = 0; i < pieces; i++) {
    const end = at + share + (i < larger ? 1 : 0);
    text += shape.separators[i] + letters.slice(at, end);
    at = end;
  }
  return text + shape.separators[pieces];
}
