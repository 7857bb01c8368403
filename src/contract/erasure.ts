// Deletions by age, value, token and attribute (namespace/delete/*).
import * as z from "zod";
import type { ErrorCode, VaultError } from "../core/errors.ts";
import { exceedsBytes, MAX_DURATION_DAYS, MAX_SYNC_ITEMS, MAX_TEXT_BYTES } from "../core/limits.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { Age } from "../core/time.ts";
import { attributesField, parseWith, unknownMember, WELL_FORMED } from "./fields.ts";
import { slipIn } from "./mistyped-members.ts";

/** A day in the form YYYY-MM-DD; whether the calendar has it is checked later. */
export const dateField = z
  .string({ error: "invalid_date_format" satisfies ErrorCode })
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: "invalid_date_format" satisfies ErrorCode })
  .describe("`YYYY-MM-DD`; at most tomorrow, in UTC");
/** A duration in days. */
export const durationField = z
  .int({ error: "invalid_duration" satisfies ErrorCode })
  .min(1, { error: "invalid_duration" satisfies ErrorCode, abort: true })
  .max(MAX_DURATION_DAYS, { error: "duration_too_long" satisfies ErrorCode })
  .describe("Days");

/**
 * The age in a request's `data`: exactly one of `date` and `duration`. A null member counts as absent. erasure/deletion.ts
 * checks whether a date is a calendar date and not too far ahead.
 */
export function parseAge(data: unknown): Result<Age, VaultError> {
  const members = membersOf(data);
  if (!members.ok) return members;
  const { date = null, duration = null } = members.value;
  if (date !== null && duration !== null) return err({ code: "date_and_duration" });
  if (date !== null) {
    const day = parseMember(dateField, date);
    return day.ok ? ok({ date: day.value }) : day;
  }
  if (duration !== null) {
    const days = parseMember(durationField, duration);
    return days.ok ? ok({ duration: days.value }) : days;
  }
  return err({ code: "date_or_duration_missing" });
}

function membersOf(data: unknown): Result<Readonly<Record<string, unknown>>, VaultError> {
  if (data === undefined || data === null) return err({ code: "data_missing" });
  const isObject = typeof data === "object" && !Array.isArray(data);
  if (!isObject) return err({ code: "invalid_field", detail: "data" });
  return ok(data as Readonly<Record<string, unknown>>);
}

/** The standing retention in a request's `data`: `duration` in days; null: none. */
export function parseRetention(data: unknown): Result<number | null, VaultError> {
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    return err({ code: "data_missing" });
  }
  const { duration } = data as { duration?: unknown };
  return duration === null ? ok(null) : parseMember(durationField, duration);
}

function parseMember<T>(schema: z.ZodType<T>, value: unknown): Result<T, VaultError> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const code = (parsed.error.issues[0]?.message ?? "invalid_field") as ErrorCode;
  const limit = code === "duration_too_long" ? { detail: String(MAX_DURATION_DAYS) } : {};
  return err({ code, ...limit });
}

/**
 * `dry_run` beside `data`; false when absent. A misplaced one (within `data`) or a mistyped one is refused: ignored as an
 * unknown member, it would start the deletion that was only to be tried.
 */
export function readDryRun(body: Readonly<Record<string, unknown>>): Result<boolean, VaultError> {
  const { dry_run, data } = body;
  const isMisplaced = typeof data === "object" && data !== null && "dry_run" in data;
  const isValid = dry_run === undefined || typeof dry_run === "boolean";
  if (isMisplaced || !isValid) return err({ code: "invalid_field", detail: "dry_run" });
  const slip = slipIn(body, ["data", "dry_run"]);
  if (slip !== null) return err(unknownMember(slip.name, slip.meant));
  return ok(dry_run === true);
}

/** `data` of an erasure by attribute. */
export const attributeRequest = z.object({
  key: z.string().refine(...WELL_FORMED),
  value: attributesField,
});

/** The attribute to erase by: its name and its value (any JSON). */
export interface SoughtAttribute {
  readonly key: string;
  readonly value: unknown;
}

/** The attribute in a request's `data`. */
export function parseAttribute(data: unknown): Result<SoughtAttribute, VaultError> {
  if (data === undefined || data === null) return err({ code: "data_missing" });
  const parsed = parseWith(attributeRequest, data, undefined, "data");
  if (!parsed.ok) return parsed;
  const { key, value } = parsed.value;
  if (value === undefined || !isExact(value))
    return err({ code: "invalid_field", detail: "value" });
  return ok({ key, value });
}

/** False for numbers that JSON parsing may have rounded: they could match another person's attribute. */
function isExact(value: unknown): boolean {
  if (typeof value !== "number") return true;
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** The texts in `data`, under `values` or `tokens`: 1 to MAX_SYNC_ITEMS (1,000) of them, none empty. */
export function parseTexts(
  data: unknown,
  member: "values" | "tokens",
): Result<readonly string[], VaultError> {
  const members = membersOf(data);
  if (!members.ok) return members;
  const list = members.value[member];
  if (!Array.isArray(list)) return err({ code: "invalid_field", detail: member });
  if (list.length === 0) return err({ code: "empty_payload" });
  if (list.length > MAX_SYNC_ITEMS) {
    return err({ code: "too_many_items", detail: String(MAX_SYNC_ITEMS) });
  }
  for (const [index, text] of list.entries()) {
    if (typeof text !== "string" || text === "") {
      return err({ code: "invalid_field", detail: member, index });
    }
    if (!text.isWellFormed()) return err({ code: "invalid_text", detail: member, index });
    if (exceedsBytes(text, MAX_TEXT_BYTES)) {
      return err({ code: "value_too_long", detail: String(MAX_TEXT_BYTES), index });
    }
  }
  return ok(list as string[]);
}
