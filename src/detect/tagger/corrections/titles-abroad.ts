// Persons that a title tells in other languages than English: "Herr Öztürk", "Sig.ra Rossi", "Ayşe Hanım", "श्री नाथ",
// "山田さん", "王先生". The title itself is no part of the name.

import type { LanguageSet } from "../../language/languages.ts";
import { wordsIn, wordsWithLanguages } from "../../words/all-words.ts";
import { FIRST_PARTICLES, PARTICLES } from "../../words/particles.ts";
import { GROUPS, type Group, isByCharacter } from "../groups.ts";
import { PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { isCapital } from "./organizations.ts";
import { hashesOf, hashOfWord, WordSet } from "./role-words.ts";

const STOP = hashOfWord(".");
const HYPHEN = hashOfWord("-");
/** In capitals they are names and rivers. */
const SMALL_ONLY = hashesOf("don doña dona heer");
/** Ends of abbreviations behind their dot: "Sig.ra", "Dott.ssa". */
const ENDINGS = hashesOf("ra na ssa a ta");
const BETWEEN = hashesOf(PARTICLES);
const FIRST = hashesOf(FIRST_PARTICLES);
const MOST_WORDS = 4;

/** What titles a group's languages have, by hash of the word: the languages of each. */
interface Titles {
  readonly before: ReadonlyMap<number, LanguageSet>;
  /** The same of abbreviations, before their dot. */
  readonly dotted: ReadonlyMap<number, LanguageSet>;
  readonly behind: ReadonlyMap<number, LanguageSet>;
  readonly notNames: ReadonlySet<number>;
  /** All words of the first two, for a quick look. */
  readonly any: WordSet;
  /** Its script has no capitals. */
  readonly isCaseless: boolean;
}

function titlesOf(group: Group): Titles {
  const { languages } = GROUPS[group];
  const hashed = (kind: "titles" | "titlesBehind", isDotted = false) =>
    new Map(
      [...wordsWithLanguages(kind, languages)]
        .filter(([title]) => title.endsWith(".") === isDotted)
        .map(([title, set]) => [hashOfWord(title.replace(".", "")), set]),
    );
  const before = hashed("titles");
  const dotted = hashed("titles", true);
  const behind = hashed("titlesBehind");
  return {
    before,
    dotted,
    behind,
    notNames: hashesOf(wordsIn(languages, "behindTitles")),
    any: new WordSet(new Set([before, dotted, behind].flatMap((titles) => [...titles.keys()]))),
    isCaseless: group === "hi",
  };
}

const TITLES = new Map<Group, Titles>();

/** The names (by place, without overlap), and the persons that titles tell where none was found. */
export function withTitledAbroad(
  text: string,
  tokens: Tokens,
  names: readonly Tagged[],
  { group, margin }: { readonly group: Group; readonly margin: number },
): readonly Tagged[] {
  if (isByCharacter(group)) return withHonoured(text, tokens, names, margin);
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
    const [from, to] = isOneOf(titles.behind, tokens, i)
      ? nameBefore(tokens, i, floor, titles)
      : nameBehind(tokens, i, limit, titles);
    if (from < to) persons.push({ from, to, type: PERSON, margin });
  }
  return persons.length === 0 ? names : [...names, ...persons].sort((a, b) => a.from - b.from);
}

/** Whether the word at `i` is one of these in the language that it stands in. */
function isOneOf(titles: ReadonlyMap<number, LanguageSet>, tokens: Tokens, i: number): boolean {
  const languages = titles.get(tokens.word[i] as number) ?? 0;
  // Its number is from 1 on, 0 where there is none.
  return tokens.hasLanguages
    ? ((languages << 1) & (1 << (tokens.language[i] as number))) !== 0
    : languages !== 0;
}

/** One past the title at `i` with its dot and ending; -1: there is none. */
function titleEnd(tokens: Tokens, i: number, titles: Titles): number {
  const { count, gap, shape, word } = tokens;
  const hasDot = i + 1 < count && word[i + 1] === STOP && gap[i + 1] === GAP.none;
  const isTitle =
    isOneOf(titles.before, tokens, i) || (hasDot && isOneOf(titles.dotted, tokens, i));
  if (!isTitle || (SMALL_ONLY.has(word[i] as number) && shape[i] !== SHAPE.lower)) return -1;
  if (!hasDot) return i + 1;
  const isEnding = i + 2 < count && gap[i + 2] === GAP.none && ENDINGS.has(word[i + 2] as number);
  return isEnding ? i + 3 : i + 2;
}

