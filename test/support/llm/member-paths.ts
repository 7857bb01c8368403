// Paths of members as in test/llm/wire/request-members.json: `messages[]{role:user}.content[]{type:text}.text`. A list has
// one element, braces give members that tell an object's sort, `=word` is a word of the API itself, `~` is any JSON.
import type { JsonObject, JsonValue } from "../../../src/llm/wire/dialect.ts";

/** Stands for a person's text. */
export const MARKER = "somebodys-text";

/** The smallest body with a text (or the given word) at this path. */
export function bodyAt(path: string): JsonObject {
  const [, members = "", word, isJson] = /^(.*?)(?:=(.*)|(~))?$/.exec(path) ?? [];
  const leaf: JsonValue = isJson === undefined ? (word ?? MARKER) : { x: MARKER };
  return members.split(/\.(?![^{]*\})/).reduceRight<JsonValue>((inner, part) => {
    const [, name = "", ...rest] = /^([\w*]+)((?:\[\])*)((?:\{[^}]*\})*)$/.exec(part) ?? [];
    const [lists = "", sorts = ""] = rest;
    return { [name]: inLists(withSorts(inner, sorts), lists.length / 2) };
  }, leaf) as JsonObject;
}

function withSorts(inner: JsonValue, sorts: string): JsonValue {
  if (sorts === "") return inner;
  const said = [...sorts.matchAll(/\{(\w+):([^}]*)\}/g)].map(([, name, value]) => [name, value]);
  return { ...Object.fromEntries(said), ...(inner as JsonObject) };
}

function inLists(inner: JsonValue, depth: number): JsonValue {
  return depth === 0 ? inner : [inLists(inner, depth - 1)];
}
