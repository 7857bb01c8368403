// Which parts of a job's data are the caller's text. The API's own words (names of members, tokens and formats) are not:
// otherwise erasing a person called Url would remove every job that masks a URL.
import type { MaskItem, UnmaskedItem } from "../../masking/item.ts";
import { formatCode, tokenNameCode } from "../../tokens/kinds.ts";

/**
 * Members of items and of unmask results whose names are the API's and whose contents are the caller's. When a member is
 * added to the types, this does not compile until it is listed; when a member or option is added to a request schema alone,
 * job-texts.test.ts fails.
 */
const OWN_NAMES: Record<
  Exclude<keyof MaskItem | keyof UnmaskedItem, "token_name" | "format">,
  true
> = {
  value: true,
  token_value: true,
  unresolved: true,
  attributes: true,
  json: true,
  numbers: true,
};
/** Members beside a job's list whose contents are words of the API. */
const OPTIONS = new Set([
  "policy_name",
  "known_tokens",
  "strict",
  "partial",
  "json",
  "include_input",
  "explain",
  "offsets",
  "on_error",
  "empty",
  "callback",
]);

/** Every string, number and member name in parsed JSON, of any depth, because jobs store bad items as well. */
export function leavesOf(data: unknown): string[] {
  const leaves: string[] = [];
  const open: unknown[] = [data];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") leaves.push(next);
    else if (typeof next === "number") leaves.push(String(next));
    else if (Array.isArray(next)) for (const part of next) open.push(part);
    else if (typeof next === "object" && next !== null) {
      for (const [name, part] of Object.entries(next)) {
        leaves.push(name);
        open.push(part);
      }
    }
  }
  return leaves;
}

/** The caller's texts in one item of a job's payload or result. */
export function textsOfItem(item: unknown): string[] {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return leavesOf(item);
  return Object.entries(item).flatMap(([name, value]) => {
    if (Object.hasOwn(OWN_NAMES, name)) return leavesOf(value);
    const isTokenName = name === "token_name" && isKnown(value, tokenNameCode);
    const isFormat = name === "format" && isKnown(value, formatCode);
    return isTokenName || isFormat ? [] : [name, ...leavesOf(value)];
  });
}

/** The caller's texts in the members beside a job's list. */
export function textsBeside(rest: unknown): string[] {
  const members = typeof rest === "object" && rest !== null ? Object.entries(rest) : [];
  return members.flatMap(([name, value]) => (OPTIONS.has(name) ? [] : [name, ...leavesOf(value)]));
}

/** Attribute pairs of one item as masking stores them; attributes that are no object become one pair with an empty name. */
export function pairsOfItem(item: unknown): [string, unknown][] {
  const { attributes } = (item ?? {}) as { attributes?: unknown };
  if (attributes === undefined || attributes === null) return [];
  const isObject = typeof attributes === "object" && !Array.isArray(attributes);
  return isObject ? Object.entries(attributes) : [["", attributes]];
}

function isKnown(value: unknown, codeOf: (name: string) => number | null): boolean {
  return typeof value === "string" && codeOf(value) !== null;
}
