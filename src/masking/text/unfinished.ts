// Whether a token, tag or wrapper may continue after the end of a text that arrives in pieces. Says yes rather too often:
// then only a little more text is held back. Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { ID_LENGTH_62, MAX_FIRST_DIGIT_62 } from "../../tokens/cipher/id-letters.ts";
import {
  beginningsOf,
  findTags,
  MAX_TOKEN_LENGTH,
  mayBecomeTag,
  mayHoldTags,
} from "../../tokens/reading/tagged.ts";
import { viewOf } from "../../tokens/reading/text-view.ts";
import type { KnownWrappers } from "../../tokens/reading/wrappers.ts";

/** What is unfinished where a text ends. */
export interface OpenEnd {
  /** A tag, or another prefix, whose partner may still come. */
  readonly wrapper: boolean;
  /** A token without tags, a tag or a prefix may be cut in two here. */
  readonly inside: boolean;
}

/** What may continue after a text that is followed by `next`, a blank or a line break. */
export function openEnd(text: string, next: string, wrappers: KnownWrappers): OpenEnd {
  const isLineEnd = /[\n\r]/.test(next);
  if (wrappers.pairs === null && !isLineEnd && PLAIN_WORD.test(text)) return NOTHING;
  const tags = openTags(text, wrappers);
  const pairs = wrappers.pairs?.openEnd(text) ?? NOTHING;
  const inside = tags.inside || pairs.inside || mayCarryId(text) || isBroken(text, next, wrappers);
  return { wrapper: tags.wrapper || pairs.wrapper, inside };
}

/** True for most words: no id begins with these letters in any reading, and no token of this look is broken over lines. */
const PLAIN_WORD = /^\s*["'(]?[K-Za-z][A-Za-z]*[,.;:!?)"']*$/;
const NOTHING: OpenEnd = { wrapper: false, inside: false };

function openTags(text: string, { tags }: KnownWrappers): OpenEnd {
  if (!mayHoldTags(text)) return NOTHING;
  const viewed = viewOf(text).text;
  const inside = mayBecomeTag(viewed, viewed.lastIndexOf("<"), tags);
  const last = findTags(text, tags).at(-1);
  const wrapper = last?.closing === false && text.length - last.start < MAX_TOKEN_LENGTH;
  return { wrapper, inside };
}

/** UTF-16 units over which the letters of one id may be spread. */
const MAX_SCATTER = 4_096;
/** Letters and digits to look back over when some may belong to escapes. */
const LETTERS_OF_ESCAPES = 64;
/** An escape made of letters, after which a word begins. */
const ESCAPE = /\\(?:[bfnrt]|u[0-9a-f]{4})$/i;

/** Never inside an id: its letters are separated only by ASCII signs, and by what is read as one. */
const IDEOGRAPH = /[\u3001\u3002\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]/;

/** Whether one of the last words may begin a token that carries an id in its letters and digits. */
function mayCarryId(text: string): boolean {
  const tail = text.slice(-MAX_SCATTER);
  // A token may begin with punctuation.
  if (/(?:^|\s)[!-/:-@[-`{-~]+$/.test(tail)) return true;
  const isPlain = !/[\\&]/.test(tail);
  const most = isPlain ? ID_LENGTH_62 : LETTERS_OF_ESCAPES;
  let letters = 0;
  for (let at = tail.length - 1; at >= 0 && letters < most; at--) {
    if (IDEOGRAPH.test(tail.charAt(at))) return false;
    if (digitValue(tail.charCodeAt(at)) < 0) continue;
    letters++;
    const isStart = digitValue(tail.charCodeAt(at - 1)) < 0 || ESCAPE.test(tail.slice(at - 6, at));
    if (isStart && mayBeginId(tail, at, isPlain)) return true;
  }
  return false;
}

/** Whether the letters and digits from here on, fewer than an id has, may be the first of an id. */
function mayBeginId(text: string, from: number, isPlain: boolean): boolean {
  let count = 0;
  for (let at = from; at < text.length; at++) {
    const digit = digitValue(text.charCodeAt(at));
    if (digit < 0) continue;
    const beginsHalf = count === 0 || (isPlain && count === ID_LENGTH_62 / 2);
    if (beginsHalf && digit > MAX_FIRST_DIGIT_62) return false;
    count++;
  }
  return true;
}

/** What tokens without blanks have in them: digits, or the signs of addresses and links. */
const OF_ONE_PIECE = /[0-9@/]|\.\S/;
/** First letters of a compact token that come from its tag. */
const TAG_LETTERS = 3;

/** Whether the last piece before a line break, which quote marks (`>`) may follow, may begin a token without blanks. */
function isBroken(text: string, next: string, { tags }: KnownWrappers): boolean {
  const tail = text.slice(-MAX_SCATTER);
  const margin = endOf(tail, /[>\s]/);
  const lineEnd = margin.search(/[\n\r]/);
  if (lineEnd < 0 && !/[\n\r]/.test(next)) return false;
  const line = lineEnd < 0 ? tail : tail.slice(0, lineEnd - margin.length);
  const piece = endOf(line.trimEnd(), /\S/);
  if (OF_ONE_PIECE.test(piece)) return true;
  const begun = (/[A-Za-z]+/.exec(piece)?.[0] ?? "").slice(0, TAG_LETTERS).toUpperCase();
  return begun !== "" && beginningsOf(tags).has(begun);
}

/** The characters of this class that a text ends with. Its regex would be tried from every place of the text. */
function endOf(text: string, one: RegExp): string {
  let from = text.length;
  while (from > 0 && one.test(text.charAt(from - 1))) from--;
  return text.slice(from);
}
