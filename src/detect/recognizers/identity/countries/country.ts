// What a country's file says of the numbers its authorities give to persons and taxpayers.

import type { IdentifierForm } from "../../../labels/label-values.ts";
import type { FormRow, UnlabelledForm } from "../../../labels/unlabelled-forms.ts";

/** Numbers of one kind. */
interface Numbers {
  /** What they are called, as in `LabelPhrases.add`: words that other countries use, too, are with the kind. */
  readonly labels?: string;
  /** How they are written, behind a label. */
  readonly forms?: readonly IdentifierForm[];
  /** Those that form and check leave no doubt about: they need no label. */
  readonly alone?: (row: FormRow) => readonly UnlabelledForm[];
  /** Those that form or check and a word some words before them leave no doubt about. */
  readonly behindWords?: readonly NumberBehindWords[];
}

interface NumberBehindWords {
  /** In small letters, apart by blanks. */
  readonly words: string;
  readonly pattern: RegExp;
  /** As in `FormRow`. */
  readonly run: readonly [number, number];
  /** What the number has beside such a word. */
  readonly shown: string;
  readonly check?: (compact: string) => boolean;
}

/** NATIONAL_ID, TAX_ID, MEDICAL_RECORD_NUMBER, INSURANCE_NUMBER. */
export type Kind = "national" | "tax" | "patient" | "insurance";

/** The numbers of a country, by kind. */
export type Country = Readonly<Partial<Record<Kind, Numbers>>>;

/** Day of a month in two digits, as a pattern. */
export const DAY = "(?:0[1-9]|[12]\\d|3[01])";
/** Month in two digits, as a pattern. */
export const MONTH = "(?:0[1-9]|1[0-2])";
