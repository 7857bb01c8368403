// The tags auto-detect writes and unmask reads.
import { ENTITIES, type EntityType } from "../core/entities.ts";

/** Every tag name in use. */
export const TAGS: ReadonlySet<string> = new Set(Object.values(ENTITIES).map((rule) => rule.tag));

/** What stands before the token of an entity. */
export function prefixOf(entityType: EntityType): string {
  return `<${ENTITIES[entityType].tag}>`;
}

/** What stands behind the token of an entity. */
export function suffixOf(entityType: EntityType): string {
  return `</${ENTITIES[entityType].tag}>`;
}
