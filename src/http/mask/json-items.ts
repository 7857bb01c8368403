// Items whose value is a JSON document instead of a text: which they are, and their bounds.
import type { VaultError } from "../../core/errors.ts";
import { exceedsBytes } from "../../core/limits.ts";
import type { JsonDocument, JsonOptions } from "../../masking/item.ts";
import { leavesOf, maskedLeaves } from "../../masking/json/json-document.ts";
import { flawOf } from "../../masking/json/json-flaws.ts";

/** True when an item may hold a document: what it says itself counts before what the request says. */
export function isJson(item: unknown, jsonByDefault = false): boolean {
  const own = (item as { json?: unknown } | null)?.json;
  return own === undefined ? jsonByDefault : own === true;
}

/** True when there is a value and it is no text. */
export function holdsNoText(item: unknown, field: "value" | "token_value"): boolean {
  const value = (item as Record<string, unknown> | null)?.[field];
  return value !== undefined && typeof value !== "string";
}

/** What is wrong with a text's length, or null; `limit` in UTF-8 bytes. */
export function tooLong(text: string, limit: number): VaultError | null {
  return exceedsBytes(text, limit) ? { code: "value_too_long", detail: String(limit) } : null;
}

/** What is wrong with a document, or null; `limit` is that of its JSON text in UTF-8 bytes. */
export function documentFlaw(
  document: JsonDocument,
  field: "value" | "token_value",
  limit: number,
): VaultError | null {
  const code = flawOf(document);
  return code === null ? tooLong(JSON.stringify(document), limit) : { code, detail: field };
}

/** What is wrong with the length of the texts in a sound document, or null. */
export function leafTooLong(
  document: JsonDocument,
  options: JsonOptions,
  limit: number,
): VaultError | null {
  for (const { value } of leavesOf(document, maskedLeaves(options))) {
    const flaw = typeof value === "string" ? tooLong(value, limit) : null;
    if (flaw !== null) return flaw;
  }
  return null;
}
