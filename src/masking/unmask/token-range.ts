// Finds the whole token whose id was found in a text, in spite of changes that language models make to it. Pure.
import { digitValue, isSeparator } from "../../tokens/cipher/alphabet.ts";
import { isCompact } from "../../tokens/forms/plain/compact-form.ts";
import type { TextView } from "../../tokens/reading/offset-map.ts";
import type { TextRange } from "../text/positions.ts";

/** Tokens that are e-mail addresses or URLs: software may change their letter case. */
const IS_CASELESS = /^[^\s@]+@[^\s@]+$|^[a-z][a-z0-9+.-]*:\/\//i;
/** Most punctuation and blanks between two letters, beyond the token's own: enough for some levels of quoting. */
const MAX_GAP = 64;
const MARKS = /[*_~`]+/g;

/**
 * The range of this token in the text, or null. `viewAt` is the offset in the view of the letter at `anchor` in the token.
 * All letters and digits of the token must be there in order, with no other after them: together with the 40 bits that have
 * agreed before, nothing but the token matches. Between them may differ: blanks of any sort, line breaks with hyphen and
 * quote marks, marks of emphasis; punctuation of the token may be lost. What the token begins and ends with is included
 * where it is present.
 */
export function rangeOfToken(
  view: TextView,
  viewAt: number,
  token: string,
  anchor: number,
): TextRange | null {
  const isSame = IS_CASELESS.test(token) || isCompact(token) ? isSameLetter : isSameCode;
  const end = walk(view.text, viewAt, token, anchor, 1, isSame);
  const start = end === null ? null : walk(view.text, viewAt - 1, token, anchor - 1, -1, isSame);
  if (start === null || end === null || digitValue(view.text.charCodeAt(end)) >= 0) return null;
  const range = withMarks(view.text, { start: start + 1, end }, token);
  return { start: view.rawStart(range.start), end: view.rawEnd(range.end) };
}

/** Widens a range by the other half of an emphasis that begins or ends inside the token. */
function withMarks(text: string, { start, end }: TextRange, token: string): TextRange {
  const marks = text.slice(start, end).match(MARKS) ?? [];
  const last = marks.at(-1);
  if (last === undefined || marks.length % 2 === 0 || token.search(MARKS) >= 0)
    return { start, end };
  if (text.startsWith(last, end)) return { start, end: end + last.length };
  return { start: text.slice(0, start).endsWith(last) ? start - last.length : start, end };
}

/** Compares text and token from these offsets to the token's end. Returns the end in the text; null: they differ. */
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

/** Equal except for the case of ASCII letters, which differ in one bit. */
function isSameLetter(one: number, other: number): boolean {
  return one === other || (digitValue(one) > 9 && digitValue(other) > 9 && (one ^ other) === 32);
}

/** Skips punctuation and blanks. */
function pastGap(text: string, at: number, step: 1 | -1): number {
  let next = at;
  while (next >= 0 && next < text.length && isSeparator(text.charCodeAt(next))) next += step;
  return next;
}

/** The text between two offsets, in either direction. */
function between(text: string, at: number, end: number): string {
  return at < end ? text.slice(at, end) : text.slice(end + 1, at + 1);
}

function isSameGap(ofToken: string, inText: string): boolean {
  if (inText === ofToken) return true;
  if (inText.length > MAX_GAP) return false;
  const signs = signsOf(inText);
  return signs === "" || (ofToken.length <= MAX_GAP && signs === signsOf(ofToken));
}

/** A gap without blanks, line breaks, emphasis and escapes. */
function signsOf(gap: string): string {
  return gap.replace(/-?[ \t\r]*\n[\s>]*|[\s*_~`\\]+/g, "");
}
