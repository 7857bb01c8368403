// What is found in prose that speaks of nobody: two manuals, each of hundreds of pages in every language.

import { LANGUAGES } from "../../../src/detect/language/languages.ts";
import { MANUAL_NAMES, manualTexts } from "../../data/train/manuals.ts";
import { wordsIn } from "./languages.ts";
import { everyEntity } from "./tagger-model.ts";

/** Manuals show dates and addresses of pages: those are there. */
const REALLY_THERE: readonly string[] = ["DATE", "URL"];
/** Texts of a manual that are searched, at most. */
const MOST_TEXTS = 1_000;

/** A line for each language: findings in a thousand words, by the shipped models. `root` has the unpacked packages. */
export function ordinaryTable(root: string): string {
  const find = everyEntity();
  const lines = LANGUAGES.map((language) => [language as string]);
  for (const manual of MANUAL_NAMES) {
    const texts = manualTexts(root, manual);
    LANGUAGES.forEach((language, i) => {
      const all = texts.get(language) ?? [];
      const step = Math.ceil(all.length / MOST_TEXTS);
      const some = all.filter((_, at) => at % step === 0);
      const words = some.reduce((sum, text) => sum + wordsIn(language, text), 0);
      const found = some.flatMap((text) => find(text).map(({ entityType }) => entityType));
      const wrong = found.filter((type) => !REALLY_THERE.includes(type)).length;
      const share = words === 0 ? "-" : ((1000 * wrong) / words).toFixed(1);
      lines[i]?.push(`${manual} ${share.padStart(5)} of ${words} words`);
    });
  }
  return lines.map((line) => line.join("  ")).join("\n");
}
