// The languages whose words auto-detect knows, and stretches of text in one language.

/** Languages with a model of their own, by their ISO 639-1 code. */
export const LANGUAGES = [
  ...(["en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "tr"] as const),
  ...(["hi", "ja", "zh"] as const),
] as const;

/** A language with a model. */
export type Language = (typeof LANGUAGES)[number];

/** Languages in Latin letters, in the order of the weights in latin-model.ts. */
export const LATIN_LANGUAGES = LANGUAGES.slice(0, 10);

/** A set of languages: the sum of their bits. */
export type LanguageSet = number;

/** The set of these languages. */
export function setOf(languages: readonly Language[]): LanguageSet {
  return languages.reduce((set, language) => set | (1 << LANGUAGES.indexOf(language)), 0);
}

/** A part of a text in one language. Stretches of a text follow each other without gap or overlap. */
export interface Stretch {
  /** First UTF-16 code unit. */
  readonly start: number;
  /** One past the last. */
  readonly end: number;
  /** Null where no model reads the script (Arabic, Cyrillic, Korean), or no allowed one. */
  readonly language: Language | null;
}
