// The tags auto-detect writes and unmask reads.
import { ENTITIES, type EntityName, entityRule } from "../core/entities.ts";

/** Every tag name in use. */
export const TAGS: ReadonlySet<string> = new Set(Object.values(ENTITIES).map((rule) => rule.tag));

function tagOf(entityType: EntityName): string {
  return entityRule(entityType)?.tag ?? entityType;
}

/** What stands before the token of an entity. */
export function prefixOf(entityType: EntityName): string {
  return `<${tagOf(entityType)}>`;
}

/** What stands behind the token of an entity. */
export function suffixOf(entityType: EntityName): string {
  return `</${tagOf(entityType)}>`;
}
