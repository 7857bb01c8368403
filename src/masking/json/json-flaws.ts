// Why a JSON document cannot be masked or unmasked, whatever is in it. Pure.
import type { ErrorCode } from "../../core/errors.ts";
import { MAX_JSON_DEPTH, MAX_JSON_LEAVES } from "../../core/limits.ts";
import type { JsonDocument, JsonValue } from "../item.ts";
import { isExact } from "./json-document.ts";

/** What may be wrong with a document. */
export type JsonFlaw = Extract<
  ErrorCode,
  "value_too_complex" | "number_out_of_range" | "invalid_text"
>;

/**
 * The first flaw of a document in document order, or null: too deep, too many texts and numbers, a number
 * that has lost digits, a text or name with a lone surrogate (it has no UTF-8 form). A document without
 * one can be written with JSON.stringify.
 */
export function flawOf(document: JsonDocument): JsonFlaw | null {
  let leaves = 0;
  const flawIn = (value: JsonValue, depth: number): JsonFlaw | null => {
    if (typeof value !== "object" || value === null) {
      const isLeaf = typeof value === "string" || typeof value === "number";
      leaves += isLeaf ? 1 : 0;
      return leaves > MAX_JSON_LEAVES ? "value_too_complex" : flawOfScalar(value);
    }
    if (depth === MAX_JSON_DEPTH) return "value_too_complex";
    for (const [name, member] of Object.entries(value)) {
      const flaw = name.isWellFormed() ? flawIn(member, depth + 1) : "invalid_text";
      if (flaw !== null) return flaw;
    }
    return null;
  };
  return flawIn(document, 0);
}

function flawOfScalar(value: string | number | boolean | null): JsonFlaw | null {
  if (typeof value === "number") return isExact(value) ? null : "number_out_of_range";
  return typeof value !== "string" || value.isWellFormed() ? null : "invalid_text";
}
