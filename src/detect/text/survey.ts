// One look at every character of a text, for all recognizers: which signs are in it, where its digits stand,
// and which of its words may begin a label or a known form. Most words are nothing to anybody, and finding
// that out once is cheaper than finding it out once a recognizer.

import { foldOf } from "./folded-words.ts";
import { FOREIGN, INVISIBLE } from "./look-alikes.ts";

/** Signs a text may hold, as bits of `Survey.signs`. */
export const SIGN = {
  digit: 1 << 7,
  at: 1 << 10,
  colon: 1 << 11,
  dot: 1 << 12,
  dash: 1 << 13,
  bracket: 1 << 14,
  ampersand: 1 << 15,
  percent: 1 << 16,
  /** Any code unit beyond ASCII. */
  foreign: 1 << 17,
  /** One that may be a part of a disguise (disguise.ts). */
  disguise: 1 << 18,
} as const;

/** What may begin at a watched place: a label, the label of a hardware address, a run of letters, digits and underscores. */
export const WATCH = { label: 1, hardware: 2, run: 4 } as const;
/** Watched at the beginning of words as `WordCursor` reads them, and of runs. */
const WORD_WATCHES = WATCH.label | WATCH.hardware;
const RUN_WATCHES = WATCH.run | WATCH.hardware;

// The low bits of a kind: five of the letter (0 none, 31 one beyond ASCII), then what the sweep asks for.
const LETTER_BITS = 31;
const DIGIT = SIGN.digit;
const LOWER_AT = 5;
const UPPER_AT = 6;
const LOWER = 1 << LOWER_AT;
const UPPER = 1 << UPPER_AT;
/** From the bit of a small letter to that of a capital, which begins a word behind it. */
const HUMP_SHIFT = 1;
/** A letter, digit or underscore of ASCII. */
const RUN_AT = 8;
const RUN = 1 << RUN_AT;
const LETTER_AT = 9;
const LETTER = 1 << LETTER_AT;
const FOREIGN_LETTER = 31;

/** What stands for code units beyond ASCII: one number for what `foldOf` takes for a part of a word, one for others. */
const OTHER_LETTER = 128;
const OTHER_SIGN = 129;
/** Code units of ASCII. */
const ASCII = 128;

const SIGN_BY_CHAR: Readonly<Record<string, number>> = {
  "@": SIGN.at,
  ":": SIGN.colon,
  ".": SIGN.dot,
  "-": SIGN.dash,
  "(": SIGN.bracket,
  "[": SIGN.bracket,
  "{": SIGN.bracket,
  "&": SIGN.ampersand,
  "%": SIGN.percent,
};

const KINDS = Int32Array.from({ length: OTHER_SIGN + 1 }, (_, code) => {
  const char = String.fromCharCode(code);
  const sign = SIGN_BY_CHAR[char] ?? 0;
  if (code === OTHER_SIGN) return SIGN.foreign;
  if (code === OTHER_LETTER) return SIGN.foreign | FOREIGN_LETTER | LOWER | LETTER;
  if (/\d/.test(char)) return DIGIT | RUN;
  if (char === "_") return RUN;
  if (!/[A-Za-z]/.test(char)) return sign;
  return (code & LETTER_BITS) | (code >= 97 ? LOWER : UPPER) | RUN | LETTER;
});

/** Watches by the first three letters of a word, five bits each; 0: the word is shorter. */
const watches = new Uint8Array(1 << 15);
// Letters beyond ASCII, at any of the three places, may be accented ones, or nothing to see. Not by a look at each
// of the 32,768 keys: that was a sixth of what loading all of the program took.
watches.fill(WATCH.label, FOREIGN_LETTER << 10);
for (let two = 1; two < FOREIGN_LETTER << 5; two++) {
  const second = two & LETTER_BITS;
  const key = two << 5;
  if (second === FOREIGN_LETTER) watches.fill(WATCH.label, key, key + LETTER_BITS + 1);
  else if (second !== 0) watches[key | FOREIGN_LETTER] = WATCH.label;
}

/** The key of a word by the kinds of its first three characters. */
function keyOf(first: number, second: number, third: number): number {
  const letters = (innerLetter(first, second) << 5) | innerLetter(second, third);
  return ((first & LETTER_BITS) << 10) | letters;
}

/** The letter of a kind if the one before it does not make it a new word's, else 0. Without a branch: asked for each word. */
function innerLetter(before: number, kind: number): number {
  const isHump = (before >>> LOWER_AT) & (kind >>> UPPER_AT) & 1;
  return kind & LETTER_BITS & (isHump - 1);
}

function watch(key: number, bit: number): void {
  // Behind a word of one letter may stand whatever there is.
  const isOneLetter = ((key >>> 5) & LETTER_BITS) === 0;
  const last = isOneLetter ? key | LETTER_BITS : key;
  for (let at = isOneLetter ? key & ~LETTER_BITS : key; at <= last; at++) {
    watches[at] = (watches[at] as number) | bit;
  }
}

/** Have the places reported where one of `words` (small letters, in whatever letter case) may begin. */
export function watchWords(words: Iterable<string>, bit: number): void {
  for (const word of words) {
    watch((letterAt(word, 0) << 10) | (letterAt(word, 1) << 5) | letterAt(word, 2), bit);
  }
  look.forget();
}

/** The letter of a word at a place, 0 behind its end. */
function letterAt(word: string, at: number): number {
  return at < word.length ? foldOf(word.charCodeAt(at)) & LETTER_BITS : 0;
}

/** Have the runs of letters, digits and underscores reported that may begin with one of `starts` (three characters). */
export function watchRuns(starts: Iterable<string>): void {
  for (const start of starts) {
    const [first = 0, second = 0, third = 0] = Array.from(start, (c) => KINDS[c.charCodeAt(0)]);
    watch(keyOf(first, second, third), WATCH.run);
  }
  look.forget();
}

