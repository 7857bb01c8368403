// Names that the notation around them identifies, as in programs and records: "TODO(anna.kovacs)", "holder=\"Ann Lee\"",
// "Ann Lee <ann@example.com>". The model was trained on prose.

import type { NameWords } from "../lexicon.ts";
import { ADDRESS, PERSON, type Tagged } from "../tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import { ABBREVIATIONS } from "./abbreviations.ts";
import { NO_NAMES } from "./known-names.ts";
import { JOINTS, MAX_PARTS, pairAt, type Range } from "./name-pairs.ts";
import { isCapital, type Names } from "./organizations.ts";
import { hashesOf, hashOfWord, WordSet } from "./role-words.ts";

/** Markers before "(" and the person in charge (Google's style guides: "TODO(username)"). */
const MARKERS = new WordSet(hashesOf("todo fixme hack xxx note bug review"));
/** Labels before a sign and a person's name. */
const LABELS = new WordSet(
  hashesOf(
    "name fullname firstname lastname surname forename holder cardholder patient customer client applicant author owner " +
      "agent driver rider recipient sender contact reviewer assignee employee manager tenant guardian borrower candidate " +
      "student teacher signed by reporter requester caller passenger guest donor member subscriber beneficiary given family " +
      "surgeon anesthesiologist anaesthetist deponent solicitor landlord clinician physician midwife supervisor buyer seller",
  ),
);
/** Labels that precede only persons; so does "name" after "first", "last" … */
const PERSON_LABELS = hashesOf(
  "fullname firstname lastname surname forename holder cardholder patient applicant author driver rider recipient reviewer " +
    "assignee tenant candidate student teacher reporter requester caller passenger guest given family surgeon " +
    "anesthesiologist anaesthetist deponent",
);
const NAME = hashOfWord("name");
const PARTS = hashesOf("first last full given family middle maiden");
const [OPEN, CLOSE, LESS, AT, LIST] = ["(", ")", "<", "@", "["].map(hashOfWord);
/** The parts of a name in records of patients (HL7 FHIR, HumanName); "family" alone is more often one of fonts. */
const [FAMILY, GIVEN] = ["family", "given"].map(hashOfWord);
const MAX_APART = 24;
const ASSIGNS = hashesOf(": = >");
const QUOTES = hashesOf("\" ' `");
/** Most signs between a label and its value, including quotes and tags. */
const MAX_SIGNS = 10;
/** Words and signs in a tag: `<td class="value text-right" style="width: 50%">`. */
const MAX_IN_TAG = 32;
const [MORE, STOP, SLASH, COMMA] = [">", ".", "/", ","].map(hashOfWord);
const MARGIN = 3;

/**
 * The names (by place, without overlap), and those that notation identifies where nothing, or only a part, was found.
 * `isEnglish`: also by given names in the lists alone.
 */
export function withNamesInNotation(
  tokens: Tokens,
  names: Names,
  lexicon: NameWords,
  isEnglish = true,
): Names {
  const added: Tagged[] = [];
  const parts = new Set<Tagged>();
  let next = 0;
  for (let i = 0; i < tokens.count; i++) {
    const whole = wholeAt(tokens, i, lexicon, isEnglish);
    const range = whole ?? announcedAt(tokens, i, lexicon, added);
    if (range === null || (added.at(-1)?.to ?? 0) > range[0]) continue;
    while ((names[next]?.to ?? tokens.count) <= range[0]) next++;
    const inside = whole === null ? [] : partsOf(range, names, next);
    const [from] = range;
    const to = Math.max(range[1], inside.at(-1)?.to ?? 0);
    if ((names[next + inside.length]?.from ?? to) < to) continue;
    for (const part of inside) parts.add(part);
    added.push({
      from,
      to,
      type: PERSON,
      margin: Math.max(MARGIN, ...inside.map((one) => one.margin)),
    });
  }
  if (added.length === 0) return names;
  return [...names.filter((one) => !parts.has(one)), ...added].sort((a, b) => a.from - b.from);
}

