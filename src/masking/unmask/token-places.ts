// Where in a text the token stands whose id was found there, in spite of what has been done to it. Pure.
import { digitValue, isSeparator } from "../../tokens/cipher/alphabet.ts";
import { isCompact } from "../../tokens/forms/plain/compact-form.ts";
import type { TextView } from "../../tokens/reading/offset-map.ts";
import type { TextRange } from "../text/positions.ts";

/** Tokens that are e-mail addresses or URLs: software writes their letters in either case. */
const IS_CASELESS = /^[^\s@]+@[^\s@]+$|^[a-z][a-z0-9+.-]*:\/\//i;
/** Punctuation and blanks between two letters, beyond those of the token: some levels of quoting fit. */
const MAX_GAP = 64;
/** Marks of emphasis and code. */
const MARKS = /[*_~`]+/g;

/**
 * The range of the text itself where this token stands, or null. `viewAt` is where in the view the letter stands that
 * is at `anchor` in the token. All its letters and digits must stand there in their order, and no other behind them:
 * with the 40 bits that have agreed before, nothing else is somebody's token. What stands between them may differ: blanks
 * of any sort, line ends with hyphen and quote marks, marks of emphasis; punctuation of the token may be lost. What
 * the token begins and ends with is taken where it stands.
 */
export function placeOfToken(
  view: TextView,
  viewAt: number,
  token: string,
  anchor: number,
): TextRange | null {
  const isSame = IS_CASELESS.test(token) || isCompact(token) ? isSameLetter : isSameCode;
  const end = walk(view.text, viewAt, token, anchor, 1, isSame);
  const start = end === null ? null : walk(view.text, viewAt - 1, token, anchor - 1, -1, isSame);
  if (start === null || end === null || digitValue(view.text.charCodeAt(end)) >= 0) return null;
  const place = withMarks(view.text, { start: start + 1, end }, token);
  return { start: view.rawStart(place.start), end: view.rawEnd(place.end) };
}

/** With the other half of emphasis that begins or ends inside of the token, which goes with it. */
function withMarks(text: string, { start, end }: TextRange, token: string): TextRange {
  const marks = text.slice(start, end).match(MARKS) ?? [];
  const last = marks.at(-1);
  if (last === undefined || marks.length % 2 === 0 || token.search(MARKS) >= 0)
    return { start, end };
  if (text.startsWith(last, end)) return { start, end: end + last.length };
  return { start: text.slice(0, start).endsWith(last) ? start - last.length : start, end };
}

/**
 * Compares text and token from these offsets on, one way or the other, to the end of the token. Gives the offset in the
 * text where that is over, or null where they differ.
 */
function walk(
  text: string,
  at: number,
  token: string,
  from: number,
  step: 1 | -1,
  isSame: (one: number, other: number) => boolean,
): number | null {
  let t = from;
  let v = at;
  for (;;) {
    const nextT = pastGap(token, t, step);
    if (nextT < 0 || nextT === token.length) break;
    const nextV = pastGap(text, v, step);
    if (!isSame(text.charCodeAt(nextV), token.charCodeAt(nextT))) return null;
    if (!isSameGap(between(token, t, nextT), between(text, v, nextV))) return null;
    t = nextT + step;
    v = nextV + step;
  }
  while (token[t] !== undefined && text[v] === token[t]) {
    t += step;
    v += step;
  }
  return v;
}

function isSameCode(one: number, other: number): boolean {
  return one === other;
}

/** Apart from the letter case of ASCII, which a bit tells. */
function isSameLetter(one: number, other: number): boolean {
  return one === other || (digitValue(one) > 9 && digitValue(other) > 9 && (one ^ other) === 32);
}

/** Past punctuation and blanks. */
function pastGap(text: string, at: number, step: 1 | -1): number {
  let next = at;
  while (next >= 0 && next < text.length && isSeparator(text.charCodeAt(next))) next += step;
  return next;
}

/** From an offset to another one, whichever comes first. */
function between(text: string, at: number, end: number): string {
  return at < end ? text.slice(at, end) : text.slice(end + 1, at + 1);
}

function isSameGap(ofToken: string, inText: string): boolean {
  if (inText === ofToken) return true;
  if (inText.length > MAX_GAP) return false;
  const signs = signsOf(inText);
  return signs === "" || (ofToken.length <= MAX_GAP && signs === signsOf(ofToken));
}

/** Without blanks, line ends, emphasis and escapes. */
function signsOf(gap: string): string {
  return gap.replace(/-?[ \t\r]*\n[\s>]*|[\s*_~`\\]+/g, "");
}
