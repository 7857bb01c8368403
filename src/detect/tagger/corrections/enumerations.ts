// Enumerated names: "Ann Lee, Bo Carr and Eva Holm". Each is a finding of its own, and they have one type.

import type { SearchedText } from "../searched-text.ts";
import { ADDRESS, PERSON, TAGGED_TYPES, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { isCapital, type Names } from "./organizations.ts";
import { hashesOf, hashOfWord } from "./role-words.ts";

const COMMA = hashOfWord(",");
const JOINS = hashesOf("and or &");
/** Words that follow a comma within one name. */
const SUFFIXES = hashesOf("jr sr ii iii iv md phd esq duke duchess earl count baron lord lady");

/** The names, with findings that hold several persons' names split into one each. */
export function withPersonsApart(tokens: Tokens, names: Names): Names {
  const out: Tagged[] = [];
  for (const name of names) {
    let from = name.from;
    if (name.type === PERSON) {
      for (let i = from + 1; i + 1 < name.to; i++) {
        const isBetween = isComma(tokens, from, i, name.to) || isJoin(tokens, i);
        if (!isBetween) continue;
        out.push({ ...name, from, to: i });
        from = i + 1;
      }
    }
    out.push(from === name.from ? name : { ...name, from });
  }
  return out;
}

/** Whether the comma at `i` has two capitalized words on each side: "Lee, Ann" is one name. */
function isComma({ gap, shape, word }: Tokens, from: number, i: number, to: number): boolean {
  if (word[i] !== COMMA || gap[i + 1] === GAP.none || SUFFIXES.has(word[i + 1] as number))
    return false;
  const isPair = (at: number) =>
    isCapital(shape[at] as number) &&
    shape[at] !== SHAPE.initial &&
    gap[at + 1] === GAP.blank &&
    isCapital(shape[at + 1] as number);
  return i - from > 1 && i + 2 < to && isPair(i - 2) && isPair(i + 1);
}

function isJoin({ gap, shape, word }: Tokens, i: number): boolean {
  return (
    JOINS.has(word[i] as number) &&
    (shape[i] === SHAPE.lower || shape[i] === SHAPE.sign) &&
    gap[i] === GAP.blank &&
    gap[i + 1] === GAP.blank &&
    isCapital(shape[i + 1] as number)
  );
}

/** Fewest names in a list that decide each other's type. */
const MIN_NAMES = 3;

/** The names, those of one list with the type that most of them have. A person with a given name stays a person. */
export function withListTypes(tokens: SearchedText, names: Names): Names {
  const isGiven = ({ from }: Tagged) => tokens.lexicon.isGivenName(tokens.word[from] as number);
  if (names.length < MIN_NAMES) return names;
  const out: Tagged[] = [];
  let first = 0;
  for (let n = 1; n <= names.length; n++) {
    const [last, next] = [names[n - 1] as Tagged, names[n]];
    if (next !== undefined && isNext(tokens, last.to, next.from)) continue;
    for (const name of ofOneType(names.slice(first, n), isGiven)) out.push(name);
    first = n;
  }
  return out;
}

/** Whether only a comma, "and" or both separate two names. */
function isNext({ gap, word }: Tokens, from: number, to: number): boolean {
  let at = from;
  if (word[at] === COMMA && gap[at] === GAP.none) at++;
  if (at < to && JOINS.has(word[at] as number)) at++;
  return at === to && to > from && (gap[to] as number) < GAP.newline;
}

function ofOneType(list: Names, isGiven: (name: Tagged) => boolean): Names {
  if (list.length < MIN_NAMES || list.every(({ type }) => type === list[0]?.type)) return list;
  if (list.some(({ type }) => type === ADDRESS)) return list;
  const counts = TAGGED_TYPES.map((_, type) => list.filter((one) => one.type === type).length);
  const most = Math.max(...counts);
  const type = counts.indexOf(most);
  if (most * 3 < list.length * 2) return list;
  return list.map((one) => (one.type === PERSON && isGiven(one) ? one : { ...one, type }));
}
