// Persons that a title identifies, in languages other than English with blanks between words: "Herr Öztürk", "Sig.ra Rossi",
// "Ayşe Hanım", "श्री नाथ". The title itself is no part of the name.

import type { LanguageSet } from "../../language/languages.ts";
import { wordsIn, wordsWithLanguages } from "../../words/all-words.ts";
import { FIRST_PARTICLES, PARTICLES } from "../../words/particles.ts";
import { GROUPS, type Group } from "../groups.ts";
import { PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { ENDINGS, isEveryday, type Words } from "./edges-abroad.ts";
import { isCapital, type Names } from "./organizations.ts";
import { hashesOf, hashOfWord, WordSet } from "./role-words.ts";

const STOP = hashOfWord(".");
const HYPHEN = hashOfWord("-");
const OPEN = hashOfWord("<");
const CLOSE = hashOfWord(">");
/** Titles and kin in lower case and without a dot only: capitalized, they are names and rivers. */
const SMALL_ONLY = hashesOf(
  "don doña dona heer zoon dochter broer zus collega buurman buurvrouw oom echtgenoot echtgenote fils fille frère sœur mari " +
    "épouse collègue voisin voisine oncle tante hijo hija hermano hermana esposo esposa marido vecino vecina compañero " +
    "compañera tío tía figlio figlia fratello sorella moglie zio zia filho filha irmão irmã colega tio tia dotter bror " +
    "syster kollega granne syn syna córka córki żona żony mąż męża brat siostra kolega koleżanka",
);
/** Abbreviations in capitals only: in lower case they are meters and a pronoun. */
const HIGH_ONLY = hashesOf("m me mm");
const BETWEEN = hashesOf(PARTICLES);
const FIRST = hashesOf(FIRST_PARTICLES);
const ENDS = hashesOf(", !");
const MAX_WORDS = 4;

/** The titles of a group's languages: by hash of the word, the languages that have it. */
interface Titles {
  readonly before: ReadonlyMap<number, LanguageSet>;
  /** Abbreviated titles, by their hash without the dot. */
  readonly dotted: ReadonlyMap<number, LanguageSet>;
  readonly after: ReadonlyMap<number, LanguageSet>;
  readonly notNames: ReadonlySet<number>;
  /** Words that begin letters and chats: "Beste", "Hola". */
  readonly greetings: ReadonlySet<number>;
  /** All words that names are beside, for a quick first check. */
  readonly any: WordSet;
  readonly isCaseless: boolean;
}

function titlesOf(group: Group): Titles {
  const { languages } = GROUPS[group];
  const hashed = (kind: "titles" | "titlesAfterName", isDotted = false) =>
    new Map(
      [...wordsWithLanguages(kind, languages)]
        .filter(([title]) => title.endsWith(".") === isDotted)
        .map(([title, set]) => [hashOfWord(title.replace(".", "")), set]),
    );
  const before = hashed("titles");
  const dotted = hashed("titles", true);
  const after = hashed("titlesAfterName");
  const greetings = hashesOf(wordsIn(languages, "notNames"));
  return {
    before,
    dotted,
    after,
    notNames: hashesOf(wordsIn(languages, "notNamesAfterTitles")),
    greetings,
    any: new WordSet(
      new Set([...greetings, ...[before, dotted, after].flatMap((titles) => [...titles.keys()])]),
    ),
    isCaseless: group === "hi",
  };
}

const TITLES = new Map<Group, Titles>();

/** The names (by place, without overlap), and the persons that titles identify where none was found. */
export function withTitledAbroad(
  tokens: Tokens,
  names: Names,
  group: Group,
  margin: number,
  lexicon: Words,
): Names {
  const titles = TITLES.get(group) ?? titlesOf(group);
  TITLES.set(group, titles);
  const persons: Tagged[] = [];
  let next = 0;
  for (let i = 0; i < tokens.count; i++) {
    if (!titles.any.has(tokens.word[i] as number)) continue;
    while (next < names.length && (names[next] as Tagged).from <= i) next++;
    const floor = Math.max(names[next - 1]?.to ?? 0, persons.at(-1)?.to ?? 0);
    if (floor > i) continue;
    const limit = names[next]?.from ?? tokens.count;
    const [from, to] = isOneOf(titles.after, tokens, i)
      ? nameBefore(tokens, i, floor, titles)
      : isGreeting(tokens, i, titles)
        ? greeted(tokens, i, limit, titles, lexicon)
        : nameAfter(tokens, i, titleEnd(tokens, i, titles), limit, titles);
    if (from < to) persons.push({ from, to, type: PERSON, margin });
  }
  return persons.length === 0 ? names : [...names, ...persons].sort((a, b) => a.from - b.from);
}

/** Whether the word at `i` is one of these in the language of its place. */
function isOneOf(titles: ReadonlyMap<number, LanguageSet>, tokens: Tokens, i: number): boolean {
  const languages = titles.get(tokens.word[i] as number) ?? 0;
  // `tokens.language` counts from 1; 0 is no language.
  return tokens.hasLanguages
    ? ((languages << 1) & (1 << (tokens.language[i] as number))) !== 0
    : languages !== 0;
}

/** One past the title at `i` with its dot and ending; -1 if there is none. */
function titleEnd(tokens: Tokens, i: number, titles: Titles): number {
  const { count, gap, shape, word } = tokens;
  const hasDot = i + 1 < count && word[i + 1] === STOP && gap[i + 1] === GAP.none;
  const isTitle =
    isOneOf(titles.before, tokens, i) || (hasDot && isOneOf(titles.dotted, tokens, i));
  const isOtherCase = (shape[i] === SHAPE.lower ? HIGH_ONLY : SMALL_ONLY).has(word[i] as number);
  if (!isTitle || isOtherCase) return -1;
  if (!hasDot) return i + 1;
  if (SMALL_ONLY.has(word[i] as number)) return -1;
  const isEnding = i + 2 < count && gap[i + 2] === GAP.none && ENDINGS.has(word[i + 2] as number);
  return isEnding ? i + 3 : i + 2;
}

/** Whether the word at `i` greets somebody: the first of its line. */
function isGreeting({ gap, word }: Tokens, i: number, { greetings }: Titles): boolean {
  return greetings.has(word[i] as number) && (i === 0 || (gap[i] as number) >= GAP.newline);
}

/** Range of the name after the greeting at `i` if nothing else is in the line or before a comma: "Beste Joost,". */
function greeted(
  tokens: Tokens,
  i: number,
  limit: number,
  titles: Titles,
  lexicon: Words,
): readonly [from: number, to: number] {
  const { count, gap, word } = tokens;
  const [from, to] = nameAfter(tokens, i, i + 1, limit, titles);
  const isWhole =
    to === count || (gap[to] as number) >= GAP.newline || ENDS.has(word[to] as number);
  const hash = word[from] as number;
  const isName = isNameWord(tokens, from, titles) && !isEveryday(hash, lexicon);
  return isWhole && isName && !titles.greetings.has(hash) ? [from, to] : [i, i];
}

/** Range of the name that begins at `from` behind the title at `i`, before `limit`; empty if there is none. */
function nameAfter(
  tokens: Tokens,
  i: number,
  from: number,
  limit: number,
  titles: Titles,
): readonly [from: number, to: number] {
  const { gap, word } = tokens;
  if (from === -1 || from >= limit || titleEnd(tokens, from, titles) !== -1) return [i, i];
  const first = afterTag(tokens, from, limit);
  let to = first;
  let at = first;
  let isLong = false;
  for (let words = 0; words < MAX_WORDS; words++) {
    const particles = to === first ? FIRST : BETWEEN;
    if (at < limit && particles.has(word[at] as number) && gap[at] === GAP.blank) at++;
    while (at < limit && at > first && BETWEEN.has(word[at] as number) && gap[at] === GAP.blank)
      at++;
    const isApart = gap[at] === GAP.blank || (at === first && first > from);
    if (at >= limit || !isApart || !isNameWord(tokens, at, titles)) break;
    isLong ||= tokens.shape[at] !== SHAPE.initial;
    to = withHyphens(tokens, at, limit);
    at = to;
  }
  // A single letter is no name.
  return isLong ? [first, to] : [i, i];
}

/** One past a tag of a word that begins at `from`, after a blank: "Dr. <b>Antúnez</b>"; `from` if there is none. */
function afterTag({ gap, word }: Tokens, from: number, limit: number): number {
  const isTag = from + 3 < limit && word[from] === OPEN && word[from + 2] === CLOSE;
  return isTag && gap[from] === GAP.blank ? from + 3 : from;
}

function isNameWord({ shape, word }: Tokens, at: number, titles: Titles): boolean {
  const isWritten = titles.isCaseless ? shape[at] === SHAPE.lower : isCapital(shape[at] as number);
  return isWritten && !titles.notNames.has(word[at] as number);
}

/** One past the word at `at` and what hyphens or an initial's dot join to it. */
function withHyphens({ gap, shape, word }: Tokens, at: number, limit: number): number {
  let to = at + 1;
  if (shape[at] === SHAPE.initial && to < limit && word[to] === STOP && gap[to] === GAP.none)
    return to + 1;
  while (
    to + 1 < limit &&
    word[to] === HYPHEN &&
    gap[to] === GAP.none &&
    gap[to + 1] === GAP.none &&
    isCapital(shape[to + 1] as number)
  ) {
    to += 2;
  }
  return to;
}

/** Range of the capitalized words before the title at `i`, down to `floor`: "Ayşe Hanım". */
function nameBefore(
  tokens: Tokens,
  i: number,
  floor: number,
  titles: Titles,
): readonly [from: number, to: number] {
  let from = i;
  while (
    from > floor &&
    i - from < 2 &&
    tokens.gap[from] === GAP.blank &&
    isNameWord(tokens, from - 1, titles)
  ) {
    if (titles.isCaseless) return [i, i];
    from--;
  }
  return [from, i];
}
