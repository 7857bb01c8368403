// Building blocks of request schemas. A schema's messages are ErrorCodes, so the first issue of a failed parse names the
// failure to answer with: `invalid_field` unless the schema says another.
import * as z from "zod";
import type { ErrorCode, VaultError } from "../core/errors.ts";
import {
  exceedsBytes,
  MAX_ATTRIBUTES_BYTES,
  MAX_ATTRIBUTES_DEPTH,
  MAX_ECHOED_NAME_LENGTH,
  MAX_NUMBER_NAMES,
} from "../core/limits.ts";
import { err, ok, type Result } from "../core/result.ts";
import { meantBy, membersAt, slipIn } from "./mistyped-members.ts";

/** A schema that data is checked against. */
export type Schema<T> = z.ZodType<T>;

/** A string member; error `missing` when it is absent or null, `invalid_field` for another type. */
export function textField(missing: ErrorCode): z.ZodString {
  return z.string({
    error: ({ input }): ErrorCode =>
      input === undefined || input === null ? missing : "invalid_field",
  });
}

/** Texts must be well-formed: a lone surrogate has no UTF-8 form and could not come back. */
export const WELL_FORMED = [
  (text: string): boolean => text.isWellFormed(),
  { error: "invalid_text" satisfies ErrorCode, abort: true },
] as const;

/** A well-formed, non-empty text; an empty one fails with the same code as an absent one. */
export function requiredText(missing: ErrorCode): z.ZodString {
  return textField(missing)
    .min(1, { error: missing, abort: true })
    .refine(...WELL_FORMED);
}

/** A required name. */
export const nameField = requiredText("invalid_field");

/** True for a non-empty, well-formed text: no schema here would refuse it for its form. */
export function isSoundText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.isWellFormed();
}

/** `attributes`: any JSON within the limits of size and depth. */
export const attributesField = z
  .unknown()
  .refine(isBoundedJson, { error: "invalid_attributes" satisfies ErrorCode })
  .optional()
  .describe("Any JSON of up to 16 KiB and 16 levels; sealed beside the value");

/** `json`: the value may be an object or array. On an item, or beside the list for all items. */
export const jsonField = z
  .boolean()
  .optional()
  .describe("The value may be an object or an array; beside the list it applies to all items");

/** `numbers`: names of members whose numbers are masked or restored. */
export const numbersField = z
  .array(z.string().refine(...WELL_FORMED))
  .max(MAX_NUMBER_NAMES)
  .optional()
  .describe("In a document: members whose numbers are masked or unmasked");

/** A JSON object or array; its content is checked elsewhere (masking/json/json-flaws.ts). */
export const documentField = z.custom<object>(
  (value) => typeof value === "object" && value !== null,
);

/** The failure of a member of the wrong type or size, unless its schema says another. */
const OF_FIELDS = { error: (): ErrorCode => "invalid_field" };

/**
 * Checks data against a schema whose messages are ErrorCodes. The failure is the first issue. Its `detail` is the offending
 * field (`whole` when the issue has none) or the member that a strict schema does not know; `index` is the item's position;
 * `allowed` lists the words of an enumeration. A member that looks misspelt fails, too, with the members it may have meant
 * as `allowed`; other unknown members are ignored.
 */
export function parseWith<T>(
  schema: Schema<T>,
  data: unknown,
  index?: number,
  whole = "item",
): Result<T, VaultError> {
  const parsed = schema.safeParse(data, OF_FIELDS);
  const at = index === undefined ? {} : { index };
  if (parsed.success) {
    const slip = slipIn(data, membersAt(schema, []));
    if (slip === null) return ok(parsed.data);
    return err({ ...unknownMember(slip.name, slip.meant), ...at });
  }
  const [issue] = parsed.error.issues;
  const code = (issue?.message ?? "invalid_field") as ErrorCode;
  if (issue?.code === "unrecognized_keys") {
    const [name = ""] = issue.keys;
    return err({ ...unknownMember(name, meantBy(name, membersAt(schema, issue.path))), ...at });
  }
  const field = issue?.path.findLast((part) => typeof part === "string") ?? whole;
  return err({ code, detail: String(field), ...allowedBy(issue), ...at });
}

/** Allowed values of an enumeration or of a boolean member. */
function allowedBy(issue: z.core.$ZodIssue | undefined): Pick<VaultError, "allowed"> {
  if (issue?.code === "invalid_value") return { allowed: issue.values.map(String) };
  const isFlag = issue?.code === "invalid_type" && issue.expected === "boolean";
  return isFlag ? { allowed: ["true", "false"] } : {};
}

/** The failure of a refused member; `meant`: members it may have been meant for. */
export function unknownMember(name: string, meant: readonly string[]): VaultError {
  const allowed = meant.length === 0 ? {} : { allowed: meant };
  return { code: "invalid_field", detail: echoedName(name), ...allowed };
}

function echoedName(name: string): string {
  return name.slice(0, MAX_ECHOED_NAME_LENGTH).toWellFormed();
}

function isBoundedJson(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isSound(value, MAX_ATTRIBUTES_DEPTH)) return false;
  return !exceedsBytes(JSON.stringify(value), MAX_ATTRIBUTES_BYTES);
}

/** True when the value is not too deep and every text and name in it is well-formed. */
function isSound(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(
    ([name, member]) => name.isWellFormed() && isSound(member, depth - 1),
  );
}
