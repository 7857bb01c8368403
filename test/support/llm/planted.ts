// Copies of a body, each with one value planted: in place of a text, of a member's name, or as a member more.
import type { JsonObject, JsonValue } from "../../../src/llm/wire/dialect.ts";

/** Where it was planted, in words, and the copy. */
export interface Planted {
  readonly where: string;
  readonly body: JsonObject;
}

const OF_ANTHROPIC = [".messages[1].content[0].thinking", ".messages[1].content[6].content"];
/** What a provider has signed goes back to it as it came: it has been written by a model that was sent no values. */
export const SIGNED: Readonly<Record<string, readonly string[]>> = {
  "openai/v1/chat/completions": [".messages[3].thinking_blocks[0].thinking"],
  "openai/v1/responses": [".input[4].code"],
  "anthropic/v1/messages": OF_ANTHROPIC,
  "anthropic/v1/messages/count_tokens": OF_ANTHROPIC,
};

/** Writes one place of a copy of the body. */
type Change = (copy: JsonValue) => JsonValue;

/** A copy for each text in the body, those in texts that are JSON included. */
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

/** A copy for each name of a member, and for members more of each object: with the name, or holding it. */
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
