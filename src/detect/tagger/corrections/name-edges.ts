// Where a finding of the tagger begins and ends as a name, and whether it is one: cuts off the job before an organization
// and the party beside a person, and drops words that name nobody. On unseen texts (npm run bench:detect) this earns 1.8
// points of PERSON's F1 and 3.0 of ORGANIZATION's, nearly all of it by dropping.

import type { SearchedText } from "../searched-text.ts";
import { ADDRESS, ORGANIZATION, PERSON, type Tagged } from "../tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import { ABBREVIATIONS } from "./abbreviations.ts";
import { isCapital, type Names } from "./organizations.ts";
import {
  hashesOf,
  hashOfWord,
  JOB_WORDS,
  NAMES_TOO,
  ROLE_WORDS,
  SMALL_WORDS,
  TITLES,
} from "./role-words.ts";
import { isOfThing } from "./things.ts";

/**
 * Add to `out` what remains of a finding: its parts, split at an empty line or the end of a sentence, each without what
 * cannot belong to it; nothing for words that name nobody.
 */
export function addParts(tokens: Tokens, tagged: Tagged, out: Tagged[]): void {
  let from = tagged.from;
  for (let i = from + 1; i < tagged.to; i++) {
    const isStop = i + 1 < tagged.to && isSentenceEnd(tokens, i);
    if (!isStop && tokens.gap[i] !== GAP.emptyLine && !isJobLine(tokens, i)) continue;
    if (i > from) addTrimmed(tokens, { ...tagged, from, to: i }, out);
    from = isStop ? i + 1 : i;
  }
  addTrimmed(tokens, from === tagged.from ? tagged : { ...tagged, from }, out);
}

/** Whether a line begins at `i` with a job: "Oluwaseun Bright\nHead of Human Resources". */
function isJobLine({ gap, word }: Tokens, i: number): boolean {
  return gap[i] === GAP.newline && JOB_WORDS.has(word[i] as number);
}

const STOP = hashOfWord(".");
/** A shorter word before a full stop may be an abbreviation ("Prof.", "Corp."). */
const MIN_LETTERS = 5;

/** Whether the full stop at `i`, which another token follows, ends a sentence. */
export function isSentenceEnd({ start, end, gap, shape, word }: Tokens, i: number): boolean {
  if (word[i] !== STOP || gap[i] !== GAP.none || gap[i + 1] === GAP.none) return false;
  const letters = (end[i - 1] as number) - (start[i - 1] as number);
  return isWordShape(shape[i - 1] as number) && letters >= MIN_LETTERS;
}

function addTrimmed(tokens: Tokens, tagged: Tagged, out: Tagged[]): void {
  const { shape, word } = tokens;
  let { from, to, type } = tagged;
  if (to - from > 1 && GREETINGS.has(word[from] as number)) {
    if (type === ORGANIZATION) type = PERSON;
    addTrimmed(tokens, { ...tagged, from: from + 1, type }, out);
    return;
  }
  if (isNobody(tokens, tagged)) return;
  if (type === ORGANIZATION) from = afterJob(tokens, tagged);
  if (type === PERSON) [from, to] = withoutNumbers(tokens, from, to);
  to = beforeTail(tokens, from, to);
  if (to - from > 1 && PERSON_FIRST.has(word[from] as number)) {
    if (type === ORGANIZATION && isCapital(shape[to - 1] as number)) type = PERSON;
    if (PARTY.has(word[from] as number)) from++;
  }
  if (from >= to) return;
  const isWhole = from === tagged.from && to === tagged.to && type === tagged.type;
  out.push(isWhole ? tagged : { ...tagged, from, to, type });
}

/** Words before somebody who is spoken to, taken for a part of the name: "Hi Ottoline Mbatha". */
const GREETINGS = hashesOf("hi hey hello dear thanks");

