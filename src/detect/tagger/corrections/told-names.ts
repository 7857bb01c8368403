// Names that the form around them tells, as programs and records write them: "TODO(anna.kovacs)", "holder=\"Ann Lee\"",
// "Ann Lee <ann@example.com>". The model was trained on prose.

import type { NameWords } from "../lexicon.ts";
import { PERSON, type Tagged } from "../tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import { ABBREVIATIONS } from "./abbreviations.ts";
import { NO_NAMES, SPOKEN_TO } from "./known-names.ts";
import { isCapital } from "./organizations.ts";
import { hashesOf, hashOfWord, WordSet } from "./role-words.ts";

/** Before "(" and who is to do it (Google's style guides: "TODO(username)"). */
const MARKERS = new WordSet(hashesOf("todo fixme hack xxx note bug review"));
/** Before a sign and a person's name. */
const LABELS = new WordSet(
  hashesOf(
    "name fullname firstname lastname surname forename holder cardholder patient customer client applicant author owner " +
      "agent driver rider recipient sender contact reviewer assignee employee manager tenant guardian borrower candidate " +
      "student teacher signed by reporter requester caller passenger guest donor member subscriber beneficiary given",
  ),
);
/** Of these the ones that stand before nothing but persons; "name" does behind "first", "last" … */
const PERSON_LABELS = hashesOf(
  "fullname firstname lastname surname forename holder cardholder patient applicant author driver rider recipient reviewer " +
    "assignee tenant candidate student teacher reporter requester caller passenger guest given",
);
const NAME = hashOfWord("name");
const PARTS = hashesOf("first last full given family middle maiden");
const [OPEN, CLOSE, LESS, AT] = ["(", ")", "<", "@"].map(hashOfWord) as [
  number,
  number,
  number,
  number,
];
const ASSIGNS = hashesOf(": = >");
const QUOTES = hashesOf("\" ' `");
/** Between the parts of a name or login; "^" in records of hospitals (HL7 2, XPN). */
const JOINTS = hashesOf("- . ' \u2019 ^ _ /");
const MOST_PARTS = 9;
/** Signs between a label and its value, quotes among them. */
const MOST_SIGNS = 5;
const MARGIN = 3;

/** The names (by place, without overlap), and those that forms tell where none was found, or a part of a whole name. */
export function withToldNames(
  tokens: Tokens,
  names: readonly Tagged[],
  lexicon: NameWords,
): readonly Tagged[] {
  const told: Tagged[] = [];
  const parts = new Set<Tagged>();
  let next = 0;
  for (let i = 0; i < tokens.count; i++) {
    const whole = beforeMail(tokens, i, lexicon) ?? pairAt(tokens, i, lexicon);
    const range =
      whole ?? marked(tokens, i) ?? labelled(tokens, i, lexicon) ?? called(tokens, i, lexicon);
    if (range === null || (told.at(-1)?.to ?? 0) > range[0]) continue;
    while ((names[next]?.to ?? tokens.count) <= range[0]) next++;
    const part = whole === null ? null : partOf(range, names[next]);
    const behind = names[part === null ? next : next + 1];
    if (behind !== undefined && behind.from < range[1]) continue;
    if (part !== null) parts.add(part);
    told.push(personAt(range, part));
  }
  if (told.length === 0) return names;
  return [...names.filter((one) => !parts.has(one)), ...told].sort((a, b) => a.from - b.from);
}

function personAt([from, to]: Range, part: Tagged | null): Tagged {
  return { from, to, type: PERSON, margin: Math.max(MARGIN, part?.margin ?? 0) };
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

/** "cc Will Power": two words behind one that calls somebody, the first a listed given name. */
function called(tokens: Tokens, i: number, lexicon: NameWords): Range | null {
  const { gap, word } = tokens;
  const isCalled = SPOKEN_TO.has(word[i] as number) && gap[i + 1] === GAP.blank;
  if (!isCalled || !lexicon.isGivenName(word[i + 1] as number)) return null;
  return nameAt(tokens, i + 1, lexicon);
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
 * A listed given name and one more word that is no other thing: in capitals "GRETA LINDQVIST", "LINDQVIST, GRETA" and, as on
 * tickets (IATA resolution 722) and in hospitals (HL7 XPN), "LINDQVIST/GRETA", "LINDQVIST^GRETA"; in names of files "Greta_Lindqvist".
 */
function pairAt({ count, gap, shape, word }: Tokens, i: number, lexicon: NameWords): Range | null {
  const kind = shape[i];
  const isWhole = kind === SHAPE.capitals;
  if (!isWhole && !(kind === SHAPE.title && word[i + 1] === UNDERSCORE)) return null;
  const sign = gap[i + 1] === GAP.none && PAIRING.has(word[i + 1] as number) ? word[i + 1] : null;
  const next = sign === null ? i + 1 : i + 2;
  const isBeside = gap[next] === (sign === null || sign === COMMA ? GAP.blank : GAP.none);
  if (next >= count || shape[next] !== kind || !isBeside) return null;
  const pair = [word[i] as number, word[next] as number];
  if (pair.some((one) => NO_NAMES.has(one) || ABBREVIATIONS.has(one) || lexicon.isOtherName(one)))
    return null;
  const given = sign === UNDERSCORE ? pair : sign === null ? pair.slice(0, 1) : pair.slice(1);
  const isGiven = (one: number) =>
    lexicon.isGivenName(one) && lexicon.nameShare(one) >= GIVEN_SHARE;
  return given.some(isGiven) ? [i, next + 1] : null;
}

const [UNDERSCORE, COMMA] = ["_", ","].map(hashOfWord);
const PAIRING = hashesOf("/ ^ , _");

/** A listed given name is one where so many of the words that are used like it are names. */
const GIVEN_SHARE = 0.3;

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
