// Types of the benchmark's records, without code: tests of the training code run inside workerd, without Node's types.

import type { Language } from "../../../src/detect/language/languages.ts";

/** A line of the input: a text to search, with its id. */
export interface TextRecord {
  readonly id: string;
  readonly text: string;
}

/** A labelled range of a record; UTF-16 offsets, end exclusive, types in the benchmark's terms. */
export interface GoldSpan {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

/** A labelled record. */
export interface GoldRecord extends TextRecord {
  readonly source: string;
  readonly spans: readonly GoldSpan[];
  readonly types: readonly string[];
}

/** A labelled record of one of the other languages. */
export interface LanguageRecord extends GoldRecord {
  readonly lang: Language;
  /** Its document: never split between training data and measured data. */
  readonly doc: string;
}