/** A person's name without numbers and abbreviations around it: "Cordelia Ashby 500", "CC 12 Ann Berg", "Ann Berg  MRN". */
function withoutNumbers(
  { gap, shape, word }: Tokens,
  first: number,
  end: number,
): [number, number] {
  let [from, to] = [first, end];
  const isNumber = (at: number) => (shape[at] as number) >= SHAPE.number;
  const isShort = (at: number) =>
    shape[at] === SHAPE.capitals &&
    (ABBREVIATIONS.has(word[at] as number) || ROLE_WORDS.has(word[at] as number));
  const isTitled = shape[from] === SHAPE.title;
  const isTail = (at: number) => isNumber(at) || (isTitled && isShort(at));
  while (to - 1 > from && gap[to - 1] !== GAP.none && isTail(to - 1)) to--;
  while (to - 1 > from && gap[from + 1] === GAP.blank && (isNumber(from) || isShort(from))) from++;
  return [from, to];
}

/** Words before the name of a person: parties in court and clinic papers, and titles. */
const PARTY = hashesOf("plaintiff defendant patient petitioner respondent");
const PERSON_FIRST = hashesOf(
  "plaintiff defendant patient petitioner respondent mr mrs ms dr prof",
);
const COLON = hashOfWord(":");
const COMMA = hashOfWord(",");

/** Words between a name and a phone number or a time: "Margaret at +1 281". */
const BEFORE_NUMBER = hashesOf("at on by via from until till before after");

const [ALL, RIGHTS] = ["all", "rights"].map(hashOfWord);

/** End of the name without ", Plaintiff", a last "at" or "at +1", or "All Rights Reserved". */
function beforeTail({ shape, word }: Tokens, from: number, last: number): number {
  let end = from + 1;
  while (end < last && !(word[end] === ALL && word[end + 1] === RIGHTS)) end++;
  let to = end;
  while (to - 1 > from && !isWordShape(shape[to - 1] as number)) to--;
  if (!(shape[to - 1] === SHAPE.lower && BEFORE_NUMBER.has(word[to - 1] as number))) to = end;
  while (to - 1 > from && shape[to - 1] === SHAPE.lower && SMALL_WORDS.has(word[to - 1] as number))
    to--;
  const isParty = to - 2 > from && word[to - 2] === COMMA && ROLE_WORDS.has(word[to - 1] as number);
  return isParty ? to - 2 : to;
}

/**
 * Whether a finding's words all name nobody, or it has none, or it is one letter or letters with a number ("H-28704"). A
 * person gets the benefit of the doubt: a title with anything after it stays, and so do words that are also names.
 */
function isNobody(tokens: Tokens, { from, to, type }: Tagged): boolean {
  const { shape, word } = tokens;
  const isPerson = type === PERSON;
  const counts = { small: 0, role: 0, title: 0, initial: 0, either: 0 };
  let words = 0;
  let numbers = 0;
  for (let i = from; i < to; i++) {
    const kind = shape[i] as number;
    if (kind >= SHAPE.number) numbers++;
    if (!isWordShape(kind)) continue;
    const sense = senseOf(kind, word[i] as number, isPerson);
    if (sense === "name") return false;
    words++;
    counts[sense]++;
  }
  if (counts.either > 0 && counts.role === 0) return false;
  if (isPerson && counts.title > 0 && words > counts.title) return false;
  const isCode = counts.initial === words && (words === 1 || numbers > 0);
  return counts.role + counts.title > 0 || words === 0 || isCode;
}

type Sense = "name" | "small" | "role" | "title" | "initial" | "either";

/** What a word of a finding can be; "either": a name or a role. */
function senseOf(shape: number, word: number, isPerson: boolean): Sense {
  if (shape === SHAPE.initial) return "initial";
  const isShort = shape === SHAPE.capitals || shape === SHAPE.mixed;
  if (isShort && ABBREVIATIONS.has(word)) return "role";
  if (TITLES.has(word) || (isPerson && PARTY.has(word))) return "title";
  if (isPerson && NAMES_TOO.has(word)) return "either";
  if (ROLE_WORDS.has(word) || JOB_WORDS.has(word)) return "role";
  return SMALL_WORDS.has(word) && !(isPerson && shape !== SHAPE.lower) ? "small" : "name";
}

const OF = hashOfWord("of");
const AT = hashOfWord("at");

