// What the document says of an operation, as data. Its schemas are those that the routes check with, and those of the
// answers in src/contract; what a schema cannot say stands in the texts.
import * as z from "zod";
import type { ErrorCode } from "../../src/core/errors.ts";
import type { OperatorScope } from "../../src/core/operators.ts";
import type { Permission } from "../../src/core/permissions.ts";

/** Groups of operations, in the order they are told in. */
export const TAGS = {
  Masking: "Values in, tokens out, and back",
  Jobs: "The same for large lists, in the background",
  Names: "Names that requests may use",
  Policies: "What becomes of each entity type, and how it is found",
  Audit: "Who has asked for what, and how often",
  Erasure: "Deletion by age, value, token and attribute, with receipts",
  "Namespace tokens": "Credentials of callers; for the operator",
  Operators: "Credentials that may do a part of what the master key may; for its holder",
  Namespaces: "Hold and deletion of whole namespaces, and their erasure ledger; for the operator",
  "Language models": "Gateways that speak the APIs of providers, and answer with the values",
  Agents: "Entrances for agents and proxies",
  Service: "What anybody may ask",
} as const;

/** Who may call: holders of a namespace token with a permission, of any token of the namespace, the operator, anybody. */
type Needs = Permission | "any token" | "master key" | "nothing";

/** How an operation words its failures. */
export type FailureWording = "envelope" | "openai" | "anthropic";

/** The header that tells that a request is sent again. */
export const idempotencyKey = z.string().min(1).max(255).optional();

/** Headers of what begins a deletion. */
export const ofRepeatable = z.object({
  "Idempotency-Key": idempotencyKey.describe(
    "The same key and request mean the same deletion: it may be sent again. A dry run takes none",
  ),
});

/** Headers that every operation reads whose caller is let in. */
export const ofAudited = z.object({
  "X-Audit-Reason": z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("Why it is asked for, kept in the audit: ASCII letters, no personal data"),
});

/** A body by its media type. */
export type Content = Readonly<Record<string, z.ZodType>>;

/** An operation. */
export interface Operation {
  /** `operationId`: what clients call it. */
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST";
  /** With `{name}` for the part that is anything. */
  readonly path: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Where the API that it speaks is told by its maker. */
  readonly vendorPage?: string;
  readonly needs: Needs;
  /** Operators may ask, as well where others do: holders of the master key, and of a credential with this scope. */
  readonly scope?: OperatorScope;
  /** The token may stand in `x-api-key`, too. */
  readonly takesApiKey?: true;
  /** Members of the query. */
  readonly query?: z.ZodObject;
  /** Headers that only it reads. */
  readonly headers?: z.ZodObject;
  /** Parts of the path. */
  readonly parts?: z.ZodObject;
  readonly body?: Content;
  /** What a 200 brings. */
  readonly answer: Content;
  /** A status beside 200 that is a success and brings nothing. */
  readonly emptyAnswer?: { readonly status: number; readonly description: string };
  /** Failures beside those that all operations of its sort have (failures.ts). */
  readonly failures: readonly ErrorCode[];
  readonly wording?: FailureWording;
  /** Answers of other statuses that are no failures of ours, by status or `default`. */
  readonly others?: Readonly<Record<string, { description: string; content: Content }>>;
}

/** JSON of this schema. */
export function json(schema: z.ZodType): Content {
  return { "application/json": schema };
}

/** JSON whose `data` is this. */
export function dataOf(data: z.ZodType): Content {
  return json(z.object({ data }));
}

/** An operation as a table tells it: without what it has in common with the others there, or has not. */
type OperationRow = Omit<Operation, "method" | "path" | "tag" | "needs" | "failures"> &
  Partial<Pick<Operation, "needs" | "failures">> & {
    /** Method and path. */
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
