// The benchmark's records, as types alone: tests of the training code run inside workerd, without Node's types.

import type { Language } from "../../../src/detect/language/languages.ts";

/** A line of the input: what to search, and its name. */
export interface TextRecord {
  readonly id: string;
  readonly text: string;
}

/** A labelled range of a record; UTF-16 offsets, end exclusive, types in the benchmark's words. */
export interface GoldSpan {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

/** A labelled record. */
export interface GoldRecord extends TextRecord {
  readonly source: string;
  readonly spans: readonly GoldSpan[];
  /** Types that are labelled exhaustively. */
  readonly types: readonly string[];
}

/** A labelled record of one of the other languages. */
export interface LanguageRecord extends GoldRecord {
  readonly lang: Language;
  /** Document it is of: never split between what is trained on and what is measured. */
  readonly doc: string;
}