/** Start of the name after "General Counsel of". */
function afterJob({ shape, word }: Tokens, { from, to }: Tagged): number {
  let i = from;
  while (i < to && JOB_WORDS.has(word[i] as number)) i++;
  if (i === from || i + 1 >= to || (word[i] !== OF && word[i] !== AT)) return from;
  return isCapital(shape[i + 1] as number) ? i + 1 : from;
}

const MARKS = hashesOf("' \u2019");
const TRAILING = new Set([...MARKS, ...hashesOf('" \u201d , ; : -')]);
/** Signs of Markdown before a name. */
const LEADING = hashesOf("# * > | ` ~ .");
const POSSESSIVE = hashOfWord("s");

/**
 * The names, each cut to one line and to whole words, except those that are words of things: without a possessive or a quote
 * at the end, with the last letter of an abbreviation ("U.S.A"). Addresses stay whole: they have lines.
 */
export function withWholeEdges(tokens: SearchedText, names: Names): Names {
  const out: Tagged[] = [];
  for (let n = 0; n < names.length; n++) {
    const name = names[n] as Tagged;
    if (name.type === ADDRESS) out.push(name);
    else if (!isOfThing(tokens, name))
      addLines(tokens, name, names[n + 1]?.from ?? tokens.count, out);
  }
  return out;
}

/** Whether three blanks or a tab are before a token, as between the columns of a table. */
export function isColumn(
  { start, end, text }: Pick<SearchedText, "start" | "end" | "text">,
  i: number,
): boolean {
  const [from, to] = [end[i - 1] as number, start[i] as number];
  return to - from > 2 || (to > from && text.charCodeAt(from) === TAB);
}

const TAB = 9;

/** Add the parts of a name, each within one line and column; `limit`: where the next name begins. */
function addLines(tokens: SearchedText, name: Tagged, limit: number, out: Tagged[]): void {
  let from = name.from;
  const end = name.type === PERSON ? closingQuote(tokens, name) : name.to;
  for (let i = from + 1; i <= end; i++) {
    if (i < end && (tokens.gap[i] as number) < GAP.newline && !isColumn(tokens, i)) continue;
    while (from < i && isLeading(tokens, from)) from++;
    const to = wholeEnd(tokens, from, i, i === name.to ? limit : i);
    const isWhole = from === name.from && to === name.to;
    const part = isWhole ? name : { ...name, from, to };
    // "Ann Berg\nAddress:": the next line begins with a label.
    const isLabel = from > name.from && tokens.word[to] === COLON && to < tokens.count;
    if (to > from && !isLabel && (isWhole || !isNobody(tokens, part))) out.push(part);
    from = i;
  }
}

/** Whether token `i` is a sign before a name; not in "'t Hooft". */
function isLeading({ shape, word }: Tokens, i: number): boolean {
  const sign = word[i] as number;
  return LEADING.has(sign) || (MARKS.has(sign) && isCapital(shape[i + 1] as number));
}

/** End of a person's name, at the quote that closes it: "'Ann Berg' AND", not "D' Angelo". */
function closingQuote({ gap, shape, word }: Tokens, { from, to }: Tagged): number {
  for (let i = from + 1; i + 1 < to; i++) {
    const isClosing =
      MARKS.has(word[i] as number) && gap[i] === GAP.none && gap[i + 1] !== GAP.none;
    if (isClosing && shape[i - 1] !== SHAPE.initial) return i;
  }
  return to;
}

function wholeEnd({ gap, shape, word }: Tokens, from: number, end: number, limit: number): number {
  const isInitial = (at: number) => shape[at] === SHAPE.initial && gap[at] === GAP.none;
  let to = end;
  while (
    to < limit &&
    word[to - 1] === STOP &&
    to - 2 >= from &&
    shape[to - 2] === SHAPE.initial &&
    isInitial(to)
  ) {
    to++;
    if (to + 1 < limit && word[to] === STOP && gap[to] === GAP.none && isInitial(to + 1)) to++;
  }
  const isPossessive = word[to - 1] === POSSESSIVE && MARKS.has(word[to - 2] as number);
  if (isPossessive && to - 2 > from && gap[to - 1] === GAP.none) to -= 2;
  while (to > from && TRAILING.has(word[to - 1] as number)) to--;
  return to;
}
