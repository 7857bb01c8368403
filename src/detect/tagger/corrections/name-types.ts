// Types of names by their own words, where the model has judged by the words around them: a sentence that begins with
// "Dorothy" may read like one about a firm. On unseen texts (npm run bench:detect) that is half a point of PERSON's F1.

import type { SearchedText } from "../searched-text.ts";
import { ADDRESS, ORGANIZATION, PERSON, TAGGED_TYPES, type Tagged } from "../tags.ts";
import { SHAPE } from "../tokens.ts";
import { HEADS, type Names } from "./organizations.ts";
import { hashesOf, hashOfWord } from "./role-words.ts";

/** Least share of names, among the words used like it, for a word that is a name by itself. */
const SURE_SHARE = 0.6;
/** The same for a word after a given name. */
const LAST_SHARE = 0.3;
const MAX_WORDS = 3;
const LOCATION = TAGGED_TYPES.indexOf("LOCATION");
const STOP = hashOfWord(".");
const THE = hashOfWord("the");
/** Buildings where people meet. */
const BUILDINGS = hashesOf(
  "airport arena bridge building cathedral center centre cinema gallery gardens hall hotel library mall museum observatory " +
    "palace plaza square stadium station theater theatre tower zoo",
);
/** A word with an inner capital, except as family names have it ("McCarthy", "DeVito", "O'Neil"). */
const INNER_CAPITAL =
  /^(?!(?:Mc|Mac|De|Del|Di|Du|Da|La|Le|Lo|Van|Von|Fitz|San|St|Al|El|Ben|Ó|O)\p{Lu})(\p{Lu}\p{Ll}+)(\p{Lu}\p{L}+)$/u;

/** The names (by place), with the types that their own words show. */
export function withOwnTypes(tokens: SearchedText, names: Names): Names {
  return names.map((name) => {
    if (name.type === ADDRESS) return name;
    const type =
      name.type === PERSON
        ? typeOfThing(tokens, name)
        : isPerson(tokens, name)
          ? PERSON
          : name.type;
    return type === name.type ? name : { ...name, type };
  });
}

/** The type of a supposed person, which may be none: "LexCorp", "the Kim Dae Jung Library", "the Hindu Mahasabha". */
function typeOfThing(tokens: SearchedText, { from, to }: Tagged): number {
  const { start, end, shape, word } = tokens;
  if (to - from === 1) {
    if (shape[from] !== SHAPE.mixed) return PERSON;
    const parts = INNER_CAPITAL.exec(tokens.text.slice(start[from], end[from]))?.slice(1) ?? [];
    const hashes = parts.map((part) => hashOfWord(part.toLowerCase()));
    const isOfNames = hashes.every((hash) => tokens.lexicon.isName(hash) && !HEADS.has(hash));
    return isOfNames ? PERSON : ORGANIZATION;
  }
  const isAfterThe = from > 0 && word[from - 1] === THE;
  if (BUILDINGS.has(word[to - 1] as number) && shape[to - 1] === SHAPE.title) {
    // "Rebecca Hall", "Robert J. Hall", "Mr Hall", but "the Rebecca Hall" and "Murray Library".
    return tokens.lexicon.isName(word[to - 1] as number) && !isAfterThe ? PERSON : LOCATION;
  }
  if (!isAfterThe) return PERSON;
  for (let i = from; i < to; i++) if (tokens.lexicon.isName(word[i] as number)) return PERSON;
  return ORGANIZATION;
}

/** Whether the lists know it as a person's name: "Dorothy", "Jennifer Martin", "Betty C." */
function isPerson(tokens: SearchedText, { from, to, type }: Tagged): boolean {
  const { shape, word } = tokens;
  const first = word[from] as number;
  const end = to - 1 > from && word[to - 1] === STOP ? to - 1 : to;
  if (end - from > MAX_WORDS || shape[from] !== SHAPE.title) return false;
  if (!tokens.lexicon.isName(first) || tokens.lexicon.nameShare(first) < SURE_SHARE) return false;
  if (end - from === 1)
    return type === ORGANIZATION
      ? tokens.lexicon.isGivenName(first) || !tokens.lexicon.isOtherName(first)
      : !tokens.lexicon.isOtherName(first);
  if (!tokens.lexicon.isGivenName(first)) return false;
  for (let i = from + 1; i < end; i++) {
    const hash = word[i] as number;
    if (shape[i] === SHAPE.initial) continue;
    if (
      shape[i] !== SHAPE.title ||
      !tokens.lexicon.isName(hash) ||
      tokens.lexicon.nameShare(hash) < LAST_SHARE
    )
      return false;
  }
  return true;
}
