// Words that name nobody: what pictures in texts (emoji) are described with, and what a program's help is made of. Texts that
// models are trained on are of news and encyclopedias; they hold few of them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../../../src/detect/language/languages.ts";
import { groupOf, isByCharacter } from "../../../src/detect/tagger/groups.ts";

/** Times that a help has a word: rarer ones may be names in examples. */
const LEAST_SEEN = 3;
const LEAST_LETTERS = 3;
const WORDS = /[\p{L}\p{N}_\u0900-\u0963\u0970-\u097f]+/gu;
const DEVANAGARI = /^[\u0900-\u097f]/;
const CHARACTERS = /^[\u3041-\u309f\u30a1-\u30ff\u3400-\u9fff]{2,5}$/;

/**
 * The words in small letters, of German also those that begin with a capital; `annotations` is the folder of the package,
 * `help` what `manualTexts` gives.
 */
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

/** Descriptions of two to five characters, of Japanese and Chinese. */
export function everydayCharacters(annotations: string): string[] {
  return LANGUAGES.filter((one) => isByCharacter(groupOf(one)))
    .flatMap((language) => annotationsOf(annotations, language))
    .filter((text) => CHARACTERS.test(text));
}

/** Every description of CLDR's, names and keywords alike. */
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

/** Whether the word is in the script of the language. */
function isOf(language: Language, word: string): boolean {
  return DEVANAGARI.test(word) === (language === "hi");
}

function startsHigh(word: string): boolean {
  return word.charAt(0) !== word.charAt(0).toLowerCase();
}
