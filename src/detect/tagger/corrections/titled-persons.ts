// Persons told by the title before their name: "Dr. Power", "Mrs Bishop". Their names may be words that the
// model knows as something else.

import { PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { isCapital } from "./organization-heads.ts";
import { hashesOf, hashOfWord, JOB_WORDS, NAMES_TOO, ROLE_WORDS, TITLES } from "./role-words.ts";
import { MARK, markWords } from "./word-marks.ts";

const BEFORE_NAME = hashesOf("mr mrs ms mx dr prof professor");
markWords(BEFORE_NAME, MARK.title);
/** Also short for something else: "12 Main Dr.". */
const DR = hashOfWord("dr");
const STOP = hashOfWord(".");
const MOST_WORDS = 4;

/**
 * The names, and the persons that a title tells where no name was found. `titles`: the capitalized tokens that
 * may be one, by place. `margin` is that of new ones.
 */
export function withTitled(
  tokens: Tokens,
  names: readonly Tagged[],
  titles: readonly number[],
  margin: number,
): readonly Tagged[] {
  if (titles.length === 0) return names;
  const out: Tagged[] = [];
  let next = 0;
  for (const i of titles) {
    for (let name = names[next]; name !== undefined && name.from <= i; name = names[++next]) {
      out.push(name);
    }
    if ((out.at(-1)?.to ?? 0) > i || !BEFORE_NAME.has(tokens.word[i] as number)) continue;
    const limit = Math.min(names[next]?.from ?? tokens.count, tokens.count);
    const [from, to] = nameBehind(tokens, i, limit);
    if (from < to) out.push({ from, to, type: PERSON, margin });
  }
  for (let name = names[next]; name !== undefined; name = names[++next]) out.push(name);
  return out;
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
