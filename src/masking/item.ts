// One item of a mask request and its answer, as both the Worker (sync) and the vault (jobs) see it.
// Field names are the wire's, because an answer is sent as it is built here.

/** A checked item: names are known, sizes within limits. */
export interface MaskItem {
  readonly value: string;
  readonly token_name?: string;
  readonly format?: string;
  /** Any JSON the caller sent; echoed, and stored sealed with the mapping. */
  readonly attributes?: unknown;
}

/** One entity that auto-detect replaced. Positions are code points of the original value. */
export interface IndividualToken {
  readonly value: string;
  readonly pii_type: string;
  readonly token: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start_pos: number;
  readonly end_pos: number;
}

/** The answer to one item. */
export interface MaskedItem extends MaskItem {
  readonly token_value: string;
  /** Only in auto-detect mode; empty when nothing was found. */
  readonly individual_tokens?: readonly IndividualToken[];
}

/** A checked item of an unmask request. */
export interface UnmaskItem {
  readonly token_value: string;
  readonly attributes?: unknown;
}

/** The answer to one unmask item. */
export interface UnmaskedItem extends UnmaskItem {
  readonly value: string;
  /** Tokens in it that stand for nothing, as they stand there; only when asked for. */
  readonly unresolved?: readonly string[];
}
