// Checks single items of mask and unmask requests; shared by the synchronous operations and jobs, so that both fail alike.

import type { z } from "zod";
import { parseWith } from "../../contract/fields.ts";
import {
  maskDocument,
  maskItem,
  plainMaskItem,
  plainUnmaskItem,
  type RequestOptions,
  unmaskDocument,
  unmaskItem,
} from "../../contract/mask.ts";
import type { VaultError } from "../../core/errors.ts";
import {
  exceedsBytes,
  MAX_TEXT_BYTES,
  MAX_TOKEN_VALUE_BYTES,
  MAX_VALUE_BYTES,
} from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import type { JsonDocument, JsonOptions } from "../../masking/item.ts";
import { leavesOf, maskedLeaves } from "../../masking/json/json-document.ts";
import { flawOf } from "../../masking/json/json-flaws.ts";
import type { AnyMaskItem } from "../../masking/mask/mask-items.ts";
import type { AnyUnmaskItem } from "../../masking/unmask/unmask-items.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { nameFlaw } from "../../tokens/name-flaw.ts";
import type { JsonObject } from "../body.ts";

/** A check of one item at its index in the list; `jsonByDefault`: the request's own `json`. */
export type ItemCheck<Item> = (
  item: unknown,
  index: number,
  jsonByDefault?: boolean,
) => Result<Item, VaultError>;

/** Checks one mask item: value, token_name, format, in that order. */
export const checkMaskItem: ItemCheck<AnyMaskItem> = (item, index, jsonByDefault) => {
  const json = isJson(item, jsonByDefault);
  const holdsDocument = json && holdsNoText(item, "value");
  const schema: z.ZodType<unknown> = holdsDocument ? maskDocument : maskItem;
  const plain = plainMaskItem(item);
  const parsed = plain === null ? parseWith(schema, item, index) : ok(plain);
  if (!parsed.ok) return parsed;
  const checked = parsed.value as AnyMaskItem;
  const { value, token_name, format, numbers } = checked;
  if (numbers !== undefined && !json) return err(numbersWithoutJson(index));
  if (token_name === undefined && format !== undefined) {
    return err({ code: "missing_token_name", index });
  }
  const names = token_name === undefined ? null : nameFlaw(token_name, format ?? null);
  if (names !== null) return err({ ...names, index });
  const limit = token_name === undefined ? MAX_TEXT_BYTES : MAX_VALUE_BYTES;
  const flaw =
    typeof value === "string"
      ? tooLong(value, limit)
      : (documentFlaw(value, "value", MAX_TEXT_BYTES) ?? leafTooLong(value, checked, limit));
  return flaw === null ? ok(checked) : err({ ...flaw, index });
};

/** Checks one unmask item. */
export const checkUnmaskItem: ItemCheck<AnyUnmaskItem> = (item, index, jsonByDefault) => {
  const json = isJson(item, jsonByDefault);
  const holdsDocument = json && holdsNoText(item, "token_value");
  const schema: z.ZodType<unknown> = holdsDocument ? unmaskDocument : unmaskItem;
  const plain = plainUnmaskItem(item);
  const parsed = plain === null ? parseWith(schema, item, index) : ok(plain);
  if (!parsed.ok) return parsed;
  const checked = parsed.value as AnyUnmaskItem;
  const { token_value, numbers } = checked;
  if (numbers !== undefined && !json) return err(numbersWithoutJson(index));
  const flaw =
    typeof token_value === "string"
      ? tooLong(token_value, MAX_TOKEN_VALUE_BYTES)
      : documentFlaw(token_value, "token_value", MAX_TOKEN_VALUE_BYTES);
  return flaw === null ? ok(checked) : err({ ...flaw, index });
};

/** True when the request's items may hold documents unless they say otherwise. */
export function isJsonByDefault(body: JsonObject): boolean {
  return body["json"] === true;
}

/** Worst-case cost of checking one document: 64 KiB of short names. A text costs next to nothing. */
const DOCUMENT_COST = 4;

/** Checks all items, yielding to other callers between documents; fails with the first failure. */
export function checkItems<Item>(
  list: readonly unknown[],
  check: ItemCheck<Item>,
  jsonByDefault?: boolean,
): Promise<Result<Item[], VaultError>> {
  return inStretches(checked(list, check, jsonByDefault));
}

function* checked<Item>(
  list: readonly unknown[],
  check: ItemCheck<Item>,
  jsonByDefault?: boolean,
): Steps<Result<Item[], VaultError>> {
  const items: Item[] = [];
  for (let index = 0; index < list.length; index++) {
    if (isJson(list[index], jsonByDefault)) yield DOCUMENT_COST;
    const checked = check(list[index], index, jsonByDefault);
    if (!checked.ok) return checked;
    items.push(checked.value);
  }
  return ok(items);
}

/** True when every element is an object without members: unmask then fails with `empty_payload`. */
export function isAllEmptyObjects(list: readonly unknown[]): boolean {
  return list.every(
    (item) =>
      typeof item === "object" &&
      item !== null &&
      !Array.isArray(item) &&
      Object.keys(item).length === 0,
  );
}

/** Members beside a list, checked against a schema. Fails with `policy_unknown` for a name that no policy can have. */
export function readOptions<T extends Pick<RequestOptions, "policy_name">>(
  schema: z.ZodType<T>,
  body: JsonObject,
): Result<T, VaultError> {
  const options = parseWith(schema, body);
  if (!options.ok) return options;
  const isPossible = policyNameIn(options.value)?.isWellFormed() ?? true;
  return isPossible ? options : err({ code: "policy_unknown" });
}

/** The policy a request names; null when it names none. */
export function policyNameIn({ policy_name }: Pick<RequestOptions, "policy_name">): string | null {
  return policy_name ? policy_name : null;
}

function numbersWithoutJson(index: number): VaultError {
  return { code: "invalid_field", detail: "numbers", index };
}

// Items whose value is a JSON document: how they are recognized, and their limits.

/** True when an item may hold a document: its own `json` takes precedence over the request's. */
function isJson(item: unknown, jsonByDefault = false): boolean {
  const own = (item as { json?: unknown } | null)?.json;
  return own === undefined ? jsonByDefault : own === true;
}

/** True when there is a value and it is not a text. */
function holdsNoText(item: unknown, field: "value" | "token_value"): boolean {
  const value = (item as Record<string, unknown> | null)?.[field];
  return value !== undefined && typeof value !== "string";
}

/** The failure of a text over `limit` UTF-8 bytes, or null. */
export function tooLong(text: string, limit: number): VaultError | null {
  return exceedsBytes(text, limit) ? { code: "value_too_long", detail: String(limit) } : null;
}

/** The failure of a document, or null; `limit` is in UTF-8 bytes of its JSON text. */
function documentFlaw(
  document: JsonDocument,
  field: "value" | "token_value",
  limit: number,
): VaultError | null {
  const code = flawOf(document);
  return code === null ? tooLong(JSON.stringify(document), limit) : { code, detail: field };
}

/** The failure of the first text in a valid document that is too long, or null. */
function leafTooLong(
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
