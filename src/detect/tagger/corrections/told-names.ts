// Names that the form around them tells, as programs and records write them: "TODO(anna.kovacs)", "holder=\"Ann Lee\"",
// "Ann Lee <ann@example.com>". The model was trained on prose.

import type { NameWords } from "../lexicon.ts";
import { PERSON, type Tagged } from "../tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import { NO_NAMES } from "./known-names.ts";
import { isCapital } from "./organizations.ts";
import { hashesOf, hashOfWord, WordSet } from "./role-words.ts";

/** Before "(" and who is to do it (Google's style guides: "TODO(username)"). */
const MARKERS = new WordSet(hashesOf("todo fixme hack xxx note bug review"));
/** Before a sign and a person's name. */
const LABELS = new WordSet(
  hashesOf(
    "name fullname firstname lastname surname forename holder cardholder patient customer client applicant author owner " +
      "agent driver rider recipient sender contact reviewer assignee employee manager tenant guardian borrower candidate " +
      "student teacher signed by reporter requester caller passenger guest donor member subscriber beneficiary",
  ),
);
/** Of these the ones that stand before nothing but persons; "name" does behind "first", "last" … */
const PERSON_LABELS = hashesOf(
  "fullname firstname lastname surname forename holder cardholder patient applicant author driver rider recipient reviewer " +
    "assignee tenant candidate student teacher reporter requester caller passenger guest",
);
const NAME = hashOfWord("name");
const PARTS = hashesOf("first last full given family middle maiden");
const [OPEN, CLOSE, LESS, AT] = ["(", ")", "<", "@"].map(hashOfWord) as [
  number,
  number,
  number,
  number,
];
const ASSIGNS = hashesOf(": =");
const QUOTES = hashesOf("\" ' `");
/** Between the parts of a name or login; "^" in records of hospitals (HL7 2, XPN). */
const JOINTS = hashesOf("- . ' \u2019 ^ _");
const MOST_PARTS = 9;
/** Signs between a label and its value, quotes among them. */
const MOST_SIGNS = 5;
const MARGIN = 3;

/** The names (by place, without overlap), and those that forms tell where none was found or, before an address, a part. */
export function withToldNames(
  tokens: Tokens,
  names: readonly Tagged[],
  lexicon: NameWords,
): readonly Tagged[] {
  const told: Tagged[] = [];
  const parts = new Set<Tagged>();
  let next = 0;
  for (let i = 0; i < tokens.count; i++) {
    const mail = beforeMail(tokens, i, lexicon);
    const range = mail ?? marked(tokens, i) ?? labelled(tokens, i, lexicon);
    if (range === null) continue;
    const [from, to] = range;
    while (next < names.length && (names[next] as Tagged).to <= from) next++;
    const part = mail === null ? null : partOf(range, names[next]);
    const behind = names[part === null ? next : next + 1]?.from ?? tokens.count;
    if (behind < to || (told.at(-1)?.to ?? 0) > from) continue;
    if (part !== null) parts.add(part);
    told.push({ from, to, type: PERSON, margin: Math.max(MARGIN, part?.margin ?? 0) });
  }
  if (told.length === 0) return names;
  return [...names.filter((one) => !parts.has(one)), ...told].sort((a, b) => a.from - b.from);
}

/** The finding if it is a person inside the range; else null. */
function partOf([from, to]: Range, name: Tagged | undefined): Tagged | null {
  return name?.type === PERSON && name.from >= from && name.to <= to ? name : null;
}

type Range = readonly [from: number, to: number];

/** "TODO(anna.kovacs)": what stands in the brackets, if it is one word without numbers. */
function marked({ count, gap, shape, word }: Tokens, i: number): Range | null {
  if (!MARKERS.has(word[i] as number) || word[i + 1] !== OPEN || gap[i + 1] !== GAP.none)
    return null;
  let to = i + 2;
  for (; to < count && to - i < MOST_PARTS && gap[to] === GAP.none; to++) {
    if (!isWordShape(shape[to] as number) && !JOINTS.has(word[to] as number)) break;
  }
  const isName =
    to > i + 2 && isWordShape(shape[i + 2] as number) && shape[i + 2] !== SHAPE.capitals;
  return isName && word[to] === CLOSE && to < count ? [i + 2, to] : null;
}

/** "holder: Ann Lee", "\"customer\":\"Ann Lee\"". */
function labelled(tokens: Tokens, i: number, lexicon: NameWords): Range | null {
  const { count, gap, word } = tokens;
  if (!LABELS.has(word[i] as number)) return null;
  let from = i + 1;
  let isAssigned = false;
  for (; from < count && from - i <= MOST_SIGNS; from++) {
    if ((gap[from] as number) >= GAP.newline) return null;
    const hash = word[from] as number;
    if (ASSIGNS.has(hash)) isAssigned = true;
    else if (!QUOTES.has(hash)) break;
  }
  if (!isAssigned) return null;
  const isPart =
    word[i] === NAME && (PARTS.has(word[i - 1] as number) || PARTS.has(word[i - 2] as number));
  return nameAt(tokens, from, isPart || PERSON_LABELS.has(word[i] as number) ? null : lexicon);
}

/** "Ann Lee <ann@example.com>", read from the sign before the address. */
function beforeMail(tokens: Tokens, i: number, lexicon: NameWords): Range | null {
  const { count, gap, shape, word } = tokens;
  if (word[i] !== LESS || gap[i] !== GAP.blank) return null;
  let isMail = false;
  for (let j = i + 1; j < count && j - i < MOST_PARTS && gap[j] === GAP.none; j++) {
    isMail ||= word[j] === AT;
  }
  if (!isMail) return null;
  let from = i;
  for (let j = i - 1; j >= 0 && i - j < MOST_PARTS; j--) {
    if (isCapital(shape[j] as number)) from = j;
    else if (!JOINTS.has(word[j] as number) || gap[j] !== GAP.none) break;
    if ((gap[j] as number) >= GAP.newline) break;
  }
  const range = nameAt(tokens, from, lexicon);
  return range?.[1] === i ? range : null;
}

/**
 * The words with capitals that begin at `from`: with a lexicon, if they are two and more and one of them is a listed name;
 * without one, if the first is no word that names nobody.
 */
function nameAt(
  { count, gap, shape, word }: Tokens,
  from: number,
  lexicon: NameWords | null,
): Range | null {
  let to = from;
  let words = 0;
  let isListed = false;
  for (let j = from; j < count && j - from < MOST_PARTS; j++) {
    if (j > from && (gap[j] as number) >= GAP.newline) break;
    if (isCapital(shape[j] as number)) {
      words++;
      isListed ||= lexicon?.isName(word[j] as number) ?? !NO_NAMES.has(word[from] as number);
      to = j + 1;
    } else if (!JOINTS.has(word[j] as number) || gap[j] !== GAP.none || j === from) break;
  }
  const least = lexicon === null ? 1 : 2;
  return words >= least && isListed ? [from, to] : null;
}
