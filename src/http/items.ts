// Checks single items of mask and unmask requests; the same for the synchronous operations and for
// jobs, so that both answer with the same failure.
import { parseWith } from "../contract/fields.ts";
import { maskItem, type RequestOptions, requestOptions } from "../contract/mask.ts";
import { type UnmaskOptions, unmaskItem, unmaskOptions } from "../contract/unmask.ts";
import type { VaultError } from "../core/errors.ts";
import {
  MAX_ECHOED_NAME_LENGTH,
  MAX_TEXT_BYTES,
  MAX_TOKEN_VALUE_BYTES,
  MAX_VALUE_BYTES,
} from "../core/limits.ts";
import { err, ok, type Result } from "../core/result.ts";
import { exceedsBytes } from "../core/text.ts";
import type { MaskItem, UnmaskItem } from "../masking/item.ts";
import { formatCode, tokenNameCode } from "../tokens/kinds.ts";
import type { JsonObject } from "./body.ts";

/** A check of one item at its position in the list. */
export type ItemCheck<Item> = (item: unknown, index: number) => Result<Item, VaultError>;

/** Check one mask item: value, token_name, format, in that order. */
export const checkMaskItem: ItemCheck<MaskItem> = (item, index) => {
  const parsed = parseWith(maskItem, item, index);
  if (!parsed.ok) return parsed;
  const { value, token_name, format } = parsed.value;
  if (token_name === undefined && format !== undefined) {
    return err({ code: "missing_token_name", index });
  }
  if (token_name !== undefined && tokenNameCode(token_name) === null) {
    return err({ code: "unknown_token_name", detail: shortened(token_name), index });
  }
  if (format !== undefined && formatCode(format) === null) {
    return err({ code: "unknown_format", detail: shortened(format), index });
  }
  const limit = token_name === undefined ? MAX_TEXT_BYTES : MAX_VALUE_BYTES;
  if (exceedsBytes(value, limit)) {
    return err({ code: "value_too_long", detail: String(limit), index });
  }
  return ok(parsed.value as MaskItem);
};

/** Check one unmask item. */
export const checkUnmaskItem: ItemCheck<UnmaskItem> = (item, index) => {
  const parsed = parseWith(unmaskItem, item, index);
  if (!parsed.ok) return parsed;
  if (exceedsBytes(parsed.value.token_value, MAX_TOKEN_VALUE_BYTES)) {
    return err({ code: "value_too_long", detail: String(MAX_TOKEN_VALUE_BYTES), index });
  }
  return ok(parsed.value as UnmaskItem);
};

/** Check all items; the first failure counts. */
export function checkItems<Item>(
  list: readonly unknown[],
  check: ItemCheck<Item>,
): Result<Item[], VaultError> {
  const items: Item[] = [];
  for (const [index, item] of list.entries()) {
    const checked = check(item, index);
    if (!checked.ok) return checked;
    items.push(checked.value);
  }
  return ok(items);
}

/** True when every element is an object without members: what the reference's unmask calls empty. */
export function isAllEmptyObjects(list: readonly unknown[]): boolean {
  return list.every(
    (item) =>
      typeof item === "object" &&
      item !== null &&
      !Array.isArray(item) &&
      Object.keys(item).length === 0,
  );
}

/** Members beside a list to mask. Only the default policy exists so far. */
export function readMaskOptions(body: JsonObject): Result<RequestOptions, VaultError> {
  return withKnownPolicy(parseWith(requestOptions, body));
}

/** Members beside a list to unmask. */
export function readUnmaskOptions(body: JsonObject): Result<UnmaskOptions, VaultError> {
  return withKnownPolicy(parseWith(unmaskOptions, body));
}

function withKnownPolicy<T extends { policy_name?: string | null | undefined }>(
  options: Result<T, VaultError>,
): Result<T, VaultError> {
  return options.ok && options.value.policy_name ? err({ code: "policy_unknown" }) : options;
}

function shortened(name: string): string {
  return name.length <= MAX_ECHOED_NAME_LENGTH ? name : `${name.slice(0, MAX_ECHOED_NAME_LENGTH)}…`;
}
