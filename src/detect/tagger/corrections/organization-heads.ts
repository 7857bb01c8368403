// Words that names of organizations end with. Legal forms after the lists of company types of the ISO 20275
// entity legal forms; the other words written for this project.

import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { KNOWN_FIRST, knownNameEnd } from "./known-organizations.ts";
import { hashesOf, hashOfWord, ROLE_WORDS, SMALL_WORDS } from "./role-words.ts";
import { MARK, marksOf, markWords } from "./word-marks.ts";

/** Tokens `from` to `to` (exclusive). */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Whether a word of this shape has a capital. */
export function isCapital(shape: number): boolean {
  return shape >= SHAPE.title && shape < SHAPE.number;
}

const LEGAL = "corp corporation gmbh inc incorporated limited llc llp ltd plc";

const KINDS =
  "agency airlines airways alliance association associates bureau coalition college commission committee congress " +
  "council department enterprises federation foundation fund holdings industries institute laboratories " +
  "laboratory league ministry movement network news orchestra partners partnership party records society " +
  "solutions syndicate systems technologies trust union university";

/** Words behind capitalized ones that make a name of an organization of them. */
const HEADS = hashesOf(LEGAL, KINDS);

/** Peoples of whom something is ("People's Party"). */
const PEOPLES = hashesOf(
  "children citizens consumers employees farmers fishermen men mothers nurses peasants people peoples students " +
    "teachers veterans women workers",
);

/** Words that begin a sentence or a heading, and are no part of a name. */
export const NOT_IN_NAME = hashesOf(
  "a after all also although an and any as at because before both but by during each every for former from he her " +
    "his how i if in is it its like many most my no not of on one or other our she since so some such that the " +
    "their then there these they this those to under until was we what when where which while who why with you your",
);

/** Words before a head that make no name: "Third Party", "Credit Union", "Soviet Union". */
const NO_NAME_BEFORE = hashesOf(
  "birthday breaking christmas civil cocktail credit daily dinner disclosing district early election electoral " +
    "first garden good great hen high house indemnified latest local minor more new opposition parliamentary " +
    "pension political private public receiving ruling search second secret select soviet special state student " +
    "tea third top trade wage weekly working world year",
);

const JOINTS = hashesOf("@ # _ / . - &");
const LEGAL_FORMS = hashesOf(LEGAL);
const COMMA = hashOfWord(",");
const STOP = hashOfWord(".");

/** Where a name ends that `to` is the end of, with a legal form behind it: ", Inc." */
function withLegalForm({ count, shape, word, gap }: Tokens, to: number): number {
  let end = to;
  if (
    end + 1 < count &&
    word[end] === COMMA &&
    shape[end + 1] !== SHAPE.lower &&
    LEGAL_FORMS.has(word[end + 1] as number)
  )
    end += 2;
  else if (end < count && shape[end] !== SHAPE.lower && LEGAL_FORMS.has(word[end] as number)) end++;
  if (end > to && end < count && word[end] === STOP && gap[end] === GAP.none) end++;
  return end;
}

markWords([...HEADS, ...KNOWN_FIRST], MARK.organization);

/** The organization that token `i`, a capitalized word, begins or ends; null when there is none. */
export function organizationAt(tokens: Tokens, i: number): Run | null {
  if ((marksOf(tokens.word[i] as number) & MARK.organization) === 0) return null;
  return organizationEndingAt(tokens, i) ?? knownOrganizationAt(tokens, i);
}

const MOST_WORDS = 6;

/**
 * The name of an organization whose telling word is token `head`: the capitalized words before it, it, and a
 * legal form behind it. Null when it tells nothing.
 */
function organizationEndingAt(tokens: Tokens, head: number): Run | null {
  const { gap, shape, word } = tokens;
  if (!HEADS.has(word[head] as number)) return null;
  // Where all is in capitals they tell no name; legal forms are written so anywhere.
  if (shape[head] === SHAPE.capitals && !LEGAL_FORMS.has(word[head] as number)) return null;
  let from = head;
  for (let words = 0; words < MOST_WORDS && from > 0; words++) {
    if (gap[from] !== GAP.blank) break;
    const before = beforePossessive(tokens, from - 1);
    if (!isCapital(shape[before] as number) || NOT_IN_NAME.has(word[before] as number)) break;
    from = before;
  }
  if (from === head || isJoined(tokens, from) || isOrdinary(tokens, from, head)) return null;
  return { from, to: withLegalForm(tokens, head + 1) };
}

/** The token of "People" when `i` is the s of "People's"; else `i`. */
function beforePossessive({ gap, shape, word }: Tokens, i: number): number {
  const isS =
    i >= 2 && gap[i] === GAP.none && shape[i - 1] === SHAPE.sign && gap[i - 1] === GAP.none;
  return isS && PEOPLES.has(word[i - 2] as number) ? i - 2 : i;
}

/** A known organization that begins with token `from`; null when none does. */
function knownOrganizationAt(tokens: Tokens, from: number): Run | null {
  const { count, gap, word } = tokens;
  const to = knownNameEnd(tokens, from);
  if (to < 0) return null;
  const isGoingOn = to < count && gap[to] === GAP.none && JOINTS.has(word[to] as number);
  const isStop = isGoingOn && word[to] === STOP && (to + 1 >= count || gap[to + 1] !== GAP.none);
  if (isJoined(tokens, from) || (isGoingOn && !isStop)) return null;
  return { from, to };
}

/** Whether it is a word of something else: an account name, a tag, a host, a part of a longer name. */
function isJoined({ gap, word }: Tokens, from: number): boolean {
  return from > 0 && gap[from] === GAP.none && JOINTS.has(word[from - 1] as number);
}

/** "Third Party", "Each Union": the words before it make no name of it. */
function isOrdinary({ word }: Tokens, from: number, head: number): boolean {
  for (let i = from; i < head; i++) {
    const hash = word[i] as number;
    if (!NO_NAME_BEFORE.has(hash) && !ROLE_WORDS.has(hash) && !SMALL_WORDS.has(hash)) return false;
  }
  return true;
}
