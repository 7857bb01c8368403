// The words of all languages that have a file.

import { chinese } from "./chinese.ts";
import { dutch } from "./dutch.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { hindi } from "./hindi.ts";
import { italian } from "./italian.ts";
import { japanese } from "./japanese.ts";
import type { LabelKind, LanguageWords } from "./language-words.ts";
import { polish } from "./polish.ts";
import { portuguese } from "./portuguese.ts";
import { spanish } from "./spanish.ts";
import { swedish } from "./swedish.ts";
import { turkish } from "./turkish.ts";

const WORDS: readonly LanguageWords[] = [
  ...[german, french, spanish, italian, portuguese, dutch, swedish, polish, turkish],
  ...[hindi, japanese, chinese],
];

/** The lists of one kind of all languages, as one: words apart by blanks. */
export function wordsAbroad(kind: Exclude<keyof LanguageWords, "language" | "labels">): string {
  return WORDS.flatMap((words) => words[kind] ?? []).join(" ");
}

/** The labels of one kind in all languages, as in `LabelPhrases.add`. */
export function labelsAbroad(kind: LabelKind): string {
  return WORDS.flatMap(({ labels }) => labels[kind] ?? []).join("|");
}
