// One look at every character of a text, for all recognizers: which signs are in it, where its digits stand,
// and which of its words may begin a label or a known form. Most words are nothing to anybody, and finding
// that out once is cheaper than finding it out once a recognizer.

import { foldOf } from "./label-letters.ts";

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
} as const;

/** What a watched word begins with: a word of a label, or a run of letters, digits and underscores. */
export const WATCH = { label: 1, hardware: 2, run: 4 } as const;
/** Watched at the beginning of words as `WordCursor` reads them. */
const WORD_WATCHES = WATCH.label | WATCH.hardware;

// The low bits of a kind: five of the letter (0 none, 31 one beyond ASCII), then what the sweep asks for.
const LETTER_BITS = 31;
const LOWER = 1 << 5;
const UPPER = 1 << 6;
/** From the bit of a small letter to that of a capital, which begins a word behind it. */
const HUMP_SHIFT = 1;
/** A letter, digit or underscore of ASCII. */
const RUN = 1 << 8;
const LETTER = 1 << 9;
const FOREIGN_LETTER = 31;

/** What stands for code units beyond ASCII: 127 for what `foldOf` takes for a part of a word, 1 for others. */
const OTHER_LETTER = 127;
const OTHER_SIGN = 1;
const UNITS = 128;

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

const KINDS = Int32Array.from({ length: UNITS }, (_, code) => {
  const char = String.fromCharCode(code);
  const sign = SIGN_BY_CHAR[char] ?? 0;
  if (code === OTHER_SIGN) return SIGN.foreign;
  if (code === OTHER_LETTER) {
    return SIGN.foreign | FOREIGN_LETTER | LOWER | LETTER;
  }
  if (/\d/.test(char)) return SIGN.digit | RUN;
  if (char === "_") return RUN;
  if (!/[A-Za-z]/.test(char)) return sign;
  return (code & LETTER_BITS) | (code >= 97 ? LOWER : UPPER) | RUN | LETTER;
});

/** Watches by the first three letters of a word, five bits each; 0: the word is shorter. */
const watches = new Uint8Array(1 << 15);
for (let key = 0; key < watches.length; key++) {
  // Letters beyond ASCII may be accented ones, or nothing to see.
  const letters = [key >>> 10, (key >>> 5) & LETTER_BITS, key & LETTER_BITS];
  if (letters.includes(FOREIGN_LETTER)) watches[key] = WATCH.label;
}

/** The key of a word by the kinds of its first three characters. */
function keyOf(first: number, second: number, third: number): number {
  const inner = innerLetter(first, second);
  const last = inner === 0 ? 0 : innerLetter(second, third);
  return ((first & LETTER_BITS) << 10) | (inner << 5) | last;
}

/** The letter of a kind if it goes on with the word of the one before it, else 0. */
function innerLetter(before: number, kind: number): number {
  const isHump = ((before & LOWER) << HUMP_SHIFT) & kind;
  return isHump === 0 && (before & LETTER) !== 0 ? kind & LETTER_BITS : 0;
}

function watch(key: number, bit: number): void {
  watches[key] = (watches[key] as number) | bit;
}

/** Have the places reported where one of `words` (small letters, in whatever letter case) may begin. */
export function watchWords(words: Iterable<string>, bit: number): void {
  for (const word of words) {
    const letters = Array.from(word, (char) => foldOf(char.charCodeAt(0)) & LETTER_BITS);
    const [first = 0, second = 0, third = 0] = letters;
    watch((first << 10) | (second << 5) | third, bit);
  }
  look.forget();
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
export const PLACE_MASK = (1 << PLACE_SHIFT) - 1;
/** Shorter texts are read here sooner than handed over. */
const SHORT_CHARS = 24;
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
  #units = new Uint8Array(FIRST_CHARS);

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
    // Two more, to end the last word.
    if (chars + 2 <= this.#units.length) return;
    const size = 2 * chars + 2;
    this.#units = new Uint8Array(size);
    this.digitStarts = new Int32Array(size);
    this.digitEnds = new Int32Array(size);
    this.places = new Int32Array(size);
  }

  /** The text by units of one byte, and two zeros. */
  #read(text: string): void {
    const units = this.#units;
    const { length } = text;
    const isAscii = length > SHORT_CHARS && isWritten(encoder.encodeInto(text, units), length);
    if (!isAscii) {
      for (let at = 0; at < length; at++) {
        const code = text.charCodeAt(at);
        units[at] = code < UNITS ? code : foldOf(code) === 0 ? OTHER_SIGN : OTHER_LETTER;
      }
    }
    units[length] = 0;
    units[length + 1] = 0;
  }

  #sweep(length: number): void {
    const units = this.#units;
    const kinds = KINDS;
    const { places, digitStarts, digitEnds } = this;
    let signs = 0;
    let digitRuns = 0;
    let placeCount = 0;
    let before = 0;
    for (let at = 0; at <= length; at++) {
      const kind = kinds[units[at] as number] as number;
      signs |= kind;
      // One question for most characters: does anything begin or end here?
      const begins = kind & ((~before & (RUN | LETTER)) | ((before & LOWER) << HUMP_SHIFT));
      const edge = (kind ^ before) & SIGN.digit;
      if ((begins | edge) !== 0) {
        if (edge !== 0) {
          if ((kind & SIGN.digit) !== 0) digitStarts[digitRuns] = at;
          else digitEnds[digitRuns++] = at;
        }
        const found = (begins & (RUN | LETTER | UPPER)) === 0 ? 0 : watchedAt(units, at, kind, begins);
        if (found !== 0) places[placeCount++] = (at << PLACE_SHIFT) | found;
      }
      before = kind;
    }
    this.signs = signs;
    this.digitRuns = digitRuns;
    this.placeCount = placeCount;
  }
}

/** The watches at a letter where a word or run begins. */
function watchedAt(units: Uint8Array, at: number, kind: number, begins: number): number {
  const second = KINDS[units[at + 1] as number] as number;
  const third = KINDS[units[at + 2] as number] as number;
  const isWord = (begins & (LETTER | UPPER)) !== 0;
  const asked = (isWord ? WORD_WATCHES : 0) | ((begins & RUN) === 0 ? 0 : WATCH.run);
  return (watches[keyOf(kind, second, third)] as number) & asked;
}

function isWritten({ read, written }: { read: number; written: number }, length: number): boolean {
  return read === length && written === length;
}

const look = new Survey();

/** What there is in `text`. One survey serves all texts: what it says is good until the next call for another. */
export function surveyOf(text: string): Survey {
  return look.of(text);
}

/** Whether there is a digit (0-9) in `text`. Without one, no number is worth looking for. */
export function hasDigit(text: string): boolean {
  return look.of(text).digitRuns > 0;
}
