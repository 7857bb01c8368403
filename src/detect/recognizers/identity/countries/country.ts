// How a country's file describes the numbers its authorities issue to persons and taxpayers: one row per written form.

/** One written form of a number. */
export interface NumberForm {
  /** What a match proves, for the finding's reason: "check digit of a SIN". */
  readonly shown: string;
  /** A sticky expression whose matches have bounded length. */
  readonly pattern: RegExp;
  /** Gets only the letters and digits, in upper case. */
  readonly check: Check;
  readonly countsAfterLabel: boolean;
  /** How it is recognized without a label; absent: it is not. */
  readonly withoutLabel?: UnlabelledRule;
}

type Check = ((compact: string) => boolean) | undefined;

interface UnlabelledRule {
  /** As in `FormRow`. */
  readonly run: readonly [number, number];
  readonly score: number;
  /** One of these words must precede it at a short distance: small letters, separated by blanks. */
  readonly words?: string;
  /** As in `UnlabelledForm`. */
  readonly starts?: string;
  readonly back?: number;
}

/** A form that counts only after a label. */
export function afterLabel(shown: string, pattern: RegExp, check?: Check): NumberForm {
  return { shown, pattern, check, countsAfterLabel: true };
}

/** A form that counts only without a label: form and check leave no doubt. */
export function withoutLabel(
  shown: string,
  pattern: RegExp,
  how: UnlabelledRule,
  check?: Check,
): NumberForm {
  return { shown, pattern, check, countsAfterLabel: false, withoutLabel: how };
}

/** A form that counts both after a label and without one. */
export function withOrWithoutLabel(
  shown: string,
  pattern: RegExp,
  how: UnlabelledRule,
  check?: Check,
): NumberForm {
  return { shown, pattern, check, countsAfterLabel: true, withoutLabel: how };
}

/** Score of a number with a check digit or a distinct form, and a word for it nearby. */
export const AFTER_WORD_SCORE = 0.8;

/** A country's numbers of one kind. */
interface Numbers {
  /**
   * Labels that mean this number in any language, as `LabelPhrases.add` takes them. Words of one language are in that
   * language's file (words/); words that many countries use are with the kind.
   */
  readonly labels?: string;
  readonly forms?: readonly NumberForm[];
}

/** Kinds of numbers: of NATIONAL_ID, TAX_ID, MEDICAL_RECORD_NUMBER and INSURANCE_NUMBER, in this order. */
export type Kind = "national" | "tax" | "patient" | "insurance";

/** The numbers of a country, by kind. */
export type Country = Readonly<Partial<Record<Kind, Numbers>>>;

/** Pattern of a two-digit day of a month. */
export const DAY = "(?:0[1-9]|[12]\\d|3[01])";
/** Pattern of a two-digit month. */
export const MONTH = "(?:0[1-9]|1[0-2])";
