// Where names begin and end in languages other than English, and which findings are none: words of a letter or a form
// ("Betreff", "Anschrift:", "Tel."), and doubtful ones with no other name near.

import { foldedWord } from "../../text/folded-words.ts";
import { labelWords, wordsIn } from "../../words/all-words.ts";
import { GROUPS, type Group } from "../groups.ts";
import type { Lexicon } from "../lexicon.ts";
import { ADDRESS, ORGANIZATION, PERSON, type Tagged } from "../tags.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "../tokens.ts";
import { PLATFORM_NAMES, TECHNICAL } from "./abbreviations.ts";
import { isColumn, isSentenceEnd } from "./name-edges.ts";
import type { Names } from "./organizations.ts";
import { hashesOf, hashOfWord } from "./role-words.ts";

/** The full stop of Hindi, which the tokenizer takes for a letter of the word before it. */
export const DANDA = "।";

const COLON = hashOfWord(":");
const STOP = hashOfWord(".");
const APOSTROPHE = hashOfWord("'");

/** Signs between persons; these and others are no end of a name: "- Anna Berg". */
const BETWEEN = hashesOf("/ | ; & +");
const POINTS = hashesOf("/ | ; & + - \u2013 \u2014 * \u2022 \u00b7 >");

/** Ends of abbreviations after their dot: "Sig.ra", "Dott.ssa". */
export const ENDINGS = hashesOf("ra na ssa a ta");

/** What is looked up of words. */
export type Words = Pick<Lexicon, "find" | "listsOf" | "isName">;

/** Words that name nobody in a group's languages. */
interface FormWords {
  /** Hashes of greetings and headings. After another word they are names: "Anja de Groet", "Frau Moin Khan". */
  readonly nobody: ReadonlySet<number>;
  /** Hashes of words before phone numbers. */
  readonly phone: ReadonlySet<number>;
  /** Labels of a single word and words of events, folded. Before a colon or a number they name nobody. */
  readonly labels: ReadonlySet<string>;
  readonly isCaseless: boolean;
}

const FORM_WORDS = new Map<Group, FormWords>();

function formWordsOf(group: Group): FormWords {
  const known = FORM_WORDS.get(group);
  if (known !== undefined) return known;
  const { languages } = GROUPS[group];
  const made = {
    nobody: hashesOf(wordsIn(languages, "notNames")),
    phone: hashesOf("tel fax", wordsIn(languages, "phone"), wordsIn(languages, "fax")),
    labels: new Set([
      ...labelWords(languages),
      ...(["birth", "discharge", "otherEvents"] as const).flatMap((kind) =>
        wordsIn(languages, kind).split(" ").map(foldedWord),
      ),
    ]),
    isCaseless: group === "hi",
  };
  FORM_WORDS.set(group, made);
  return made;
}

/**
 * The names of a text with blanks between words (by place, without overlap), each cut to one line, persons and places to one
 * sentence, persons to one cell of a table or place in a list. A single word that begins the next sentence or a field is no name, and neither is an everyday word with others
 * before a colon ("Fecha de Ingreso:"). Addresses stay whole: they have lines. On unseen sources all of it that is not about
 * lines earns 4.7 points of masking precision in Italian, 3.5 in Spanish, 0.5 in French.
 */
export function withEdgesAbroad(
  text: string,
  tokens: Tokens,
  names: Names,
  group: Group,
  lexicon: Words,
): Names {
  const words = formWordsOf(group);
  return names.flatMap((name) =>
    partsOf(text, tokens, name).flatMap((part) =>
      withoutFormWords(text, tokens, withoutPoints(tokens, part), words, lexicon),
    ),
  );
}

function partsOf(text: string, tokens: Tokens, name: Tagged): Names {
  if (name.type === ADDRESS) return [name];
  const { start, end, gap, shape, word } = tokens;
  const parts: Tagged[] = [];
  let { from } = name;
  let isCutAtStop = false;
  for (let i = from; i + 1 < name.to; i++) {
    const isLineEnd = (gap[i + 1] as number) >= GAP.newline;
    const isDanda = text.charAt((end[i] as number) - 1) === DANDA;
    const isStop = name.type !== ORGANIZATION && i > from && isSentenceEnd(tokens, i);
    const isOther = BETWEEN.has(word[i + 1] as number) || isColumn({ start, end, text }, i + 1);
    const isNext = name.type === PERSON && isOther;
    const isCut = isLineEnd || isStop || isNext || (isDanda && name.type !== ORGANIZATION);
    if (!isCut) continue;
    parts.push({ ...name, from, to: isStop ? i : i + 1 });
    from = i + 1;
    isCutAtStop = isStop || isDanda;
  }
  if (parts.length === 0) return [name];
  const isFirstWord =
    isCutAtStop && name.to - from === 1 && name.to < tokens.count && shape[name.to] === SHAPE.lower;
  return isFirstWord ? parts : [...parts, { ...name, from }];
}

function withoutPoints({ word }: Tokens, name: Tagged): Tagged {
  let { from, to } = name;
  while (from < to && POINTS.has(word[from] as number)) from++;
  while (to > from && POINTS.has(word[to - 1] as number)) to--;
  return name.type === ADDRESS ? name : { ...name, from, to };
}