const FIRST_CHARS = 4096;
/** In the list of places: the bits of the watches. */
export const PLACE_SHIFT = 3;
const UTF8_BYTES = 3;
const THREE_BYTES = 0xe0;
const FOUR_BYTES = 0xf0;
const encoder = new TextEncoder();

/** What the sweep over a text has found. Good until another text is looked at. */
export class Survey {
  /** Signs in the text, bits of `SIGN`. */
  signs = 0;
  /** How many runs of digits (0-9) there are, where each begins and ends. */
  digitRuns = 0;
  digitStarts = new Int32Array(FIRST_CHARS);
  digitEnds = new Int32Array(FIRST_CHARS);
  /** How many places are watched; each is its offset, shifted, and the bits of `WATCH`. */
  placeCount = 0;
  places = new Int32Array(FIRST_CHARS);

  #text: string | null = null;
  #units = new Uint8Array(UTF8_BYTES * FIRST_CHARS);

  /** Look at `text`, if it is not the text looked at last. */
  of(text: string): this {
    if (text !== this.#text) {
      this.#text = text;
      this.#reserve(text.length);
      this.#read(text);
      this.#sweep(text.length);
    }
    return this;
  }

  /** Look anew even at the same text. */
  forget(): void {
    this.#text = null;
  }

  #reserve(chars: number): void {
    // Three bytes of UTF-8 for a code unit, and two zeros to end the last word.
    if (UTF8_BYTES * chars + 2 <= this.#units.length) return;
    const size = 2 * chars + 2;
    this.#units = new Uint8Array(UTF8_BYTES * size);
    this.digitStarts = new Int32Array(size);
    this.digitEnds = new Int32Array(size);
    this.places = new Int32Array(size);
  }

  /** The text by units of one byte, and two zeros. */
  #read(text: string): void {
    const units = this.#units;
    const { length } = text;
    const { written } = encoder.encodeInto(text, units);
    this.signs = written === length ? 0 : foldUtf8(text, units, written);
    units[length] = 0;
    units[length + 1] = 0;
  }

  #sweep(length: number): void {
    const units = this.#units;
    const kinds = KINDS;
    const { places, digitStarts, digitEnds } = this;
    let { signs } = this;
    let digitRuns = 0;
    let placeCount = 0;
    let before = 0;
    for (let at = 0; at <= length; at++) {
      const kind = kinds[units[at] as number] as number;
      signs |= kind;
      // One question for most characters: does anything begin or end here?
      const begins = kind & ((~before & (RUN | LETTER)) | ((before & LOWER) << HUMP_SHIFT));
      const edge = (kind ^ before) & DIGIT;
      if ((begins | edge) !== 0) {
        if (edge !== 0) {
          if ((kind & DIGIT) !== 0) digitStarts[digitRuns] = at;
          else digitEnds[digitRuns++] = at;
        }
        const found = watchedAt(units, at, kind, begins);
        if (found !== 0) places[placeCount++] = (at << PLACE_SHIFT) | found;
      }
      before = kind;
    }
    this.signs = signs;
    this.digitRuns = digitRuns;
    this.placeCount = placeCount;
  }
}

/** The watches at a place where a word or run begins. */
function watchedAt(units: Uint8Array, at: number, kind: number, begins: number): number {
  const second = KINDS[units[at + 1] as number] as number;
  const third = KINDS[units[at + 2] as number] as number;
  const isWord = ((begins >>> LETTER_AT) | (begins >>> UPPER_AT)) & 1;
  const isRun = (begins >>> RUN_AT) & 1;
  const asked = (-isWord & WORD_WATCHES) | (-isRun & RUN_WATCHES);
  return (watches[keyOf(kind, second, third)] as number) & asked;
}

/** What is known of code units beyond ASCII: what stands for them, and a bit for a disguise. Filled as they turn up. */
const knownUnits = new Uint16Array(65536);
const DISGUISE_BIT = 256;
const HIGH_SURROGATE_OF_LETTERS = 0xd835;

function unitOf(code: number): number {
  const known = knownUnits[code] as number;
  if (known !== 0) return known;
  const char = String.fromCharCode(code);
  const isDisguise =
    INVISIBLE.test(char) || FOREIGN.test(char) || code === HIGH_SURROGATE_OF_LETTERS;
  const unit = foldOf(code) === 0 ? OTHER_SIGN : OTHER_LETTER;
  knownUnits[code] = unit | (isDisguise ? DISGUISE_BIT : 0);
  return knownUnits[code];
}

/**
 * `text` in UTF-8, of `written` bytes, as one byte for each UTF-16 code unit. Tells the sign of a disguise, if
 * there may be one.
 */
function foldUtf8(text: string, units: Uint8Array, written: number): number {
  let all = 0;
  let to = 0;
  for (let from = 0; from < written; to++) {
    const byte = units[from] as number;
    if (byte < ASCII) {
      units[to] = byte;
      from++;
      continue;
    }
    const unit = unitOf(text.charCodeAt(to));
    all |= unit;
    units[to] = unit & (DISGUISE_BIT - 1);
    // The first byte tells how many there are (RFC 3629, 3). Four of them are two code units.
    from += byte < THREE_BYTES ? 2 : 3;
    if (byte < FOUR_BYTES) continue;
    from++;
    to++;
    units[to] = OTHER_LETTER;
  }
  return (all & DISGUISE_BIT) === 0 ? 0 : SIGN.disguise;
}

const look = new Survey();

/** What there is in `text`. One survey serves all texts: what it says is good until the next call for another. */
export function surveyOf(text: string): Survey {
  return look.of(text);
}
