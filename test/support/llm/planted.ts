// Copies of a body, each with one planted value: instead of a text, as a member's name, or in an additional member.
import type { JsonObject, JsonValue } from "../../../src/llm/wire/dialect.ts";

/** Description of the place, and the copy. */
export interface Planted {
  readonly where: string;
  readonly body: JsonObject;
}

const OF_ANTHROPIC = [".messages[1].content[0].thinking", ".messages[1].content[6].content"];
/** Texts that a provider has signed are sent back unchanged: a model wrote them that was sent no values. */
export const SIGNED: Readonly<Record<string, readonly string[]>> = {
  "openai/v1/chat/completions": [".messages[3].thinking_blocks[0].thinking"],
  "openai/v1/responses": [".input[4].code"],
  "anthropic/v1/messages": OF_ANTHROPIC,
  "anthropic/v1/messages/count_tokens": OF_ANTHROPIC,
};

/** Changes one place of a copy. */
type Change = (copy: JsonValue) => JsonValue;

/** One copy per text of the body, including texts inside JSON texts. */
export function inTexts(body: object, plant: string): Planted[] {
  return copies(body, (value, path) => {
    if (typeof value !== "string") return [];
    const inner = value.startsWith("{") ? inJson(value, path, plant) : [];
    return [{ where: path, change: () => plant }, ...inner];
  });
}

function inJson(text: string, path: string, plant: string) {
  const inner = JSON.parse(text) as object;
  return [...inTexts(inner, plant), ...inNames(inner, plant)].map(({ where, body }) => ({
    where: `${path} ${where}`,
    change: () => JSON.stringify(body),
  }));
}

/** One copy per member name, and copies with additional members in each object: named with the value, or containing it. */
export function inNames(body: object, plant: string): Planted[] {
  return copies(body, (value, path) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const more = (name: string, member: JsonObject) => ({
      where: `${path} ${name}`,
      change: (object: JsonValue) => ({ ...(object as JsonObject), ...member }),
    });
    return [
      more("+ name", { [plant]: 1 }),
      more("+ name deep inside", { extra: [{ more: { [plant]: 1 } }] }),
      more("+ text", { extra: plant }),
      more("+ text deep inside", { extra: [{ more: plant }] }),
      ...Object.keys(value).map((name) => ({
        where: `${path}.${name} renamed`,
        change: (object: JsonValue) => {
          const entries = Object.entries(object as JsonObject);
          return Object.fromEntries(entries.map(([n, one]) => [n === name ? plant : n, one]));
        },
      })),
    ];
  });
}

function copies(
  body: object,
  changesOf: (value: JsonValue, path: string) => { where: string; change: Change }[],
): Planted[] {
  const found: Planted[] = [];
  const visit = (value: JsonValue, path: string, within: (change: Change) => JsonValue): void => {
    for (const { where, change } of changesOf(value, path)) {
      found.push({ where, body: within(change) as JsonObject });
    }
    if (typeof value !== "object" || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      const inPath = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
      visit(one as JsonValue, inPath, (change) => within(changed(key, change)));
    }
  };
  visit(body as JsonObject, "", (change) => change(structuredClone(body) as JsonObject));
  return found;
}

function changed(key: string, change: Change): Change {
  return (holder) => {
    const copy = structuredClone(holder) as JsonObject;
    copy[key] = change(copy[key] ?? null);
    return copy;
  };
}
