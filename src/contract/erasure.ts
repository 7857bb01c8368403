// PUT namespace/delete/by-value, by-token, by-attribute: requests and the counts in answers.
import * as z from "zod";
import type { VaultError } from "../core/errors.ts";
import { exceedsBytes, MAX_SYNC_ITEMS, MAX_TEXT_BYTES } from "../core/limits.ts";
import { err, ok, type Result } from "../core/result.ts";
import { attributesField, INVALID, parseWith, textField, WELL_FORMED } from "./fields.ts";

/** `data` of an erasure by attribute. */
const attributeRequest = z.object(
  {
    key: textField("invalid_field").refine(...WELL_FORMED),
    value: attributesField,
  },
  INVALID,
);

/** An attribute to erase by: its name and its value, any JSON. */
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

/** A number that JSON's reader has rounded would stand for another holder. */
function isExact(value: unknown): boolean {
  if (typeof value !== "number") return true;
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** The texts in a request's `data`, under `values` or `tokens`: one to 1,000, none empty. */
export function parseTexts(
  data: unknown,
  member: "values" | "tokens",
): Result<readonly string[], VaultError> {
  if (data === undefined || data === null) return err({ code: "data_missing" });
  if (typeof data !== "object" || Array.isArray(data)) {
    return err({ code: "invalid_field", detail: "data" });
  }
  const list = (data as Record<string, unknown>)[member];
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

/** How many mappings matched, and how. */
export interface MatchRecord {
  readonly exact: number;
  readonly normalised: number;
  readonly contained: number;
}
