// An operation as data for the document, and the failures it can answer with. Schemas are those that the routes validate
// with, and those of answers in src/contract; the texts say what a schema cannot.
import * as z from "zod";
import type { ErrorCode } from "../../src/core/errors.ts";
import type { OperatorScope, Permission } from "../../src/core/permissions.ts";

/** Groups of operations, in the document's order. */
export const TAGS = {
  Masking: "Values in, tokens out, and back",
  Jobs: "The same for large lists, in the background",
  Names: "Token names, formats and entity types",
  Policies: "How each entity type is found and masked",
  Audit: "Audit records and usage reports",
  Erasure: "Deletion by age, value, token and attribute, with receipts",
  "Namespace tokens": "Credentials of callers; issued by the operator",
  Operators: "Credentials with part of the master key's powers; issued by its holder",
  Namespaces: "Hold and deletion of whole namespaces, and their erasure ledger; for the operator",
  "Language models":
    "Gateways that speak the APIs of language model providers, and restore values in their answers",
  Agents: "Protocols for agents and proxies",
  Service: "Operations without a credential",
} as const;

/** Who may call: holders of a namespace token with a permission, of any namespace token, the operator, or anybody. */
type Needs = Permission | "any token" | "master key" | "nothing";

/** The form of an operation's failures. */
export type FailureWording = "envelope" | "openai" | "anthropic";

/** The header that marks a repeated request. */
export const idempotencyKey = z.string().min(1).max(255).optional();

/** Headers of operations that begin a deletion. */
export const ofRepeatable = z.object({
  "Idempotency-Key": idempotencyKey.describe(
    "The same key and request mean the same deletion, so it can be repeated. Dry runs take no key",
  ),
});

/** Headers of every operation that requires a credential. */
export const ofAudited = z.object({
  "X-Audit-Reason": z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("A reason for the audit: ASCII letters, no personal data"),
});

/** A body by its media type. */
export type Content = Readonly<Record<string, z.ZodType>>;

/** An operation. */
export interface Operation {
  /** `operationId`: the method's name in clients. */
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST";
  /** Contains `{name}` for each variable part. */
  readonly path: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** The vendor's documentation of the API that the operation implements. */
  readonly vendorPage?: string;
  readonly needs: Needs;
  /** Operators may call it, too, also where others may: with the master key, or a credential of this scope. */
  readonly scope?: OperatorScope;
  /** The token may also be in `x-api-key`. */
  readonly takesApiKey?: true;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly parts?: z.ZodObject;
  readonly body?: Content;
  /** Content of a 200. */
  readonly answer: Content;
  /** Another status that is a success, with an empty body. */
  readonly emptyAnswer?: { readonly status: number; readonly description: string };
  /** Failures beside those of all operations of its kind (failures.ts). */
  readonly failures: readonly ErrorCode[];
  readonly wording?: FailureWording;
  /** Answers with other statuses that are not our own failures, by status or `default`. */
  readonly others?: Readonly<Record<string, { description: string; content: Content }>>;
}

/** A JSON body with this schema. */
export function json(schema: z.ZodType): Content {
  return { "application/json": schema };
}

/** A JSON body whose `data` has this schema. */
export function dataOf(data: z.ZodType): Content {
  return json(z.object({ data }));
}

/** An operation as a row of a table: without members that all rows share, and without empty ones. */
type OperationRow = Omit<Operation, "method" | "path" | "tag" | "needs" | "failures"> &
  Partial<Pick<Operation, "needs" | "failures">> & {
    readonly at: `${Operation["method"]} /${string}`;
  };

/** The operations of a table. */
export function operationsOf(
  common: Pick<Operation, "tag" | "needs">,
  rows: readonly OperationRow[],
): readonly Operation[] {
  return rows.map(({ at, ...row }) => {
    const [method, path = ""] = at.split(" ") as [Operation["method"], string?];
    return { failures: [], ...common, ...row, method, path };
  });
}

const EVERYWHERE: readonly ErrorCode[] = ["not_configured", "internal"];
/** Of operations with a JSON body. */
const OF_BODIES: readonly ErrorCode[] = [
  ...(["unsupported_media_type", "encoded_body", "payload_too_large", "body_too_slow"] as const),
  ...(["too_many_chunks", "too_many_parts", "overloaded", "unreadable_body"] as const),
  ...(["invalid_utf8", "invalid_json", "invalid_body", "too_deep", "empty_payload"] as const),
  "invalid_field",
];
/** Of operations that call a namespace's object. */
const OF_NAMESPACES: readonly ErrorCode[] = [
  ...(["unavailable", "too_many_namespaces", "ledger_ahead", "replay_expired"] as const),
  ...(["root_key_mismatch", "jurisdiction_unsupported"] as const),
];
/** Of operations that mask or unmask by a policy's rules. */
export const OF_PLANNING: readonly ErrorCode[] = ["policy_unknown", "policy_changed", "busy"];

/** Of operations on which unmask brakes may act. */
export const OF_BRAKES: readonly ErrorCode[] = ["reason_required", "unmask_limit_reached"];

/** All codes that an operation can answer with. */
export function failuresOf(operation: Operation): readonly ErrorCode[] {
  const { needs, body, query } = operation;
  const codes: ErrorCode[] = [...EVERYWHERE, ...operation.failures];
  if (needs !== "nothing") {
    codes.push("unauthenticated", "token_not_valid_now", ...OF_NAMESPACES);
    codes.push("audit_unwritable", "invalid_field");
  }
  if (needs !== "nothing" && needs !== "master key") codes.push("rate_limited");
  if (needs !== "nothing" && needs !== "any token") codes.push("forbidden");
  if (body !== undefined) codes.push(...OF_BODIES);
  if (query !== undefined) codes.push("invalid_field");
  return [...new Set(codes)];
}
