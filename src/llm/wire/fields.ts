// The language of the tables that say what stands where in a body (places.ts reads a body by them). A table is data:
// whoever wants to know what leaves for a provider reads it.

/** A field, or what gives it where tables refer to themselves. */
export type Lazy = Field | (() => Field);

/** What may stand in one place. Texts, lists and objects are spoken of apart, so that fields may be spread together. */
export interface Field {
  /**
   * masked: a text of a person or a tool; json: the same as JSON text; said: the same, from the model to its user; kept:
   * protocol. Absent: no text may stand here.
   */
  readonly text?: "masked" | "json" | "said" | "kept";
  /** The member beside it with the provider's signature: a text that is signed stays byte for byte. */
  readonly signedBy?: string;
  /** Any JSON of the caller's: its texts are masked. */
  readonly values?: true;
  /** What it is, in words ("an image"), when it cannot be masked: by the policy refused, or left as it is. */
  readonly media?: string;
  /** The same for numbers only: what they are. */
  readonly numbers?: string;
  /** The same for some texts that are kept otherwise: what each asks for. */
  readonly mediaTexts?: Readonly<Record<string, string>>;
  /** Each element of a list. */
  readonly items?: Lazy;
  /** Members of an object. */
  readonly members?: Readonly<Record<string, Lazy>>;
  /** Members that are not named, where the names are the caller's. */
  readonly others?: Lazy;
  /** Objects of several sorts, told apart by the text of this member ("" when there is none). */
  readonly by?: string;
  /** By that text; a date at its end (tool_20250124) may be left out: "tool_*". */
  readonly variants?: Readonly<Record<string, Lazy>>;
  /** The member that names the tool whose call this object is, or "=" and its name when it is always the same. */
  readonly tool?: string;
  /** The arguments of that call. */
  readonly argument?: true;
}

/** A text of a person or a tool. */
export const MASKED: Field = { text: "masked" };
/** What the model says to its user, and the user to the model. */
export const SAID: Field = { text: "said" };
/** A text that should be JSON. */
const JSON_TEXT: Field = { text: "json" };
/** Protocol: names of functions and models, ids, words of the API, what is sealed. Left as it is, if it looks like it (`isWord`). */
export const KEPT: Field = { text: "kept" };
/** Any JSON of the caller's. */
export const VALUES: Field = { values: true };
/** Settings with names of their own: every text and every name in them is protocol. */
export const SETTINGS: Field = { ...KEPT, items: () => SETTINGS, others: () => SETTINGS };
/** No text may stand anywhere in it. */
export const NO_TEXTS: Field = { items: () => NO_TEXTS, others: () => NO_TEXTS };

/** The arguments of a tool's call: the same three again. */
export const ARGUMENT_TEXT: Field = { ...MASKED, argument: true };
export const ARGUMENT_JSON: Field = { ...JSON_TEXT, argument: true };
export const ARGUMENT_VALUES: Field = { ...VALUES, argument: true };

/** A text that stays as it is when the member of this name has its signature, and is masked when not. */
export function signed(by: string): Field {
  return { ...MASKED, signedBy: by };
}

/** What cannot be masked as a text. */
export function media(what: string): Field {
  return { media: what };
}

/** A list. */
export function list(items: Lazy): Field {
  return { items };
}

/** An object with these members and no others that hold texts. */
export function object(
  members: Readonly<Record<string, Lazy>>,
  more: Pick<Field, "tool" | "others"> = {},
): Field {
  return { members, ...more };
}

/** An object that is read by what one of its members says. */
export function variants(by: string, of: Readonly<Record<string, Lazy>>): Field {
  return { by, variants: of };
}
