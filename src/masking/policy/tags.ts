// The built-in tags, which auto-detect writes unless a policy says otherwise.
import { ENTITIES, type EntityName } from "../../core/entities.ts";
import type { Wrapper } from "../../core/policy.ts";
import { tagWrapper } from "../../tokens/reading/wrappers.ts";

/** Every tag name in use. */
export const TAGS: ReadonlySet<string> = new Set(Object.values(ENTITIES).map((rule) => rule.tag));

const BUILT_IN: ReadonlyMap<EntityName, Wrapper> = new Map(
  Object.entries(ENTITIES).map(([entity, { tag }]) => [entity, tagWrapper(tag)]),
);

/**
 * The tags of an entity type; those of a policy's own type have its name. The same object for the same built-in
 * type: every token of a text is asked for.
 */
export function tagsOf(entity: EntityName): Wrapper {
  return BUILT_IN.get(entity) ?? tagWrapper(entity);
}

/** True for what `tagsOf` gives for a built-in type, which unmask always knows. False may be wrong. */
export function isBuiltIn(wrapper: Wrapper, entity: EntityName): boolean {
  return BUILT_IN.get(entity) === wrapper;
}
