// Person tokens: given and family names from lists, as many words as the value. Pure.
//
// The names are real names (lists/given-names.ts, lists/family-names.ts). Only a counter decides which of them a token gets,
// so a token reveals nothing about the person it stands for, and any living namesake is a coincidence.
import type { RandomSource } from "../../../core/random-source.ts";
import { familyNames, givenNames, LIST_SIZE } from "../../lists/name-lists.ts";
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage, type Stage } from "../../stages.ts";
import { inLetterCase, type LetterCase, letterCaseOf } from "./letter-case.ts";

/** Words that encode a number: 2048^4 is 2^44, enough for the mapping's id. */
const NUMBERED_WORDS = 4;
/** Words of the longest tokens; further words of a value are ignored. */
const MAX_WORDS = 12;
/** Longer texts are no tokens: twelve names of 11 letters, a comma after each, blanks between. */
const LONGEST_TOKEN = 160;
/** UTF-16 units of a value that are read for its shape: twelve words of 20. */
const LOOKED_AT = 256;

/** What a token takes over from one word of the value. */
interface WordShape {
  readonly letterCase: LetterCase;
  readonly comma: boolean;
}

const DEFAULT_WORD: WordShape = { letterCase: "capitalised", comma: false };

/**
 * The form of person tokens, which every value has.
 *
 * A word is a run between blanks. A value of 1 word gets a given name, of 2 words a given and a family name, of 3 words two
 * given names and a family name. Each stage then adds one word, up to 4, which carry the mapping's id. The spaces are
 * SPACES.person plus the number of words. The lists share no name, so no text can be read in two ways. A value of 5 to 12
 * words gets as many at once: the first three and the family name carry the id, the given names between them are random.
 * Words beyond 12, and text beyond 256 UTF-16 units, do not count.
 *
 * A comma after a word stays; after the first of several words it means that the family name comes first ("Lane, Ada"
 * becomes "Nash, Erin"). Blanks become single spaces; other punctuation is dropped. Letter case is the value's, word by
 * word; values in scripts without letter case get capitalized Latin names.
 */
export const personForm: FixedForm = {
  stages(value) {
    const shape = shapeOfName(value);
    const stages: Stage[] = [];
    for (let words = shape.length; words < NUMBERED_WORDS; words++) {
      const text = (number: number): string => spell(shape, words, number, NONE_DRAWN);
      stages.push(countedStage(SPACES.person + words, LIST_SIZE ** words, text));
    }
    const words = Math.max(shape.length, NUMBERED_WORDS);
    const more = BYTES_PER_NAME * (words - NUMBERED_WORDS);
    const text = (number: number, random: RandomSource): string =>
      spell(shape, words, number, more === 0 ? NONE_DRAWN : random(more));
    stages.push(idStage(SPACES.person + NUMBERED_WORDS, LIST_SIZE ** NUMBERED_WORDS, text));
    return stages;
  },

  mayBe(text) {
    if (text.length > LONGEST_TOKEN) return false;
    const words = text.toLowerCase().split(/\s+/);
    if (words.length > MAX_WORDS) return false;
    const familyAt = words.length === 1 ? -1 : words[0]?.endsWith(",") ? 0 : words.length - 1;
    return words.every((word, i) => {
      const name = word.endsWith(",") ? word.slice(0, -1) : word;
      return (i === familyAt ? familyNames : givenNames).has(name);
    });
  },
};

const NONE_DRAWN = new Uint8Array(0);

/** The shapes of a value's words: of at most twelve, the first eleven and the last. */
function shapeOfName(value: string): readonly WordShape[] {
  const text = value.length > LOOKED_AT ? value.slice(0, LOOKED_AT) : value;
  const words = text.match(/\S+/g);
  if (words === null) return [DEFAULT_WORD];
  if (words.length > MAX_WORDS) words.splice(MAX_WORDS - 1, words.length - MAX_WORDS);
  const whole = letterCaseOf(text);
  return words.map((word) => ({
    letterCase: whole === "capitalised" ? letterCaseOf(word) : whole,
    comma: word.endsWith(","),
  }));
}

/** Random bytes for one given name: 2^16 is a multiple of 2,048, so all names are equally likely. */
const BYTES_PER_NAME = 2;

/**
 * The name with a number: its base-2048 digits, the family name last. When there are more words than digits, the given names
 * before the family name come from the random bytes in `drawn`.
 */
function spell(
  shape: readonly WordShape[],
  words: number,
  number: number,
  drawn: Uint8Array,
): string {
  const familyFirst = shape.length > 1 && shape[0]?.comma === true;
  let familyName = "";
  let text = "";
  let rest = number;
  for (let i = words - 1; i >= 0; i--) {
    const isFamilyName = i > 0 && i === words - 1;
    let name: string;
    if (i >= NUMBERED_WORDS - 1 && !isFamilyName) name = drawnName(drawn, i - NUMBERED_WORDS + 1);
    else {
      const higher = Math.floor(rest / LIST_SIZE);
      name = (isFamilyName ? familyNames : givenNames).at(rest - higher * LIST_SIZE);
      rest = higher;
    }
    if (familyFirst && i === words - 1) familyName = name;
    else {
      const word = inShape(name, shape, familyFirst ? i + 1 : i, words);
      text = text === "" ? word : `${word} ${text}`;
    }
  }
  return familyFirst ? `${inShape(familyName, shape, 0, words)} ${text}` : text;
}

function drawnName(drawn: Uint8Array, at: number): string {
  const high = drawn[BYTES_PER_NAME * at] ?? 0;
  const low = drawn[BYTES_PER_NAME * at + 1] ?? 0;
  return givenNames.at((high * 0x100 + low) % LIST_SIZE);
}

/** A name in the shape of a value's word. Words that a stage added go before the last word, without a comma. */
function inShape(name: string, shape: readonly WordShape[], at: number, words: number): string {
  const last = shape.length - 1;
  const isLast = at === words - 1;
  const { letterCase, comma } = shape[isLast || at > last ? last : at] ?? DEFAULT_WORD;
  const word = inLetterCase(name, letterCase);
  return comma && (isLast || at < last) ? `${word},` : word;
}
