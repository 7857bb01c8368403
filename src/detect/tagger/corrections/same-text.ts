// What names of one text show about each other: a short form defined after a name is a name of the same kind, and a name
// that occurs in several places has one type in all of them. On unseen texts (npm run bench:detect) short forms earn 0.5
// points of ORGANIZATION's F1, one type for each wording 0.1 of three types' each.

import { addToHash, HASH_START } from "../hash.ts";
import type { SearchedText } from "../searched-text.ts";
import { ADDRESS, ORGANIZATION, PERSON, TAGGED_TYPES, type Tagged } from "../tags.ts";
import { isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import type { Names } from "./organizations.ts";
import { hashOfWord } from "./role-words.ts";

const OPEN = hashOfWord("(");
const CLOSE = hashOfWord(")");
const SHORT = { least: 2, most: 8 } as const;

/**
 * The names with short forms after organizations: "Socialist Party (SP)". A short form begins with the first letter of a
 * word of the name (after Schwartz and Hearst 2003, who match each letter).
 */
export function withShortForms(tokens: SearchedText, names: Names): Names {
  if (!names.some(({ type }) => type === ORGANIZATION)) return names;
  const out: Tagged[] = [];
  for (let n = 0; n < names.length; n++) {
    const name = names[n] as Tagged;
    out.push(name);
    const at = name.type === ORGANIZATION ? shortFormAfter(tokens, name) : -1;
    if (at < 0) continue;
    const next = names[n + 1];
    if (next !== undefined && next.from <= at && next.to !== at + 1) continue;
    if (next !== undefined && next.from <= at) n++;
    out.push({ from: at, to: at + 1, type: ORGANIZATION, margin: name.margin });
  }
  return out;
}

/** Index of the token in brackets after a name that can be its short form; -1 if there is none. */
function shortFormAfter(tokens: SearchedText, { from, to }: Tagged): number {
  const { count, start, end, shape, word } = tokens;
  const at = to + 1;
  if (at + 1 >= count || word[to] !== OPEN || word[at + 1] !== CLOSE) return -1;
  const letters = (end[at] as number) - (start[at] as number);
  const isShort = letters >= SHORT.least && letters <= SHORT.most;
  if (!isShort || (shape[at] !== SHAPE.capitals && shape[at] !== SHAPE.mixed)) return -1;
  const first = tokens.text.charCodeAt(start[at] as number);
  for (let i = from; i < to; i++)
    if (tokens.text.charCodeAt(start[i] as number) === first) return at;
  return -1;
}

/**
 * The names with one type for each wording: the one with the highest sum of margins ("one sense per discourse", Gale,
 * Church, Yarowsky 1992). A person's family name alone counts as that person. A person with a listed name stays a person: a
 * policy that masks only persons must not lose one to a place of that name.
 */
export function withOneType(tokens: SearchedText, names: Names): Names {
  // Most texts have names of one type alone, besides addresses, which keep theirs.
  const first = names.find(({ type }) => type !== ADDRESS)?.type;
  if (names.every(({ type }) => type === first || type === ADDRESS)) return names;
  const types = TAGGED_TYPES.length;
  const sums = new Map<number, number[]>();
  const add = (key: number, type: number, margin: number) => {
    const sum = sums.get(key) ?? TAGGED_TYPES.map(() => 0);
    sum[type] = (sum[type] as number) + Math.max(0, margin);
    sums.set(key, sum);
  };
  for (const { from, to, type, margin } of names) {
    if (type === ADDRESS) continue;
    add(keyOf(tokens, from, to), type, margin);
    if (type === PERSON && to - from > 1) add(keyOf(tokens, to - 1, to), type, margin);
  }
  return names.map((name) => {
    if (name.type === ADDRESS || (name.type === PERSON && isListed(tokens, name))) return name;
    const sum = sums.get(keyOf(tokens, name.from, name.to)) as number[];
    let best = name.type;
    for (let type = 0; type < types; type++) {
      if ((sum[type] as number) > (sum[best] as number)) best = type;
    }
    return best === name.type ? name : { ...name, type: best };
  });
}

function isListed({ word, lexicon }: SearchedText, { from, to }: Tagged): boolean {
  for (let i = from; i < to; i++) if (lexicon.isName(word[i] as number)) return true;
  return false;
}

function keyOf({ shape, word }: Tokens, from: number, to: number): number {
  let key = HASH_START;
  for (let i = from; i < to; i++) {
    if (isWordShape(shape[i] as number)) key = addToHash(key, word[i] as number);
  }
  // An integer that engines store without a box.
  return key & 0x3fffffff;
}