/** Where the name begins and ends that stands behind the title at `i`, before `limit`; the same place: none does. */
function nameBehind(
  tokens: Tokens,
  i: number,
  limit: number,
  titles: Titles,
): readonly [from: number, to: number] {
  const { gap, word } = tokens;
  const from = titleEnd(tokens, i, titles);
  if (from === -1 || from >= limit || titleEnd(tokens, from, titles) !== -1) return [i, i];
  let to = from;
  let at = from;
  let isLong = false;
  for (let words = 0; words < MOST_WORDS; words++) {
    const particles = to === from ? FIRST : BETWEEN;
    if (at < limit && particles.has(word[at] as number) && gap[at] === GAP.blank) at++;
    while (at < limit && at > from && BETWEEN.has(word[at] as number) && gap[at] === GAP.blank)
      at++;
    if (at >= limit || gap[at] !== GAP.blank || !isNameWord(tokens, at, titles)) break;
    isLong ||= tokens.shape[at] !== SHAPE.initial;
    to = withHyphens(tokens, at, limit);
    at = to;
  }
  // A letter alone is no name.
  return isLong ? [from, to] : [i, i];
}

function isNameWord({ shape, word }: Tokens, at: number, titles: Titles): boolean {
  const isWritten = titles.isCaseless ? shape[at] === SHAPE.lower : isCapital(shape[at] as number);
  return isWritten && !titles.notNames.has(word[at] as number);
}

/** One past the word at `at`, with what hyphens and an initial's dot join to it. */
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

/** The words with capitals before the title at `i`, down to `floor`: "Ayşe Hanım". */
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

const CHINESE = wordsIn(["zh"], "titlesBehind").split(" ");
const JAPANESE = wordsIn(["ja"], "titlesBehind").replaceAll(" ", "|");
/** In Japanese no other character of a word stands behind: "パーキンソン氏病". */
const HONOURS = new RegExp(`${CHINESE.join("|")}|(?:${JAPANESE})(?![\\u3400-\\u9fff])`, "g");
const HAN_BEFORE = /[\u3400-\u9fff々]{1,6}$/;
/** "マイケル・ムーア": a single word in such letters may be anybody's job. */
const FOREIGN_BEFORE = /[ァ-ヶー]{1,10}(?:[・＝][ァ-ヶー]{1,10}){1,2}$/;
const WINDOW_CHARS = 34;
const FAMILY_NAMES: ReadonlySet<string> = new Set(wordsIn(["zh"], "familyNames"));
const MOST_CHINESE = 3;
/** In no name: "高兴的太太", "马上太太". */
const NO_CHINESE = /[的了着是我你您他她它们這这那个個上下末]/;
/** What people are called by that is no name: "運転手さん", "関係者様". */
const NO_NAME = /[屋者員師手家客店社親方官士婦主達々何王神位生長人先所供校院察那医姓]$/;

/** Persons of Chinese and Japanese before titles, where none was found. */
function withHonoured(
  text: string,
  tokens: Tokens,
  names: readonly Tagged[],
  margin: number,
): readonly Tagged[] {
  const persons: Tagged[] = [];
  let token = 0;
  let next = 0;
  for (const { 0: title, index } of text.matchAll(HONOURS)) {
    while (token < tokens.count && (tokens.start[token] as number) < index) token++;
    while (next < names.length && (names[next] as Tagged).to < token) next++;
    const length = honouredLength(text, index, title);
    // Each character before the title is a token.
    const from = token - length;
    const isFree =
      (names[next]?.from ?? tokens.count) >= token && (names[next - 1]?.to ?? 0) <= from;
    const isApart = (persons.at(-1)?.to ?? 0) <= from;
    if (length > 0 && from >= 0 && isFree && isApart && tokens.start[from] === index - length) {
      persons.push({ from, to: token, type: PERSON, margin });
    }
  }
  return persons.length === 0 ? names : [...names, ...persons].sort((a, b) => a.from - b.from);
}

/** Of how many characters the name is that ends at `end`, before the title; 0: there is none. */
function honouredLength(text: string, end: number, title: string): number {
  const window = text.slice(Math.max(0, end - WINDOW_CHARS), end);
  const han = HAN_BEFORE.exec(window)?.[0] ?? "";
  if (CHINESE.includes(title)) {
    for (let length = Math.min(MOST_CHINESE, han.length); length > 0; length--) {
      const isNamed = FAMILY_NAMES.has(text.charAt(end - length));
      if (isNamed && !NO_CHINESE.test(text.slice(end - length, end))) return length;
    }
    return 0;
  }
  const foreign = FOREIGN_BEFORE.exec(window)?.[0].length ?? 0;
  if (foreign > 0) return foreign;
  return han.length >= 2 && han.length <= 4 && !NO_NAME.test(han) ? han.length : 0;
}
