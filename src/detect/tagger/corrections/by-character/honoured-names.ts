// Persons in Chinese and Japanese that a title after the name identifies: "山田さん", "王先生", "田中部長". The title itself is no part
// of the name.

import type { Language } from "../../../language/languages.ts";
import { wordsIn } from "../../../words/all-words.ts";
import { addToHash } from "../../hash.ts";
import type { Lexicon } from "../../lexicon.ts";
import { PERSON, type Tagged } from "../../tags.ts";
import type { Tokens } from "../../tokens.ts";
import { isEveryday } from "./katakana.ts";

const listOf = (language: Language, kind: "titlesAfterName" | "jobsAfterName") =>
  wordsIn([language], kind).split(" ");
const CHINESE_JOBS = listOf("zh", "jobsAfterName");
const CHINESE = [...listOf("zh", "titlesAfterName"), ...CHINESE_JOBS];
const JAPANESE_JOBS = listOf("ja", "jobsAfterName");
const JAPANESE = [...listOf("ja", "titlesAfterName"), ...JAPANESE_JOBS];
/** In Japanese no further character of a word may follow: "パーキンソン氏病". */
const HONOURS = new RegExp(
  `${CHINESE.join("|")}|(?:${JAPANESE.join("|")})(?![\\u3400-\\u9fff])`,
  "g",
);
/** Job titles follow other words, too: "高级经理", "人事部長". */
const JOBS: ReadonlySet<string> = new Set([...CHINESE_JOBS, ...JAPANESE_JOBS]);
const HAN_BEFORE = /[\u3400-\u9fff々]{1,6}$/;
/** "マイケル・ムーア", "オコンナー": a single katakana word may be a job. */
const FOREIGN_BEFORE =
  /(?<![ァ-ヶー])(?:[ァ-ヶー]{2,10}|[ァ-ヶー]{1,10}(?:[・＝][ァ-ヶー]{1,10}){1,2})$/;
const WINDOW_CHARS = 34;
const FAMILY_NAMES: ReadonlySet<string> = new Set(wordsIn(["zh"], "familyNames"));
/** `isGivenName` looks persons up in the lists, `isOtherName` places, organizations and words. */
type Names = Pick<Lexicon, "find" | "listsOf" | "isGivenName" | "isOtherName">;
const MAX_CHINESE = 3;
/** Characters that no name has: "高兴的太太", "马上太太". */
const NO_CHINESE = /[的了着是我你您他她它们這这那个個上下末]/;
/** Last characters of words for people and days that are no names: "運転手さん", "関係者様", "平日でございます". */
const NO_NAME =
  /[明平本休祝当翌今昨]日$|[屋者員師手家客店社親方官士婦主達々何王神位生長人先所供校院察那医姓]$/;

/** The names (by place, without overlap), and the persons before titles, also those found as something else. */
export function withHonoured(
  text: string,
  tokens: Tokens,
  names: readonly Tagged[],
  { lexicon, margin }: { readonly lexicon: Names; readonly margin: number },
): readonly Tagged[] {
  const all: Tagged[] = [];
  let token = 0;
  let next = 0;
  const takeUntil = (end: number) => {
    while (next < names.length && (names[next] as Tagged).from < end) {
      all.push(names[next++] as Tagged);
    }
  };
  for (const { 0: title, index } of text.matchAll(HONOURS)) {
    while (token < tokens.count && (tokens.start[token] as number) < index) token++;
    const { length, language } = nameBefore(text, index, title);
    // Each character before the title is a token.
    const from = token - length;
    if (length === 0 || from < 0 || tokens.start[from] !== index - length) continue;
    const before = { from, to: token };
    const isJob = JOBS.has(title) && !isNamedByList(hashOf(tokens, before), language, lexicon);
    if (isJob || isEveryday(text, tokens, before, lexicon)) continue;
    takeUntil(from);
    const found = names[next];
    const isFound = found !== undefined && found.from < token;
    if ((all.at(-1)?.to ?? 0) > from) continue;
    if (!isFound) all.push({ from, to: token, type: PERSON, margin });
    else if (found.from === from && found.to <= token + title.length) {
      all.push({ from, to: token, type: PERSON, margin: Math.max(margin, found.margin) });
      next++;
    }
  }
  takeUntil(tokens.count);
  return all;
}

/** A name before a title: its number of characters, 0 if there is none, and its language. */
interface Before {
  readonly length: number;
  readonly language: "ja" | "zh";
}

/** The name that ends at `end`, where the title begins. */
function nameBefore(text: string, end: number, title: string): Before {
  const window = text.slice(Math.max(0, end - WINDOW_CHARS), end);
  const han = HAN_BEFORE.exec(window)?.[0] ?? "";
  for (
    let length = CHINESE.includes(title) ? Math.min(MAX_CHINESE, han.length) : 0;
    length > 0;
    length--
  ) {
    const isNamed = FAMILY_NAMES.has(text.charAt(end - length));
    if (isNamed && !NO_CHINESE.test(text.slice(end - length, end)))
      return { length, language: "zh" };
  }
  if (!JAPANESE.includes(title)) return { length: 0, language: "zh" };
  const foreign = FOREIGN_BEFORE.exec(window)?.[0].length ?? 0;
  const isName = han.length >= 2 && han.length <= 4 && !NO_NAME.test(han);
  return { length: foreign > 0 || !isName ? foreign : han.length, language: "ja" };
}

function hashOf({ word }: Tokens, { from, to }: Pick<Tagged, "from" | "to">): number {
  let hash = word[from] as number;
  for (let i = from + 1; i < to; i++) hash = addToHash(hash, word[i] as number);
  return hash;
}

/** Whether the text before a job title is a name: listed as one in Japanese, in Chinese not listed as anything else. */
function isNamedByList(hash: number, language: Before["language"], lexicon: Names): boolean {
  return lexicon.isGivenName(hash) || (language === "zh" && !lexicon.isOtherName(hash));
}
