// What a language's file contains: the words that rules rely on. They are common knowledge of anyone who fills in forms in
// that language; the lists are our own selection.

import type { Language } from "../language/languages.ts";

/** Kinds of values that labels precede. */
export type LabelKind =
  | (
      | "name"
      | "introduction"
      | "address"
      | "town"
      | "postcode"
      | "national"
      | "tax"
      | "passport"
      | "driving"
      | "licence"
    )
  | (
      | "patient"
      | "insurance"
      | "account"
      | "branch"
      | "secret"
      | "other"
      | "username"
      | "password"
      | "vehicle"
      | "vin"
    );

/** Words of a language. Lists are in lower case and separated by blanks. */
export interface LanguageWords {
  /** Absent: the words are of several languages and count in every text. */
  readonly language?: Language;
  /** Words before a date of birth. */
  readonly birth: string;
  /** Words directly after a date of birth. */
  readonly bornAfterDate?: string;
  /** Words before the date of a patient's discharge. */
  readonly discharge?: string;
  /** Words for other events: a date after one of them is neither of these. */
  readonly otherEvents?: string;
  /** Before a phone number. */
  readonly phone: string;
  /** The same, only where the surrounding text is in this language: other languages have these words, too. */
  readonly phoneInLanguage?: string;
  /** Before a fax number. */
  readonly fax?: string;
  /** Before a phone number with its trunk zero, at which somebody can be reached; these words have other uses, too. */
  readonly phoneToReach?: string;
  /** Titles before a person's name; abbreviations with the dot that they need. */
  readonly titles?: string;
  readonly titlesAfterName?: string;
  /** Job titles that follow a name, but other words as well; and how somebody gives a name: "高橋でございます". */
  readonly jobsAfterName?: string;
  /** Capitalized words that follow a title and are nobody's name. */
  readonly notNamesAfterTitles?: string;
  /** Greetings and headings of letters: capitalized, but nobody's name. */
  readonly notNames?: string;
  /** Family names of one character, which tell where a name begins in a sentence; in one string. */
  readonly familyNames?: string;
  /**
   * Labels before values of a kind in forms, written as for `LabelPhrases.add`, without accents in Latin letters. Labels of
   * one country's numbers are in its own file (recognizers/identity/countries).
   */
  readonly labels: Readonly<Partial<Record<LabelKind, string>>>;
}
