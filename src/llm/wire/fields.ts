// The language of the field tables, which describe a body member by member (body-texts.ts reads bodies by them). Tables are
// data, so that people can read in them what leaves for a provider.

/** A field, or a function that returns it where tables refer to themselves. */
export type Lazy = Field | (() => Field);

/** What one place may hold. Texts, lists and objects have members of their own here, so fields can be spread together. */
export interface Field {
  /**
   * masked: a text of a person or a tool; json: such a text in JSON; said: what the model says to its user; kept: part of
   * the protocol. Absent: no text is allowed here.
   */
  readonly text?: "masked" | "json" | "said" | "kept";
  /** The member beside it with the provider's signature: a signed text stays byte for byte. */
  readonly signedBy?: string;
  /** Any JSON of the caller's: its texts are masked. */
  readonly values?: true;
  /** Content that cannot be masked, in words ("an image"): the policy decides whether it is refused or passes. */
  readonly media?: string;
  /** Numbers that cannot be masked, in words; treated like `media`. */
  readonly numbers?: string;
  /** Single texts of a field that ask for something that cannot be masked, with what each asks for; treated like `media`. */
  readonly mediaTexts?: Readonly<Record<string, string>>;
  readonly items?: Lazy;
  readonly members?: Readonly<Record<string, Lazy>>;
  /** Members without a name here, where the caller chooses the names. */
  readonly others?: Lazy;
  /** The member whose text tells variants of the object apart ("" when it is absent). */
  readonly by?: string;
  /** Variants by that text; "tool_*" also matches a date at its end (tool_20250124). */
  readonly variants?: Readonly<Record<string, Lazy>>;
  /** The member with the name of the tool that this object calls; or "=" and the name, where it is always the same. */
  readonly tool?: string;
  readonly argument?: true;
}

/** A text of a person or a tool. */
export const MASKED: Field = { text: "masked" };
/** What the model says to its user, or the user to the model. */
export const SAID: Field = { text: "said" };
/** A text that should be JSON. */
const JSON_TEXT: Field = { text: "json" };
/** Protocol: names of functions and models, ids, keywords, sealed data. Left as it is when it has such a form (`isWord`). */
export const KEPT: Field = { text: "kept" };
/** Any JSON of the caller's. */
export const VALUES: Field = { values: true };
/** Settings with names of their own: every text and every name in them belongs to the protocol. */
export const SETTINGS: Field = { ...KEPT, items: () => SETTINGS, others: () => SETTINGS };
/** No text is allowed anywhere in it. */
export const NO_TEXTS: Field = { items: () => NO_TEXTS, others: () => NO_TEXTS };

/** Arguments of a tool call, as text, JSON text or JSON. */
export const ARGUMENT_TEXT: Field = { ...MASKED, argument: true };
export const ARGUMENT_JSON: Field = { ...JSON_TEXT, argument: true };
export const ARGUMENT_VALUES: Field = { ...VALUES, argument: true };

/** A text that is left as it is when the member of this name holds its signature, and is masked otherwise. */
export function signed(by: string): Field {
  return { ...MASKED, signedBy: by };
}

/** Content that cannot be masked as text. */
export function media(what: string): Field {
  return { media: what };
}

/** A list. */
export function list(items: Lazy): Field {
  return { items };
}

/** An object with these members; any other member must not hold texts. */
export function object(
  members: Readonly<Record<string, Lazy>>,
  more: Pick<Field, "tool" | "others"> = {},
): Field {
  return { members, ...more };
}

/** An object whose table depends on the text of one of its members. */
export function variants(by: string, of: Readonly<Record<string, Lazy>>): Field {
  return { by, variants: of };
}
