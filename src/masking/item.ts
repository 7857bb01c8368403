// One item of a mask request and its answer, as both the Worker (sync) and the vault (jobs) see it.
// Field names are the wire's, because an answer is sent as it is built here.

/** Any JSON, as JSON.parse gives it. */
export type JsonValue = string | number | boolean | null | JsonDocument;

/** A JSON object or array. */
export type JsonDocument = readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** What an item says about JSON; echoed. */
export interface JsonOptions {
  /** The value may be a document; a text is masked as ever. */
  readonly json?: boolean;
  /** Names of members whose numbers are masked and stay numbers. */
  readonly numbers?: readonly string[];
}

/** A checked item: names are known, sizes within limits. */
export interface MaskItem extends JsonOptions {
  readonly value: string;
  readonly token_name?: string;
  readonly format?: string;
  /** Any JSON the caller sent; echoed, and stored sealed with the mapping. */
  readonly attributes?: unknown;
}

/** True when an item's sensitive values are to be found in it, instead of all of it being one. */
export function isAutoDetect({ token_name }: Pick<MaskItem, "token_name">): boolean {
  return token_name === undefined;
}

/** One entity that auto-detect replaced. Positions are in the original value, in the unit asked for. */
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
  /** In a document: where the text stands that this was found in (JSON Pointer, RFC 6901). */
  readonly path?: string;
}

/** The answer to one item. */
export interface MaskedItem extends MaskItem {
  readonly token_value: string;
  /** Only when the value does not have the format asked for: the one its token has. */
  readonly format_applied?: string;
  /** Only in auto-detect mode; empty when nothing was found. */
  readonly individual_tokens?: readonly IndividualToken[];
}

/** A checked item whose value is a document. */
export interface MaskDocument extends Omit<MaskItem, "value"> {
  readonly value: JsonDocument;
}

/** The answer to one: a document of the same shape. */
export interface MaskedDocument extends MaskDocument {
  readonly token_value: JsonDocument;
  /** Only when a text in it does not have the format asked for. */
  readonly format_applied?: string;
  /** Only in auto-detect mode: those of all texts, in document order. */
  readonly individual_tokens?: readonly IndividualToken[];
}

/** A checked item of an unmask request. */
export interface UnmaskItem extends JsonOptions {
  readonly token_value: string;
  readonly attributes?: unknown;
}

/** The answer to one unmask item. */
export interface UnmaskedItem extends UnmaskItem {
  readonly value: string;
  /** Tokens in it that stand for nothing, as they stand there; only when asked for. */
  readonly unresolved?: readonly string[];
}

/** A checked unmask item whose `token_value` is a document. */
export interface UnmaskDocument extends Omit<UnmaskItem, "token_value"> {
  readonly token_value: JsonDocument;
}

/** The answer to one. */
export interface UnmaskedDocument extends UnmaskDocument {
  readonly value: JsonDocument;
}

/** What an answer repeats of an item's words about JSON. */
export function jsonEcho({ json, numbers }: Pick<MaskItem, "json" | "numbers">): object {
  return { ...(json === undefined ? {} : { json }), ...(numbers === undefined ? {} : { numbers }) };
}