/** The findings, from index `next` on, that lie inside the range; also the person's name that goes on: "PATEL, [ROHAN K]". */
function partsOf([from, to]: Range, names: Names, next: number): Tagged[] {
  const inside: Tagged[] = [];
  for (let name = names[next]; name !== undefined && name.from < to; ) {
    const goesOn = name.to > to && !(name.type === PERSON && name.from > from);
    if (name.from < from || name.type === ADDRESS || goesOn) break;
    inside.push(name);
    name = names[next + inside.length];
  }
  return inside;
}

function wholeAt(tokens: Tokens, i: number, lexicon: NameWords, isEnglish: boolean): Range | null {
  return beforeMail(tokens, i, lexicon) ?? (isEnglish ? pairAt(tokens, i, lexicon) : null);
}

function announcedAt(
  tokens: Tokens,
  i: number,
  lexicon: NameWords,
  added: readonly Tagged[],
): Range | null {
  return marked(tokens, i) ?? labelled(tokens, i, lexicon) ?? nextInList(tokens, i, added);
}

/** "TODO(anna.kovacs)": the content of the brackets, if it is one word without numbers. */
function marked({ count, gap, shape, word }: Tokens, i: number): Range | null {
  if (!MARKERS.has(word[i] as number) || word[i + 1] !== OPEN || gap[i + 1] !== GAP.none)
    return null;
  let to = i + 2;
  for (; to < count && to - i < MAX_PARTS && gap[to] === GAP.none; to++) {
    if (!isWordShape(shape[to] as number) && !JOINTS.has(word[to] as number)) break;
  }
  const isName =
    to > i + 2 && isWordShape(shape[i + 2] as number) && shape[i + 2] !== SHAPE.capitals;
  return isName && word[to] === CLOSE && to < count ? [i + 2, to] : null;
}

/** The name after a label: "holder: Ann Lee", "\"customer\":\"Ann Lee\"". */
function labelled(tokens: Tokens, i: number, lexicon: NameWords): Range | null {
  const { count, gap, word } = tokens;
  if (!isLabel(tokens, i)) return null;
  let from = i + 1;
  let isAssigned = false;
  for (let signs = 0; from < count && signs < MAX_SIGNS; from++, signs++) {
    // The next cell of a table may stand in the next line.
    const isCell = word[from] === LESS && word[from - 1] === MORE;
    if ((gap[from] as number) >= GAP.newline && !isCell) return null;
    const hash = word[from] as number;
    if (ASSIGNS.has(hash)) isAssigned = true;
    else if (hash === LESS) from = endOfTag(tokens, from);
    else if (!QUOTES.has(hash) && hash !== LIST) break;
  }
  if (!isAssigned) return null;
  const isPart =
    word[i] === NAME && (PARTS.has(word[i - 1] as number) || PARTS.has(word[i - 2] as number));
  if (isPart) return nameAt(tokens, from, 1, () => true);
  if (!PERSON_LABELS.has(word[i] as number))
    return nameAt(tokens, from, 2, (hash) => lexicon.isName(hash));
  return nameAt(tokens, from, 1, (hash) => mayBeName(hash, lexicon));
}

function isLabel({ count, word }: Tokens, i: number): boolean {
  if (word[i] !== FAMILY) return LABELS.has(word[i] as number);
  const last = Math.min(count, i + MAX_APART);
  for (let j = Math.max(0, i - MAX_APART); j < last; j++) if (word[j] === GIVEN) return true;
  return false;
}

/** The name after the comma at `i` in a list that began with the last one added: `"given":["Ada","Mae"]`. */
function nextInList(tokens: Tokens, i: number, added: readonly Tagged[]): Range | null {
  const { gap, word } = tokens;
  const last = added.at(-1);
  if (word[i] !== COMMA || last?.to !== i - 1 || !QUOTES.has(word[i - 1] as number)) return null;
  const isList = word[last.from - 2] === LIST || word[last.from - 2] === COMMA;
  const isNext = QUOTES.has(word[i + 1] as number) && (gap[i + 1] as number) < GAP.newline;
  return isList && isNext ? nameAt(tokens, i + 2, 1, () => true) : null;
}

