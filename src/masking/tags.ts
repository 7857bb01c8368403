// The built-in tags, which auto-detect writes unless a policy says otherwise.
import { ENTITIES, type EntityName, entityRule } from "../core/entities.ts";
import type { Wrapper } from "../core/policy.ts";
import { tagWrapper } from "../tokens/wrappers.ts";

/** Every tag name in use. */
export const TAGS: ReadonlySet<string> = new Set(Object.values(ENTITIES).map((rule) => rule.tag));

/** The tags of an entity type; those of a policy's own type have its name. */
export function tagsOf(entity: EntityName): Wrapper {
  return tagWrapper(entityRule(entity)?.tag ?? entity);
}
