// What of a job's data is somebody's text. The words of the API itself (names of members, of tokens
// and of formats) are not: else erasing a person called Url would take every job that masks one.
import type { MaskItem, UnmaskedItem } from "../../masking/item.ts";
import { formatCode, tokenNameCode } from "../../tokens/kinds.ts";

/**
 * Members of items, and of what an unmask job gives, whose names are the API's own; what they hold is the caller's.
 * A member added to the types does not compile until it is here; one added to a request schema alone fails
 * job-texts.test.ts, and so does an option.
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
/** Members beside a job's list that hold words of the API. */
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

/** Every text and number in parsed JSON, names of members included. Any depth: jobs keep bad items. */
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

/** Texts of one item of a job's payload or result. */
export function textsOfItem(item: unknown): string[] {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return leavesOf(item);
  return Object.entries(item).flatMap(([name, value]) => {
    if (Object.hasOwn(OWN_NAMES, name)) return leavesOf(value);
    const isTokenName = name === "token_name" && isKnown(value, tokenNameCode);
    const isFormat = name === "format" && isKnown(value, formatCode);
    return isTokenName || isFormat ? [] : [name, ...leavesOf(value)];
  });
}

/** Texts in the members beside a job's list. */
export function textsBeside(rest: unknown): string[] {
  const members = typeof rest === "object" && rest !== null ? Object.entries(rest) : [];
  return members.flatMap(([name, value]) => (OPTIONS.has(name) ? [] : [name, ...leavesOf(value)]));
}

/** Attribute pairs of one item, as masking keeps them: what is no object is a pair without a name. */
export function pairsOfItem(item: unknown): [string, unknown][] {
  const { attributes } = (item ?? {}) as { attributes?: unknown };
  if (attributes === undefined || attributes === null) return [];
  const isObject = typeof attributes === "object" && !Array.isArray(attributes);
  return isObject ? Object.entries(attributes) : [["", attributes]];
}

function isKnown(value: unknown, codeOf: (name: string) => number | null): boolean {
  return typeof value === "string" && codeOf(value) !== null;
}
