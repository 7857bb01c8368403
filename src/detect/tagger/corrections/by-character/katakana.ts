// Names in Katakana. Japanese writes foreign names with it, but also every other word of foreign origin ("マウス", "クリック"), and the model
// has learned few of these.

import { addToHash } from "../../hash.ts";
import type { Lexicon } from "../../lexicon.ts";
import { LISTED, MOST_LISTED } from "../../listed.ts";
import { PERSON, type Tagged } from "../../tags.ts";
import { GAP, type Tokens } from "../../tokens.ts";

/** What is looked up of words of several characters. */
type Words = Pick<Lexicon, "find" | "listsOf">;

const NAMES = LISTED.persons | LISTED.places | LISTED.organizations;
/** Fewer characters are the end of too many words. */
const MIN_LISTED = 3;
/** A dot or hyphen of Japanese between the parts of a name: "マイケル・ムーア". */
const JOINT = /[・＝]/;

/** What makes a verb of a word: "クリックする", "コピーされた". */
const VERBAL = /^(?:し[^か]|す[るれ]|さ[れせ])/;

/** What must be added to the score of a sure finding for a word in Katakana: of one that no list has, and of an everyday one. */
const DOUBT = { person: 0.08, unknown: 0.2, everyday: 0.45, verb: 1 } as const;

/**
 * The names (by place, without overlap), those that end inside a word in Katakana with all of it: the script has no blanks, but
 * where it begins and ends a word does, too. Linear.
 */
export function withWholeKatakana(
  text: string,
  tokens: Tokens,
  names: readonly Tagged[],
): readonly Tagged[] {
  let floor = 0;
  return names.map((name, i) => {
    const limit = names[i + 1]?.from ?? tokens.count;
    let { from, to } = name;
    while (from > floor && isInside(text, tokens, from)) from--;
    while (to < limit && isInside(text, tokens, to)) to++;
    floor = to;
    return from === name.from && to === name.to ? name : { ...name, from, to };
  });
}

/** Whether a word in Katakana goes on from the token before `i` to it. */
function isInside(text: string, { start, gap }: Tokens, i: number): boolean {
  return (
    gap[i] === GAP.none && [i - 1, i].every((at) => isKatakana(text.charCodeAt(start[at] ?? -1)))
  );
}

/** Whether it is a letter of Katakana or its sign of length. */
function isKatakana(code: number): boolean {
  return (code >= 0x30a1 && code <= 0x30fa) || code === 0x30fc;
}

/** Whether these tokens are a word in Katakana that lists have as an everyday one: "ユーザー" before "さん". */
export function isEveryday(
  text: string,
  tokens: Tokens,
  range: Pick<Tagged, "from" | "to">,
  words: Words,
): boolean {
  return doubtOf(text, tokens, { ...range, type: PERSON }, words) >= DOUBT.everyday;
}

/** How much surer than others this finding must be to count alone: more if it is a single word in Katakana and no listed name. */
export function doubtOf(
  text: string,
  tokens: Tokens,
  { from, to, type }: Omit<Tagged, "margin">,
  words: Words,
): number {
  const unknown = type === PERSON ? DOUBT.person : DOUBT.unknown;
  const { start, end } = tokens;
  for (let i = from; i < to; i++) if (!isKatakana(text.charCodeAt(start[i] as number))) return 0;
  const [first, last] = [start[from] as number, end[to - 1] as number];
  if (JOINT.test(text.charAt(first - 1) + text.charAt(last))) return 0;
  if (VERBAL.test(text.slice(last, last + 2))) return DOUBT.verb;
  const whole = to - from > MOST_LISTED ? 0 : listsOf(tokens, from, to - from, words);
  if ((whole & NAMES) !== 0) return (whole & LISTED.words) === 0 ? 0 : unknown;
  let lists = 0;
  for (let length = MIN_LISTED; length <= Math.min(MOST_LISTED, to - from); length++) {
    lists |= listsOf(tokens, from, length, words) | listsOf(tokens, to - length, length, words);
  }
  return (lists & LISTED.words) === 0 ? unknown : DOUBT.everyday;
}

function listsOf({ word }: Tokens, from: number, length: number, words: Words): number {
  let hash = word[from] as number;
  for (let i = from + 1; i < from + length; i++) hash = addToHash(hash, word[i] as number);
  const slot = words.find(hash);
  return slot < 0 ? 0 : words.listsOf(slot);
}
