// Which entity types are read off words, and what a type counts as where it is not wanted.

import { type EntityName, entityRule } from "../../core/entities.ts";

/**
 * Types read off words and word lists: names, places and their parts. No check digit and no grammar stands
 * behind them, so a checked value inside one is not a part of it. Every other type is a structured value.
 */
const NAME_TYPES: ReadonlySet<EntityName> = new Set([
  "PERSON",
  "ORGANIZATION",
  "LOCATION",
  "ADDRESS",
  "ZIP",
  "NATIONALITY",
]);

/** Whether a type is read off words (see NAME_TYPES). */
export function isNameType(type: EntityName): boolean {
  return NAME_TYPES.has(type);
}

/**
 * The type a finding is reported as: its own if that is wanted, else the first wanted one along
 * `countsAs` of the entity table; null if none is.
 */
export function reportedAs(type: EntityName, wanted: ReadonlySet<EntityName>): EntityName | null {
  const seen = new Set<EntityName>();
  let at: EntityName | undefined = type;
  while (at !== undefined && !seen.has(at)) {
    if (wanted.has(at)) return at;
    seen.add(at);
    at = entityRule(at)?.countsAs;
  }
  return null;
}