/** What remains of a finding without greetings and labels at its ends: "Merhaba Deniz", "Betreff:". */
function withoutFormWords(
  text: string,
  tokens: Tokens,
  name: Tagged,
  { nobody, phone, labels, isCaseless }: FormWords,
  lexicon: Words,
): Names {
  const { count, gap, shape, word } = tokens;
  let { from, to } = name;
  // The end of an abbreviation such as "dott.ssa".
  const isAfterDot = from > 0 && gap[from] === GAP.none && word[from - 1] === STOP;
  if (isAfterDot && ENDINGS.has(word[from] as number)) from++;
  const isAfterWord = from > 0 && gap[from] === GAP.blank && isWordShape(shape[from - 1] as number);
  const isForm = (hash: number) => phone.has(hash) || (!isAfterWord && nobody.has(hash));
  while (from < to && isForm(word[from] as number)) from++;
  while (to > from && phone.has(word[to - 1] as number)) to--;
  const isBeforeColon = to < count && word[to] === COLON;
  const isBeforeNumber =
    to < count && gap[to] === GAP.blank && (shape[to] as number) >= SHAPE.number;
  const part = { ...name, from, to };
  if (isBeforeColon && isLabel(text, tokens, part, { labels, lexicon })) return [];
  if (isBeforeNumber && isLabelWord(text, tokens, part, labels)) return [];
  if (from === to || (to - from === 1 && isTechnical(tokens, from))) return [];
  return name.type === ADDRESS || isCaseless ? [part] : withoutLowEdges(tokens, part);
}

/** Whether a finding before a colon is a label: a word of one, also behind a small word ("de Ingreso"), or everyday words. */
function isLabel(
  text: string,
  tokens: Tokens,
  name: Tagged,
  { labels, lexicon }: Pick<FormWords, "labels"> & { readonly lexicon: Words },
): boolean {
  const { from, to } = name;
  const isOfSeveral = to - from > 1 && isFirst(tokens, from);
  if (isOfSeveral && isEveryday(tokens.word[from] as number, lexicon)) return true;
  return isLabelWord(text, tokens, name, labels);
}

function isLabelWord(
  text: string,
  { start, end, shape }: Tokens,
  { from, to }: Tagged,
  labels: FormWords["labels"],
): boolean {
  const isWord = to - from === 1 || (to - from === 2 && shape[from] === SHAPE.lower);
  return isWord && labels.has(foldedWord(text.slice(start[to - 1], end[to - 1])));
}

/**
 * Whether a single word is an abbreviation of technology ("PDF"), in capitals, or a program ("Linux"). On manuals in Polish and Portuguese it
 * removes a quarter of the findings; others that are no names in English are organizations elsewhere ("DPA").
 */
function isTechnical({ shape, word }: Tokens, i: number): boolean {
  const hash = word[i] as number;
  return PLATFORM_NAMES.has(hash) || (shape[i] === SHAPE.capitals && TECHNICAL.has(hash));
}

/** Whether the token begins a line or follows a full stop. */
function isFirst({ gap, word }: Tokens, i: number): boolean {
  return i === 0 || (gap[i] as number) >= GAP.newline || word[i - 1] === STOP;
}

/** Bit of the everyday words in the lists of a lexicon of these languages (scripts/data/train/word-lists.ts). */
const EVERYDAY = 1 << 7;

/** Whether it is an everyday word of one of the languages, and no name. */
export function isEveryday(hash: number, lexicon: Words): boolean {
  const slot = lexicon.find(hash);
  return slot >= 0 && (lexicon.listsOf(slot) & EVERYDAY) !== 0 && !lexicon.isName(hash);
}

/** Longest small word: "de", "den". */
const SMALL = 3;

/**
 * The name without small words at its ends ("Rossi di", "l'Impero"); that of a person begins with no longer word in lower case,
 * either. All in lower case, a longer word than "dtv" names no place or organization.
 */
function withoutLowEdges({ start, end, shape, word }: Tokens, name: Tagged): Names {
  let { from, to } = name;
  const isLow = (i: number) => shape[i] === SHAPE.lower;
  const isSmall = (i: number) => (end[i] as number) - (start[i] as number) <= SMALL;
  let isLong = false;
  let isHigh = false;
  for (let i = from; i < to; i++) {
    isHigh ||= !isLow(i) && shape[i] !== SHAPE.sign;
    isLong ||= !isSmall(i);
  }
  if (!isHigh) return isLong && name.type !== PERSON ? [] : [name];
  while (isLow(to - 1) && isSmall(to - 1)) to--;
  if (isLow(from) && word[from + 1] === APOSTROPHE && to - from > 2) from += 2;
  while (name.type === PERSON && isLow(from) && !isSmall(from)) from++;
  return [{ ...name, from, to }];
}

/** UTF-16 code units within which a sure name confirms another one: some two sentences. */
const NEAR = 200;

/**
 * The findings (by place, without overlap) that are sure, addresses, or near one of these. Linear. A text that names one person
 * usually names more; in a text that names nobody, whatever looks a little like a name is a word that the model has not seen. At
 * the same share of characters masked this removes half of the findings in Japanese and Chinese records that hold no name (npm
 * run bench:detect -- --languages).
 */
export function withoutLone(
  { start, end }: Tokens,
  found: readonly Tagged[],
  isSure: (one: Tagged) => boolean,
): readonly Tagged[] {
  const sure = found.filter((one) => one.type === ADDRESS || isSure(one));
  if (sure.length === found.length) return found;
  let next = 0;
  return found.filter((one) => {
    while (next < sure.length && (sure[next] as Tagged).from < one.from) next++;
    const [before, after] = [sure[next - 1], sure[next]];
    const since =
      before === undefined ? NEAR : (start[one.from] as number) - (end[before.to - 1] as number);
    const until =
      after === undefined ? NEAR : (start[after.from] as number) - (end[one.to - 1] as number);
    return since < NEAR || until < NEAR;
  });
}
