// Chunks of a streamed answer of Chat Completions, and what a client makes of them.

import type { StreamEvent } from "../../../src/llm/wire/dialect.ts";

/** What all chunks of one answer have in common. */
export const HEAD = { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m" };

/** What a client makes of chunks, choice by choice. */
export function accumulated(events: readonly StreamEvent[]) {
  const messages: Record<number, Record<string, string>> = {};
  for (const { data } of events) {
    if (data === "[DONE]") continue;
    for (const { index, delta } of JSON.parse(data).choices) {
      messages[index] ??= {};
      const said = messages[index];
      const add = (field: string, text: unknown) => {
        if (typeof text === "string") said[field] = (said[field] ?? "") + text;
      };
      for (const field of ["content", "refusal", "reasoning_content"]) add(field, delta[field]);
      add("call", delta.function_call?.arguments);
      for (const one of delta.tool_calls ?? []) {
        add(`tool ${one.index}`, one.function?.arguments ?? one.custom?.input);
      }
    }
  }
  return messages;
}

/** A chunk with these choices. */
export const chunk = (choices: unknown[]) => ({
  ...{ ...HEAD, object: "chat.completion.chunk", obfuscation: "abc" },
  choices,
});
