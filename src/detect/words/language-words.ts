// What a language's file says: the words of that language that rules go by. Which words those are is common knowledge of
// whoever fills in a form there; the lists are our own selection.

import type { Language } from "../language/languages.ts";

/** Kinds of values that labels stand before. */
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

/** Words of a language. Lists are apart by blanks and in small letters. */
export interface LanguageWords {
  /** Absent: of several, and they count in every text. */
  readonly language?: Language;
  /** After these a date is a date of birth. */
  readonly birth: string;
  /** The same directly behind a date. */
  readonly bornBehind?: string;
  /** After these a date is the date of a patient's discharge. */
  readonly discharge?: string;
  /** Words of other events: a date behind one of them is neither. */
  readonly otherEvents?: string;
  /** Before a phone number. */
  readonly phone: string;
  /** The same, where the text around is in this language: words of others. */
  readonly phoneThere?: string;
  /** Before a number of a fax. */
  readonly fax?: string;
  /** Before a phone number with its trunk zero, where somebody can be reached: words of everything else as well. */
  readonly reached?: string;
  /** Titles before a person's name; an abbreviation with the dot that it needs. */
  readonly titles?: string;
  /** The same behind it. */
  readonly titlesBehind?: string;
  /** Jobs behind a person's name, as a title is, and behind other words. */
  readonly jobsBehind?: string;
  /** Words with a capital that stand behind a title and are nobody's name. */
  readonly behindTitles?: string;
  /** Greetings and headings of letters, with a capital and nobody's name. */
  readonly nobody?: string;
  /** Family names of one character, by which a name is told from the sentence before it; in one string. */
  readonly familyNames?: string;
  /**
   * What stands before values of a kind in forms, as in `LabelPhrases.add`, without accents in Latin letters. What numbers of
   * one country are called is in its own file (recognizers/identity/countries).
   */
  readonly labels: Readonly<Partial<Record<LabelKind, string>>>;
}
