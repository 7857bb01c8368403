// An operation as data for the document. Schemas are those that the routes validate with, and those of
// answers in src/contract; the texts say what a schema cannot.
import * as z from "zod";
import type { ErrorCode } from "../../src/core/errors.ts";
import type { OperatorScope } from "../../src/core/operators.ts";
import type { Permission } from "../../src/core/permissions.ts";

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
