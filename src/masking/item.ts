// One item of a mask request and its answer, as both the Worker (sync) and the vault (jobs) see it.
// Field names are the wire's, because an answer is sent as it is built here.

/** Any JSON, as JSON.parse gives it. */
export type JsonValue = string | number | boolean | null | JsonDocument;

/** A JSON object or array. */
export type JsonDocument = readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** What an item says about JSON; echoed. */
export interface JsonOptions {
  /** The value may be a document; a text is masked as ever. */
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

/** A text, or the next part of a longer one: then with the end of what stands in front of it. */
export interface TextItem extends MaskItem {
  readonly before?: string;
}

/** UTF-16 units of a text that tell what stands behind them: no recognizer reads further back, names that come again aside. */
const TOLD_BY = 256;

/** What the next part of a text is masked with (`TextItem`). */
export function endOfPart(text: string): string {
  return text.length <= TOLD_BY ? text : text.slice(-TOLD_BY).replace(/^\S*/, "");
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
  /** Language of the text there, only of what the tagger has found. */
  readonly language?: string;
  /** In a document: where the text stands that this was found in (JSON Pointer, RFC 6901). */
  readonly path?: string;
}

/** The answer to one item; to a document, one of the same shape. Members that are undefined are not sent. */
export interface MaskedItem<Value = string> extends MaskItem<Value> {
  readonly token_value: Value;
  /** Only when the value, or a text in the document, does not have the format asked for: the one its token has. */
  readonly format_applied?: string | undefined;
  /** Only in auto-detect mode: empty when nothing was found, those of all texts of a document in its order. */
  readonly individual_tokens?: readonly IndividualToken[] | undefined;
}

/** A checked item of an unmask request. */
export interface UnmaskItem<Value = string> extends JsonOptions {
  readonly token_value: Value;
  readonly attributes?: unknown;
}

/** The answer to one unmask item. Members that are undefined are not sent. */
export interface UnmaskedItem<Value = string> extends UnmaskItem<Value> {
  readonly value: Value;
  /** Tokens in it that stand for nothing, as they stand there; only when asked for. */
  readonly unresolved?: readonly string[] | undefined;
}
