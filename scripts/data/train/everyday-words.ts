// Words that are no names: descriptions of pictures in texts (emoji), and words of a program's help. Training
// texts are news and encyclopedias, which contain few of them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../../../src/detect/language/languages.ts";
import { groupOf, isByCharacter } from "../../../src/detect/tagger/groups.ts";

/** Least number of occurrences in a help: rarer words may be names in examples. */
const LEAST_SEEN = 3;
const LEAST_LETTERS = 3;
const WORDS = /[\p{L}\p{N}_\u0900-\u0963\u0970-\u097f]+/gu;
const DEVANAGARI = /^[\u0900-\u097f]/;
const CHARACTERS = /^[\u3041-\u309f\u30a1-\u30ff\u3400-\u9fff]{2,5}$/;

/** The words in lower case; capitalized ones only in German. `annotations` is the package's folder, `help` its manuals. */
export function everydayWords(
  annotations: string,
  help: ReadonlyMap<Language, readonly string[]>,
): string[] {
  return LANGUAGES.filter((one) => one !== "en" && !isByCharacter(groupOf(one))).flatMap(
    (language) => {
      const described = annotationsOf(annotations, language)
        .flatMap(wordsOf)
        .filter((word) => isOf(language, word) && (language === "de" || !startsHigh(word)));
      const counts = new Map<string, number>();
      for (const word of (help.get(language) ?? []).flatMap(wordsOf)) {
        const isSmall =
          word.slice(language === "de" ? 1 : 0) ===
          word.slice(language === "de" ? 1 : 0).toLowerCase();
        if (!isSmall || !isOf(language, word)) continue;
        counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
      }
      const written = [...counts].filter(([, count]) => count >= LEAST_SEEN);
      return [...described.map((word) => word.toLowerCase()), ...written.map(([word]) => word)];
    },
  );
}

/** Japanese and Chinese descriptions of two to five characters. */
export function everydayCharacters(annotations: string): string[] {
  return LANGUAGES.filter((one) => isByCharacter(groupOf(one)))
    .flatMap((language) => annotationsOf(annotations, language))
    .filter((text) => CHARACTERS.test(text));
}

/** All descriptions in CLDR: names and keywords. */
function annotationsOf(folder: string, language: Language): string[] {
  const file = join(folder, "annotations", language, "annotations.json");
  const { annotations } = JSON.parse(readFileSync(file, "utf8"));
  const entries = Object.values(annotations.annotations) as {
    default?: string[];
    tts?: string[];
  }[];
  return entries.flatMap(({ default: words = [], tts = [] }) => [...words, ...tts]);
}

function wordsOf(text: string): string[] {
  return (text.match(WORDS) ?? []).filter(
    (word) => word.length >= LEAST_LETTERS && !/[\p{N}_]/u.test(word),
  );
}

/** Whether the word is in the language's script. */
function isOf(language: Language, word: string): boolean {
  return DEVANAGARI.test(word) === (language === "hi");
}

function startsHigh(word: string): boolean {
  return word.charAt(0) !== word.charAt(0).toLowerCase();
}
