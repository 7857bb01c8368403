// One item of a mask request and its answer, as both the Worker (sync) and the vault (jobs) see it. Field names are those
// of the wire, because answers built here are sent as they are.

/** Any JSON, as JSON.parse gives it. */
export type JsonValue = string | number | boolean | null | JsonDocument;

/** A JSON object or array. */
export type JsonDocument = readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** What an item says about JSON; the answer repeats it. */
export interface JsonOptions {
  /** The value may be a document; texts are masked as without it. */
  readonly json?: boolean | undefined;
  /** Names of members whose numbers are masked and stay numbers. */
  readonly numbers?: readonly string[] | undefined;
}

/** A checked item: names are known, sizes within limits. Its value is a text, or a document where the request allows it. */
export interface MaskItem<Value = string> extends JsonOptions {
  readonly value: Value;
  readonly token_name?: string | undefined;
  readonly format?: string | undefined;
  /** Any JSON the caller sent; echoed, and stored sealed with the mapping. */
  readonly attributes?: unknown;
}

/** A text, or a later part of a longer one; `before` is the end of the text in front of that part. */
export interface TextItem extends MaskItem {
  readonly before?: string;
}

/** UTF-16 units of context before a part: no recognizer reads further back, except for repeated names. */
const CONTEXT_CHARS = 256;

/** The context for the part that follows this text (`before` of `TextItem`); begins at a blank. */
export function contextOfNextPart(text: string): string {
  return text.length <= CONTEXT_CHARS ? text : text.slice(-CONTEXT_CHARS).replace(/^\S*/, "");
}

/** True when sensitive values are to be found in the item; false when its whole value is one. */
export function isAutoDetect({ token_name }: Pick<MaskItem, "token_name">): boolean {
  return token_name === undefined;
}

/** One entity that auto-detect replaced. Positions are in the original value, in the unit that was asked for. */
export interface IndividualToken {
  readonly value: string;
  readonly pii_type: string;
  readonly token: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start_pos: number;
  readonly end_pos: number;
  /** How the value was found, only when asked for. */
  readonly recognizer?: string;
  /** 0 to 1. */
  readonly score?: number;
  readonly reason?: string;
  /** Language of the text around it; only for values that the tagger has found. */
  readonly language?: string;
  /** In a document: the text that the value was found in (JSON Pointer, RFC 6901). */
  readonly path?: string;
}

/** The answer to one item; the answer to a document has its shape. Undefined members are not sent. */
export interface MaskedItem<Value = string> extends MaskItem<Value> {
  readonly token_value: Value;
  /** Only when the value, or a text of the document, does not fit the format asked for: the format that its token has. */
  readonly format_applied?: string | undefined;
  /** Only in auto-detect mode; empty when nothing was found. For a document: those of all its texts, in order. */
  readonly individual_tokens?: readonly IndividualToken[] | undefined;
}

/** A checked item of an unmask request. */
export interface UnmaskItem<Value = string> extends JsonOptions {
  readonly token_value: Value;
  readonly attributes?: unknown;
}

/** The answer to one unmask item. Undefined members are not sent. */
export interface UnmaskedItem<Value = string> extends UnmaskItem<Value> {
  readonly value: Value;
  /** Tokens in it that stand for nothing, as they are written there; only when asked for. */
  readonly unresolved?: readonly string[] | undefined;
}
