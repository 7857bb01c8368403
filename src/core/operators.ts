// What an operator's credential may do. The master key, which makes and revokes these credentials, may do all of it.

/** Every scope: look at things, issue and limit namespace tokens, erase and hold, change keys. */
export const OPERATOR_SCOPES = ["read", "tokens", "erase", "keys"] as const;

/** One scope of an operator's credential. */
export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** Days a credential is valid when nobody says until when, and at most. */
export const DEFAULT_OPERATOR_DAYS = 90;
export const MAX_OPERATOR_DAYS = 365;

/** Whom a credential is for, and what it allows. */
export interface Operator {
  /** Random 128 bits, 32 hexadecimal digits. */
  readonly id: string;
  /** A label, kept in clear. */
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  /** The last day (UTC) it is valid on, `YYYY-MM-DD`. */
  readonly endDate: string;
}

/** An operator on the list; `created` in milliseconds since 1970. */
export interface ListedOperator extends Operator {
  readonly created: number;
}
