// Persons told by the title before their name: "Dr. Power", "Mrs Bishop". Their names may be words that the
// model knows as something else. On unseen texts that is 0.04 of PERSON's recall, which costs 0.08 of precision:
// kept, since a name that is missed costs more than a word that is masked without need.

import { PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { isCapital } from "./organizations.ts";
import { hashesOf, hashOfWord, JOB_WORDS, NAMES_TOO, ROLE_WORDS, TITLES } from "./role-words.ts";

const BEFORE_NAME = hashesOf("mr mrs ms mx dr prof professor");
/** Also short for something else: "12 Main Dr.". */
const DR = hashOfWord("dr");
const STOP = hashOfWord(".");
const MOST_WORDS = 4;

/** The names, and the persons that a title tells where no name was found. `margin` is that of new ones. */
export function withTitled(
  tokens: Tokens,
  names: readonly Tagged[],
  margin: number,
): readonly Tagged[] {
  const { count, shape, word } = tokens;
  const persons: Tagged[] = [];
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (!BEFORE_NAME.has(word[i] as number) || !isCapital(shape[i] as number)) continue;
    while (next < names.length && (names[next] as Tagged).from <= i) next++;
    if ((names[next - 1]?.to ?? 0) > i) continue;
    const [from, to] = nameBehind(tokens, i, names[next]?.from ?? count);
    if (from === to) continue;
    persons.push({ from, to, type: PERSON, margin });
    i = to - 1;
  }
  return persons.length === 0 ? names : [...names, ...persons].sort((a, b) => a.from - b.from);
}

/** Where the name begins and ends that stands behind the title at `i`, before `limit`. */
function nameBehind(tokens: Tokens, i: number, limit: number): [from: number, to: number] {
  const { gap, shape, word } = tokens;
  const isStreet =
    word[i] === DR && i > 0 && gap[i] === GAP.blank && isCapital(shape[i - 1] as number);
  if (isStreet) return [i, i];
  let from = i + 1;
  if (from < limit && word[from] === STOP && gap[from] === GAP.none) from++;
  let to = from;
  for (let words = 0; words < MOST_WORDS && to < limit; words++) {
    const isName = isCapital(shape[to] as number) && gap[to] === GAP.blank;
    const hash = word[to] as number;
    const isRole = (ROLE_WORDS.has(hash) && !NAMES_TOO.has(hash)) || JOB_WORDS.has(hash);
    const isOther = TITLES.has(hash) || (words > 0 && isRole);
    if (!isName || isOther) break;
    to++;
    const isInitial = shape[to - 1] === SHAPE.initial && to < limit && word[to] === STOP;
    if (isInitial && gap[to] === GAP.none) to++;
  }
  return [from, to];
}
