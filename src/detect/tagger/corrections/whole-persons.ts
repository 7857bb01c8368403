// Persons of whose name the model has found a part ("[Ann] Okafor-Smythe", "Kofi [Annan Mensah]"), or nothing, since it begins
// like a word: "I'm Precious Adeyemi".

import type { SearchedText } from "../searched-text.ts";
import { PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { ABBREVIATIONS } from "./abbreviations.ts";
import { NO_NAMES } from "./known-names.ts";
import { isCapital, type Names } from "./organizations.ts";
import { hashesOf, hashOfWord, JOB_WORDS, NAMES_TOO, ROLE_WORDS } from "./role-words.ts";

/** Signs between the parts of a family name. */
const JOINTS = hashesOf("- ' \u2019");
const MAX_WORDS = 3;
/** Least share of names among the words used like it, of a listed family name and of another word. */
const LISTED_SHARE = 0.1;
const NAME_SHARE = 0.3;
/** The same of a listed given name before a person. */
const GIVEN_SHARE = 0.2;

const [I, AM, M] = ["i", "am", "m"].map(hashOfWord);
const MARKS = hashesOf("' \u2019");

/** The names, and those that follow "I'm" or "I am": two or more capitalized words, of which the second names nothing else. */
export function withIntroduced(tokens: SearchedText, names: Names, margin: number): Names {
  const added: Tagged[] = [];
  let next = 0;
  for (let i = 0; i + 3 < tokens.count; i++) {
    const from = afterIntroduction(tokens, i);
    if (from < 0 || !isCapital(tokens.shape[from] as number)) continue;
    while (next < names.length && (names[next] as Tagged).to <= from) next++;
    const limit = names[next]?.from ?? tokens.count;
    const hash = tokens.word[from] as number;
    const isRole = !NAMES_TOO.has(hash) && (ROLE_WORDS.has(hash) || JOB_WORDS.has(hash));
    const first: Tagged = { from, to: from + 1, type: PERSON, margin };
    const to = isRole ? 0 : endOfPerson(tokens, first, limit);
    if (to > from + 1 && to <= limit) added.push({ ...first, to });
  }
  return added.length === 0 ? names : [...names, ...added].sort((a, b) => a.from - b.from);
}

/** The token after "I'm" or "I am" at `i`, or -1. */
function afterIntroduction({ count, gap, shape, word }: Tokens, i: number): number {
  if (word[i] !== I || shape[i] !== SHAPE.initial) return -1;
  const isShort = MARKS.has(word[i + 1] as number) && word[i + 2] === M;
  const from = isShort ? i + 3 : word[i + 1] === AM ? i + 2 : count;
  return from < count && gap[from] === GAP.blank ? from : -1;
}

/**
 * The names (by place, without overlap), those of persons with the given name before them, and the capitalized words after them
 * that are listed names or that the lexicon lacks.
 */
export function withRestOfPersons(tokens: SearchedText, names: Names): Names {
  return names.map((name, n) => {
    if (name.type !== PERSON) return name;
    const from = startOfPerson(tokens, name, names[n - 1]?.to ?? 0);
    const to = endOfPerson(tokens, name, names[n + 1]?.from ?? tokens.count);
    return from === name.from && to === name.to ? name : { ...name, from, to };
  });
}

function startOfPerson(tokens: SearchedText, { from }: Tagged, floor: number): number {
  const { gap, shape, word, lexicon } = tokens;
  const hash = word[from - 1] as number;
  const isBefore = from > floor && gap[from] === GAP.blank && shape[from] === SHAPE.title;
  if (!isBefore || shape[from - 1] !== SHAPE.title || NO_NAMES.has(hash)) return from;
  const isGiven = lexicon.isGivenName(hash) && !lexicon.isOtherName(hash);
  return isGiven && lexicon.nameShare(hash) >= GIVEN_SHARE ? from - 1 : from;
}

function endOfPerson(tokens: SearchedText, name: Tagged, limit: number): number {
  let to = joinedEnd(tokens, name.to, limit);
  for (let words = 0; words < MAX_WORDS && to < limit; words++) {
    const isNext = tokens.gap[to] === GAP.blank && tokens.shape[to] === tokens.shape[to - 1];
    if (!isNext || !isFamilyName(tokens, to)) break;
    to = joinedEnd(tokens, to + 1, limit);
  }
  return to;
}

/** End of what a sign joins to the word before `at`: "Okafor-Smythe". */
function joinedEnd({ gap, shape, word }: Tokens, at: number, limit: number): number {
  let to = at;
  while (
    to + 1 < limit &&
    JOINTS.has(word[to] as number) &&
    gap[to] === GAP.none &&
    gap[to + 1] === GAP.none &&
    isCapital(shape[to + 1] as number)
  ) {
    to += 2;
  }
  return to;
}

function isFamilyName({ shape, word, lexicon }: SearchedText, i: number): boolean {
  const hash = word[i] as number;
  if (!isCapital(shape[i] as number) || NO_NAMES.has(hash) || ABBREVIATIONS.has(hash)) return false;
  if (lexicon.find(hash) < 0) return true;
  const isListed = lexicon.isName(hash) && !lexicon.isOtherName(hash);
  return lexicon.nameShare(hash) >= (isListed ? LISTED_SHARE : NAME_SHARE);
}
