// The lists of a policy: values that are always found, and values that are never masked.

import type { PolicyDefinition } from "../../core/policy.ts";
import type { Recognizer } from "../span.ts";
import { type WordFinder, wordFinder } from "./word-finder.ts";

/** Whoever put a value on the list is sure of it. */
const LISTED = { score: 1, recognizer: "deny-list", reason: "value on the deny list" } as const;

/**
 * Recognizer "deny-list" of the values a policy wants found as whole words, each as its entity type;
 * null for an empty list. Letter case counts, as it does for every value. A value that is listed
 * twice is what its first entry says.
 */
export function denyRecognizer(deny: PolicyDefinition["deny"]): Recognizer | null {
  if (deny.length === 0) return null;
  const finder = wordFinder(
    deny.map(({ value }) => value),
    { matchCase: true },
  );
  return {
    name: LISTED.recognizer,
    entityTypes: [...new Set(deny.map(({ entity }) => entity))],
    scan: (text) =>
      finder.find(text).flatMap(({ start, end, entry }) => {
        const entityType = deny[entry]?.entity;
        return entityType === undefined ? [] : [{ start, end, entityType, ...LISTED }];
      }),
  };
}

/**
 * Finder of the values a policy leaves in clear wherever they stand as whole words, letter case
 * counting; null for an empty list.
 */
export function allowFinder(allow: readonly string[]): WordFinder | null {
  return allow.length === 0 ? null : wordFinder(allow, { matchCase: true });
}
