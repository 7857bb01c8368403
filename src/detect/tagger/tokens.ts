// Cuts text into words, numbers and single signs, and records of each what features need. One pass, typed arrays, no
// strings.

import { LANGUAGES, type Stretch } from "../language/languages.ts";
import { addToHash, HASH_START } from "./hash.ts";
import { foldCode, isUpperCode, KIND, kindOfCode } from "./letters.ts";
import { simplifiedCode } from "./simplified.ts";

/** How a token is written. From `SHAPE.number` on, a number's shape gives its length. */
export const SHAPE = {
  sign: 0,
  lower: 1,
  title: 2,
  capitals: 3,
  initial: 4,
  mixed: 5,
  number: 6,
} as const;

/** Numbers of this many digits or more have one shape. */
const LONG_NUMBER = 7;

/** What separates a token from the one before it. */
export const GAP = { none: 0, blank: 1, newline: 2, emptyLine: 3 } as const;

/** The tokens of a text, one array per property. Entries from `count` on are signs without a hash. */
export type Tokens = ReturnType<typeof makeTokens>;

/** Whether a token of this shape is a word, not a number or a sign. */
export function isWordShape(shape: number): boolean {
  return shape !== SHAPE.sign && shape < SHAPE.number;
}

/** Start of a number's hash, other than a word's. */
const NUMBER_START = addToHash(HASH_START, 0x30);

/** Arrays for the tokens of a text of `length` code units. */
export function makeTokens(length: number) {
  return {
    count: 0,
    /** Whether characters of a script without blanks are tokens. */
    byCharacter: false,
    /** Whether `language` is set: one model reads several languages. */
    hasLanguages: false,
    /** Number of its language, from 1 on (`markLanguages`). */
    language: new Uint8Array(length),
    /** First UTF-16 code unit. */
    start: new Int32Array(length),
    /** One past the last. */
    end: new Int32Array(length),
    /** `SHAPE`. */
    shape: new Uint8Array(length),
    /** `GAP` before the token. */
    gap: new Uint8Array(length),
    /** Hash of the folded letters; of the length for a number; of itself for a sign. */
    word: new Int32Array(length),
    /** Hash of the first three letters, and of the last two, three and four. */
    begins3: new Int32Array(length),
    ends2: new Int32Array(length),
    ends3: new Int32Array(length),
    ends4: new Int32Array(length),
  };
}

/**
 * Cut `text` into tokens, written to `tokens`, which must have room for them. Linear. `byCharacter`: each character of a
 * script without blanks between words is a token, whose `begins3` and `ends` are its neighbours'.
 */
export function tokenize(
  text: string,
  tokens = makeTokens(text.length),
  byCharacter = false,
): Tokens {
  const before = tokens.count;
  tokens.count = 0;
  tokens.byCharacter = byCharacter;
  tokens.hasLanguages = false;
  const length = text.length;
  let at = 0;
  let gap: number = GAP.emptyLine;
  while (at < length) {
    const kind = kindOfCode(text.charCodeAt(at));
    if (kind === KIND.newline) gap = gap >= GAP.newline ? GAP.emptyLine : GAP.newline;
    else if (kind === KIND.blank) gap = gap === GAP.none ? GAP.blank : gap;
    else if (kind !== KIND.ignored) {
      const n = tokens.count++;
      tokens.start[n] = at;
      tokens.gap[n] = gap;
      gap = GAP.none;
      const units = byCharacter ? unitsOfCharacter(text, at, kind) : 0;
      at =
        units > 0
          ? addCharacter(tokens, n, text, at, units)
          : addToken(tokens, n, text, at, kind, byCharacter);
      continue;
    }
    at++;
  }
  // A lookup of the word after the last one must not find another text's.
  for (const noted of [tokens.gap, tokens.shape, tokens.word]) noted.fill(0, tokens.count, before);
  return tokens;
}

/**
 * Record the language of each token: capitals say much in French and little in German. `stretches` cover the tokenized text,
 * which begins at offset `from` of theirs.
 */
export function markLanguages(tokens: Tokens, stretches: readonly Stretch[], from: number): void {
  const { count, start, language } = tokens;
  let index = 0;
  for (let i = 0; i < count; i++) {
    const at = from + (start[i] as number);
    while ((stretches[index] as Stretch).end <= at) index++;
    language[i] = 1 + LANGUAGES.indexOf((stretches[index] as Stretch).language as never);
  }
  tokens.hasLanguages = true;
}

