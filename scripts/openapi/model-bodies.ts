// Bodies of calls to language models, as the gateway reads them: from the tables that say what becomes of each member
// (src/llm/wire). What a member means is the provider's to say.
import * as z from "zod";
import type { Field, Lazy } from "../../src/llm/wire/fields.ts";

const OTHERS =
  "What the provider's API has. Members that are not listed pass while no text is in them; with one the request is refused (`unknown_member`).";

/** A request by its table; `shape` has what is known of members beside what becomes of them. */
export function modelRequest(table: Field, shape: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const names = [...Object.keys(shape), ...Object.keys(table.members ?? {})];
  const members = [...new Set(names)].map((name) => {
    const schema = shape[name] ?? z.unknown().optional();
    const field = table.members?.[name];
    return [name, field === undefined ? schema : schema.describe(fateOf(field))] as const;
  });
  return z.looseObject(Object.fromEntries(members)).describe(OTHERS);
}

/** What becomes of a member, in words. */
function fateOf(field: Lazy): string {
  const fields = fieldsIn(field);
  const isMasked = fields.some(({ text, values }) => values || (text && text !== "kept"));
  const isKept = fields.some(({ text }) => text === "kept");
  const media = fields.flatMap(({ media: what, numbers, mediaTexts = {} }) => [
    ...[what, numbers].filter((one) => one !== undefined),
    ...Object.values(mediaTexts),
  ]);
  const texts = isMasked ? "Texts are masked" : isKept ? "Passes" : "Passes without texts";
  if (media.length === 0) return texts;
  const refused = `refused, unless the policy's \`llm.media\` is \`pass\`: ${[...new Set(media)].join(", ")}`;
  return isMasked || isKept ? `${texts}; ${refused}` : `R${refused.slice(1)}`;
}

/** A field and all that may stand in it, each once. */
function fieldsIn(lazy: Lazy, seen = new Set<Lazy>()): Field[] {
  if (seen.has(lazy)) return [];
  seen.add(lazy);
  if (typeof lazy === "function") return fieldsIn(lazy(), seen);
  const { items, others, members = {}, variants = {} } = lazy;
  const inside = [items, others, ...Object.values(members), ...Object.values(variants)];
  return [lazy, ...inside.flatMap((one) => (one === undefined ? [] : fieldsIn(one, seen)))];
}
