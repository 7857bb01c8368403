// What a namespace token may allow, and what an operator's credential may. The master key makes and revokes credentials of
// operators, and may do all of it.

/** Every permission, in the order of the documentation. */
export const PERMISSIONS = ["mask", "unmask", "metadata_change"] as const;

/** One permission of a namespace token. */
export type Permission = (typeof PERMISSIONS)[number];

/** Every scope: read; issue and limit namespace tokens; erase and hold; change keys. */
export const OPERATOR_SCOPES = ["read", "tokens", "erase", "keys"] as const;

/** One scope of an operator's credential. */
export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** Days that a credential is valid: by default, and at most. */
export const DEFAULT_OPERATOR_DAYS = 90;
export const MAX_OPERATOR_DAYS = 365;

/** An operator's credential: whom it is for, and what it allows. */
export interface Operator {
  /** 128 random bits as 32 hexadecimal digits. */
  readonly id: string;
  /** A label, stored unencrypted. */
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  /** The last day (UTC) on which it is valid, `YYYY-MM-DD`. */
  readonly endDate: string;
}

/** A credential on the list; `created` in milliseconds since 1970. */
export interface ListedOperator extends Operator {
  readonly created: number;
}