/** Add the token that begins at `from` with a code unit of this kind; returns its end. */
function addToken(
  tokens: Tokens,
  n: number,
  text: string,
  from: number,
  kind: number,
  byCharacter: boolean,
): number {
  if (kind === KIND.letter) return addWord(tokens, n, text, from, byCharacter);
  if (kind === KIND.other) {
    const hash = addToHash(HASH_START, text.charCodeAt(from));
    return addWhole(tokens, n, from + 1, SHAPE.sign, hash);
  }
  let at = from + 1;
  while (at < text.length && kindOfCode(text.charCodeAt(at)) === KIND.digit) at++;
  const digits = Math.min(at - from, LONG_NUMBER);
  return addWhole(tokens, n, at, SHAPE.number + digits - 1, addToHash(NUMBER_START, digits));
}

/** Add a sign or number that ends at `at`: its one hash serves as its beginning and its ends as well. */
function addWhole(tokens: Tokens, n: number, at: number, shape: number, hash: number): number {
  tokens.end[n] = at;
  tokens.shape[n] = shape;
  tokens.word[n] = hash;
  tokens.begins3[n] = hash;
  tokens.ends2[n] = hash;
  tokens.ends3[n] = hash;
  tokens.ends4[n] = hash;
  return at;
}

/** Shape, by script, of a character that is written without blanks between words; `SHAPE.sign` for any other. */
function scriptShape(code: number): number {
  if (code >= 0x3041 && code <= 0x309f) return SHAPE.lower;
  if ((code >= 0x30a1 && code <= 0x30ff) || (code >= 0x31f0 && code <= 0x31ff)) return SHAPE.title;
  const isHan =
    (code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || code === 0x3005;
  return isHan ? SHAPE.capitals : SHAPE.sign;
}

/** High surrogates of the Han characters beyond U+FFFF, planes 2 and 3. */
const HAN_PAIRS = { from: 0xd840, to: 0xd8bf } as const;

/** UTF-16 code units of the character at `at` if it is written without blanks between words, else 0. */
function unitsOfCharacter(text: string, at: number, kind: number): number {
  const code = text.charCodeAt(at);
  if (kind === KIND.letter) return scriptShape(code) === SHAPE.sign ? 0 : 1;
  if (code < HAN_PAIRS.from || code > HAN_PAIRS.to) return 0;
  return (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 0;
}

function addCharacter(tokens: Tokens, n: number, text: string, at: number, units: number): number {
  const code = (i: number) => (i >= 0 && i < text.length ? simplifiedCode(text.charCodeAt(i)) : 0);
  const first = addToHash(HASH_START, code(at));
  const own = units === 1 ? first : addToHash(first, code(at + 1));
  const next = addToHash(own, code(at + units));
  const last = addToHash(addToHash(HASH_START, code(at - 1)), code(at));
  tokens.end[n] = at + units;
  tokens.word[n] = own;
  tokens.begins3[n] = next;
  tokens.ends2[n] = last;
  tokens.ends3[n] = addToHash(last, code(at - 2));
  tokens.ends4[n] = addToHash(next, code(at + units + 1));
  tokens.shape[n] = units === 1 ? scriptShape(text.charCodeAt(at)) : SHAPE.capitals;
  return at + units;
}

function addWord(
  tokens: Tokens,
  n: number,
  text: string,
  from: number,
  byCharacter: boolean,
): number {
  let at = from;
  let end = from;
  let letters = 0;
  let capitals = 0;
  let hash = HASH_START;
  let begins3 = HASH_START;
  let last = 0;
  let last2 = 0;
  let last3 = 0;
  let last4 = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = kindOfCode(code);
    if (kind === KIND.ignored) continue;
    if (kind !== KIND.letter || (byCharacter && scriptShape(code) !== SHAPE.sign)) break;
    const folded = foldCode(code);
    hash = addToHash(hash, folded);
    letters++;
    if (letters === 3) begins3 = hash;
    if (isUpperCode(code)) capitals++;
    last4 = last3;
    last3 = last2;
    last2 = last;
    last = folded;
    end = at + 1;
  }
  tokens.end[n] = end;
  tokens.word[n] = hash;
  tokens.begins3[n] = letters < 3 ? hash : begins3;
  const ends2 = addToHash(addToHash(HASH_START, last), last2);
  const ends3 = addToHash(ends2, last3);
  tokens.ends2[n] = ends2;
  tokens.ends3[n] = ends3;
  tokens.ends4[n] = addToHash(ends3, last4);
  tokens.shape[n] = shapeOf(isUpperCode(text.charCodeAt(from)), letters, capitals);
  return at;
}

function shapeOf(beginsWithCapital: boolean, letters: number, capitals: number): number {
  if (capitals === 0) return SHAPE.lower;
  if (letters === 1) return SHAPE.initial;
  if (capitals === letters) return SHAPE.capitals;
  return beginsWithCapital && capitals === 1 ? SHAPE.title : SHAPE.mixed;
}
