// What tests know of an operation, and what many have in common.

import type { Permission } from "../../../src/core/permissions.ts";
import { REFUSED, type Refusal } from "../refusals.ts";

/** An operation with a valid request. */
export interface Operation {
  readonly name: string;
  readonly method: "PUT" | "GET" | "POST";
  readonly path: string;
  /** Who may call it: a namespace token with this permission, any namespace token, or the operator. */
  readonly needs: Permission | "any token" | "master key";
  /** Name of the body's list; null for the operator's `data` object. */
  readonly list: "mask" | "unmask" | "status" | "detect" | null;
  /** The refusal of a body without its main member. */
  readonly missing: Refusal;
  /** Largest body in bytes. */
  readonly maxBytes: number;
  /** Largest list. */
  readonly maxItems: number;
  /** A well-formed body with this text, which the operation may still refuse. */
  body(text: string): Record<string, unknown> | undefined;
}

/** Bytes. */
export const MIB = 1024 * 1024;

/** Answered at once. */
export const SYNC = { method: "PUT", maxBytes: MIB, maxItems: 1_000 } as const;

/** Submits a job. */
export const ASYNC = { method: "PUT", maxBytes: 16 * MIB, maxItems: 100_000 } as const;

/** The operator's. */
export const OPERATOR = {
  ...SYNC,
  needs: "master key",
  list: null,
  missing: REFUSED.dataMissing,
} as const;

/** No body. */
export const none = () => undefined;

/** For administrators of a namespace. */
export const ADMIN = { ...OPERATOR, needs: "metadata_change" } as const;
