// What the tagger needs to know of a UTF-16 code unit: whether it is part of a word, and how the word list spells it (lower
// case, look-alike letters as the Latin ones they imitate).

/** From this code unit on, only full-width letters are folded; others keep their case (such as Vietnamese, U+1EA0 on). */
const TABLE_SIZE = 0x600;

/** Kind of a code unit: what tokens are made of, and what separates them. */
export const KIND = { other: 0, letter: 1, digit: 2, blank: 3, newline: 4, ignored: 5 } as const;

/**
 * Cyrillic and Greek letters that imitate Latin ones, each followed by the Latin letter. From the Unicode Consortium's
 * confusables (UTS 39), limited to those that look the same in most typefaces.
 */
const LOOK_ALIKES = "аaеeоoрpсcуyхxіiѕsјjԁdһhοoαaνvιiκkρp";

const kinds = new Uint8Array(TABLE_SIZE);
const folded = new Uint16Array(TABLE_SIZE);
const upper = new Uint8Array(TABLE_SIZE);
fillTables();

function fillTables(): void {
  for (let code = 0; code < TABLE_SIZE; code++) {
    const char = String.fromCharCode(code);
    const lower = char.toLowerCase();
    folded[code] = lower.charCodeAt(0);
    upper[code] = lower !== char ? 1 : 0;
    kinds[code] = kindOf(char);
  }
  for (let i = 0; i < LOOK_ALIKES.length; i += 2) {
    const small = LOOK_ALIKES[i] as string;
    for (const form of [small, small.toUpperCase()]) {
      folded[form.charCodeAt(0)] = LOOK_ALIKES.charCodeAt(i + 1);
    }
  }
}

function kindOf(char: string): number {
  if (/[\p{L}\p{M}]/u.test(char)) return KIND.letter;
  if (/\d/.test(char)) return KIND.digit;
  if (char === "\n" || char === "\r") return KIND.newline;
  if (/\s/.test(char)) return KIND.blank;
  return char === "\u00ad" ? KIND.ignored : KIND.other;
}

/**
 * Kinds of the code units beyond the table, as ranges up to and including their last one. Besides letters: general
 * punctuation with its blanks and invisible signs, symbols and pictures, CJK punctuation, surrogates (mostly emoji) with the
 * private use area, variation selectors, byte order mark.
 */
const REST: readonly (readonly [last: number, kind: number])[] = [
  [0x1fff, KIND.letter],
  [0x200a, KIND.blank],
  [0x200f, KIND.ignored],
  [0x2027, KIND.other],
  [0x2029, KIND.newline],
  [0x202e, KIND.ignored],
  [0x202f, KIND.blank],
  [0x205f, KIND.other],
  [0x206f, KIND.ignored],
  [0x2bff, KIND.other],
  [0x2fff, KIND.letter],
  [0x3000, KIND.blank],
  [0x303f, KIND.other],
  [0xd7ff, KIND.letter],
  [0xf8ff, KIND.other],
  [0xfdff, KIND.letter],
  [0xfe0f, KIND.ignored],
  [0xfefe, KIND.letter],
  [0xfeff, KIND.ignored],
  [0xff20, KIND.other],
  [0xffff, KIND.letter],
];

/** The `KIND` of a code unit. */
export function kindOfCode(code: number): number {
  if (code < TABLE_SIZE) return kinds[code] as number;
  for (const [last, kind] of REST) if (code <= last) return kind;
  return KIND.letter;
}

/** Folds a code unit: lower case, look-alikes as the letter they imitate, full-width forms as ASCII. */
export function foldCode(code: number): number {
  if (code < TABLE_SIZE) return folded[code] as number;
  if (code >= 0xff21 && code <= 0xff3a) return code - 0xff21 + 97;
  return code >= 0xff41 && code <= 0xff5a ? code - 0xff41 + 97 : code;
}

/** Whether a code unit is a capital letter. */
export function isUpperCode(code: number): boolean {
  return code < TABLE_SIZE ? upper[code] === 1 : code >= 0xff21 && code <= 0xff3a;
}
