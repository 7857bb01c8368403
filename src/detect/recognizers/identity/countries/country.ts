// What a country's file says of the numbers its authorities give to persons and taxpayers: a row a way of writing.

/** A way of writing a number. */
export interface NumberForm {
  /** What it shows: "check digit of a SIN". */
  readonly shown: string;
  /** Sticky, of bounded length. */
  readonly pattern: RegExp;
  /** Gets letters and digits only, in upper case. */
  readonly check: Check;
  /** It counts behind a label. */
  readonly isLabelled: boolean;
  /** How it is told without one; absent: it is not. */
  readonly alone?: Alone;
}

type Check = ((compact: string) => boolean) | undefined;

interface Alone {
  /** As in `FormRow`. */
  readonly run: readonly [number, number];
  readonly score: number;
  /** One of these stands some words before it: in small letters, apart by blanks. */
  readonly words?: string;
  /** As in `UnlabelledForm`. */
  readonly starts?: string;
  readonly back?: number;
}

/** Behind a label alone. */
export function labelled(shown: string, pattern: RegExp, check?: Check): NumberForm {
  return { shown, pattern, check, isLabelled: true };
}

/** Form and check leave no doubt: it needs no label. */
export function alone(shown: string, pattern: RegExp, how: Alone, check?: Check): NumberForm {
  return { shown, pattern, check, isLabelled: false, alone: how };
}

/** Both: written in the same way behind a label and without one. */
export function either(shown: string, pattern: RegExp, how: Alone, check?: Check): NumberForm {
  return { shown, pattern, check, isLabelled: true, alone: how };
}

/** A check digit or a form, and a word for it. */
export const BEHIND_WORD = 0.8;

/** Numbers of one kind. */
interface Numbers {
  /**
   * Names that nothing else has, whatever language the text is in, as in `LabelPhrases.add`. What is a word of a language stands
   * in the file of that language (words/), what many countries use with the kind.
   */
  readonly labels?: string;
  readonly forms?: readonly NumberForm[];
}

/** NATIONAL_ID, TAX_ID, MEDICAL_RECORD_NUMBER, INSURANCE_NUMBER. */
export type Kind = "national" | "tax" | "patient" | "insurance";

/** The numbers of a country, by kind. */
export type Country = Readonly<Partial<Record<Kind, Numbers>>>;

/** Day of a month in two digits, as a pattern. */
export const DAY = "(?:0[1-9]|[12]\\d|3[01])";
/** Month in two digits, as a pattern. */
export const MONTH = "(?:0[1-9]|1[0-2])";
