// Person tokens: given and family names from a list, as many words as the value. Pure.
//
// The names are real names (lists/given-names.ts, lists/family-names.ts); which of them a token gets
// depends on a counter only, so that a token says nothing of the person it stands for, and a living
// namesake is a coincidence.
import { inLetterCase, type LetterCase, letterCaseOf } from "../letter-case.ts";
import { familyNames, givenNames, LIST_SIZE } from "../lists/name-lists.ts";
import { SPACES } from "../spaces.ts";
import { countedStage, type FixedForm, idStage, type Stage } from "../stage.ts";

/** Words of the longest tokens; their stage carries the mapping's id: 2048^4 is 2^44. */
const MOST_WORDS = 4;
/** Longer texts are no token: four names of 10 letters, a comma behind each, blanks between. */
const LONGEST_TOKEN = 120;
/** UTF-16 units of a value that are looked at for its shape. */
const LOOKED_AT = 256;

/** What a token takes from one word of the value. */
interface WordShape {
  readonly letterCase: LetterCase;
  /** A comma stands behind the word. */
  readonly comma: boolean;
}

const BARE_WORD: WordShape = { letterCase: "capitalised", comma: false };

/**
 * The form of person tokens. Every value has it.
 *
 * A word is a run between blanks. A value of 1 word gets a given name, of 2 words given and family name,
 * of 3 words two given names and a family name; then one word more, stage by stage, up to 4, which is
 * also what values of more words get. The spaces are SPACES.person plus the number of words. The lists
 * share no name, so no text can be read in two ways.
 *
 * A comma behind a word stays; behind the first of several words it says that the family name comes
 * first ("Lane, Ada" becomes "Nash, Erin"). Blanks become single spaces; other punctuation goes. Letter
 * case is the value's, word by word; scripts without letter case get capitalised Latin names.
 */
export const personForm: FixedForm = {
  stages(value) {
    const shape = shapeOfName(value);
    const stages: Stage[] = [];
    for (let words = shape.length; words < MOST_WORDS; words++) {
      const text = (number: number): string => spell(shape, words, number);
      stages.push(countedStage(SPACES.person + words, LIST_SIZE ** words, text));
    }
    const text = (number: number): string => spell(shape, MOST_WORDS, number);
    stages.push(idStage(SPACES.person + MOST_WORDS, LIST_SIZE ** MOST_WORDS, text));
    return stages;
  },

  mayBe(text) {
    if (text.length > LONGEST_TOKEN) return false;
    const words = text.toLowerCase().split(/\s+/);
    if (words.length > MOST_WORDS) return false;
    const familyAt = words.length === 1 ? -1 : words[0]?.endsWith(",") ? 0 : words.length - 1;
    return words.every((word, i) => {
      const name = word.endsWith(",") ? word.slice(0, -1) : word;
      return (i === familyAt ? familyNames : givenNames).has(name);
    });
  },
};

/** The shapes of a value's words, at most four: the first three and the last. */
function shapeOfName(value: string): readonly WordShape[] {
  const text = value.length > LOOKED_AT ? value.slice(0, LOOKED_AT) : value;
  const words = text.match(/\S+/g);
  if (words === null) return [BARE_WORD];
  if (words.length > MOST_WORDS) words.splice(MOST_WORDS - 1, words.length - MOST_WORDS);
  const whole = letterCaseOf(text);
  return words.map((word) => ({
    letterCase: whole === "capitalised" ? letterCaseOf(word) : whole,
    comma: word.endsWith(","),
  }));
}

/** The name with a number: base-2048 digits, the family name last. */
function spell(shape: readonly WordShape[], words: number, number: number): string {
  const familyFirst = shape.length > 1 && shape[0]?.comma === true;
  let familyName = "";
  let text = "";
  let rest = number;
  for (let i = words - 1; i >= 0; i--) {
    const higher = Math.floor(rest / LIST_SIZE);
    const list = i > 0 && i === words - 1 ? familyNames : givenNames;
    const name = list.at(rest - higher * LIST_SIZE);
    rest = higher;
    if (familyFirst && i === words - 1) familyName = name;
    else {
      const word = dressed(name, shape, familyFirst ? i + 1 : i, words);
      text = text === "" ? word : `${word} ${text}`;
    }
  }
  return familyFirst ? `${dressed(familyName, shape, 0, words)} ${text}` : text;
}

/** A name in the shape of a value's word; words that were added stand before the last, without comma. */
function dressed(name: string, shape: readonly WordShape[], at: number, words: number): string {
  const last = shape.length - 1;
  const isLast = at === words - 1;
  const { letterCase, comma } = shape[isLast || at > last ? last : at] ?? BARE_WORD;
  const word = inLetterCase(name, letterCase);
  return comma && (isLast || at < last) ? `${word},` : word;
}