/** The last token before the ">" of the tag that begins at `from`: "</td>", "<td class='x'>"; `from` if it is no tag. */
function endOfTag({ count, gap, shape, word }: Tokens, from: number): number {
  let at = from + 1;
  if (word[at] === SLASH) at++;
  if (at >= count || gap[at] !== GAP.none || !isWordShape(shape[at] as number)) return from;
  while (at < count && at - from < MAX_IN_TAG && (gap[at] as number) < GAP.newline) {
    if (word[at] === MORE) return at - 1;
    at++;
  }
  return from;
}

/** The name before an e-mail address, read from the "<": "Ann Lee <ann@example.com>". */
function beforeMail(tokens: Tokens, i: number, lexicon: NameWords): Range | null {
  const { count, gap, shape, word } = tokens;
  if (word[i] !== LESS || gap[i] !== GAP.blank) return null;
  let isMail = false;
  for (let j = i + 1; j < count && j - i < MAX_PARTS && gap[j] === GAP.none; j++) {
    isMail ||= word[j] === AT;
  }
  if (!isMail) return null;
  let from = i;
  for (let j = i - 1; j >= 0 && i - j < MAX_PARTS; j--) {
    if (isCapital(shape[j] as number)) from = j;
    else if (!JOINTS.has(word[j] as number) || gap[j] !== GAP.none) break;
    if ((gap[j] as number) >= GAP.newline) break;
  }
  const range = nameAt(tokens, from, 2, (hash) => lexicon.isName(hash));
  return range?.[1] === i ? range : null;
}

/**
 * Range of the capitalized words that begin at `from`: at least `least`, one of which `isName` takes for a name. One alone, or
 * the first of several where one suffices, must be neither a single letter nor a word that names nobody.
 */
function nameAt(
  tokens: Tokens,
  from: number,
  least: 1 | 2,
  isName: (hash: number) => boolean,
): Range | null {
  const { count, gap, shape, word } = tokens;
  let to = from;
  let words = 0;
  let isNamed = false;
  const isShort = (j: number) =>
    shape[j] === SHAPE.capitals && ABBREVIATIONS.has(word[j] as number);
  for (let j = from; j < count && j - from < MAX_PARTS; j++) {
    if (j > from && (gap[j] as number) >= GAP.newline) break;
    if (isCapital(shape[j] as number)) {
      if (isShort(j)) return null;
      words++;
      isNamed ||= shape[j] !== SHAPE.initial && isName(word[j] as number);
      to = j + 1;
    } else if (!JOINTS.has(word[j] as number) || gap[j] !== GAP.none || j === from) break;
  }
  const first = afterInitials(tokens, from);
  const isSomebody = shape[first] !== SHAPE.initial && !NO_NAMES.has(word[first] as number);
  return words >= least && isNamed && (least > 1 || isSomebody) ? [from, to] : null;
}

/** Whether a word alone behind "caller:" is a name, and not the first word of what a caller says. */
function mayBeName(hash: number, lexicon: NameWords): boolean {
  if (lexicon.find(hash) < 0) return true;
  if (lexicon.isGivenName(hash) && !SAID_FIRST.has(hash)) return true;
  return lexicon.nameShare(hash) >= (lexicon.isName(hash) ? LISTED_SHARE : NAME_SHARE);
}
/** Given names that sentences begin with: "Caller: Can I pay?". */
const SAID_FIRST = hashesOf("can said ok");
/** Least share of names, among the words used like it, of a family name and of another word. */
const [LISTED_SHARE, NAME_SHARE] = [0.1, 0.3];

/** The first word after initials: "P. Rao". */
function afterInitials({ count, shape, word }: Tokens, from: number): number {
  let at = from;
  while (at + 2 < count && shape[at] === SHAPE.initial && word[at + 1] === STOP) at += 2;
  return at;
}
