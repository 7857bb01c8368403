// The words of all languages that have a file.

import { LANGUAGES, type Language, type LanguageSet, setOf } from "../language/languages.ts";
import { anywhere } from "./anywhere.ts";
import { chinese } from "./chinese.ts";
import { dutch } from "./dutch.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { hindi } from "./hindi.ts";
import { italian } from "./italian.ts";
import { japanese } from "./japanese.ts";
import { korean } from "./korean.ts";
import type { LabelKind, LanguageWords } from "./language-words.ts";
import { polish } from "./polish.ts";
import { portuguese } from "./portuguese.ts";
import { spanish } from "./spanish.ts";
import { swedish } from "./swedish.ts";
import { turkish } from "./turkish.ts";

/** `anywhere` comes first, so that its labels count in every text, whichever language has them, too. */
const WORDS: readonly LanguageWords[] = [
  anywhere,
  ...[german, french, spanish, italian, portuguese, dutch, swedish, polish, turkish],
  ...[hindi, japanese, chinese, korean],
];

/** A list of words, separated by blanks. */
type WordKind = Exclude<keyof LanguageWords, "language" | "labels">;

/** The lists of one kind in all languages, joined. */
export function wordsAbroad(kind: WordKind): string {
  return wordsOf(WORDS, kind);
}

/** The lists of one kind in these languages, joined. */
export function wordsIn(languages: readonly Language[], kind: WordKind): string {
  const those = WORDS.filter(({ language }) => language && languages.includes(language));
  return wordsOf(those, kind);
}

function wordsOf(those: readonly LanguageWords[], kind: WordKind): string {
  return those.flatMap((words) => words[kind] ?? []).join(" ");
}

/** The words of one kind, each with those of these languages that have it. */
export function wordsWithLanguages(
  kind: WordKind,
  languages: readonly Language[] = LANGUAGES,
): ReadonlyMap<string, LanguageSet> {
  const sets = new Map<string, LanguageSet>();
  for (const language of languages) {
    for (const word of wordsIn([language], kind).split(" ").filter(Boolean)) {
      sets.set(word, (sets.get(word) ?? 0) | setOf([language]));
    }
  }
  return sets;
}

/** The labels of one kind in each language, written as for `LabelPhrases.add`; 0: they count in every text. */
export function labelsAbroad(kind: LabelKind): readonly (readonly [LanguageSet, string])[] {
  return WORDS.map(({ language, labels }) => [
    language === undefined ? 0 : setOf([language]),
    withSigns(labels[kind] ?? ""),
  ]);
}

/** Words for "number" before the rest of a label, and the abbreviations that people write. */
const SIGNS = [
  ["numero ", "n "],
  ["numer ", "nr "],
] as const;

/** Adds to the labels that begin with "number" their abbreviated forms: "N° de dossier", "n.º de socio", "nr klienta". */
function withSigns(labels: string): string {
  const signed = labels
    .split("|")
    .flatMap((label) =>
      SIGNS.filter(([word]) => label.startsWith(word)).map(([word, sign]) =>
        label.replace(word, sign),
      ),
    );
  return [labels, ...signed].join("|");
}

/** The labels of a single word, of all kinds, in these languages. */
export function labelWords(languages: readonly Language[]): ReadonlySet<string> {
  const those = WORDS.filter(
    ({ language }) => language === undefined || languages.includes(language),
  );
  const labels = those.flatMap((words) =>
    Object.values(words.labels).flatMap((list) => list.split("|")),
  );
  return new Set(
    labels.map((label) => label.replace(/[!?]/, "")).filter((label) => !label.includes(" ")),
  );
}

/** What columns are called in these files' languages: all labels, and words before birthdays and phone numbers. */
export function labelsOfColumns(): string[] {
  const lists = WORDS.flatMap(({ labels, birth, phone, fax = "" }) => [
    ...Object.values(labels).flatMap((list) => list.split("|")),
    ...[birth, phone, fax].flatMap((words) => words.split(" ")),
  ]);
  return lists.map((label) => label.replace(/[!?]$/, ""));
}
