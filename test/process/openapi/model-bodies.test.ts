// How the OpenAPI document describes bodies for language models: each member that is read, and how it is treated.
import { expect, it } from "vitest";
import document from "../../../docs/openapi.json" with { type: "json" };
import { MESSAGES_REQUEST } from "../../../src/llm/wire/anthropic/messages-fields.ts";
import { CHAT_REQUEST } from "../../../src/llm/wire/openai/chat-fields.ts";
import { EMBEDDINGS_REQUEST } from "../../../src/llm/wire/openai/embeddings.ts";
import { RESPONSES_REQUEST } from "../../../src/llm/wire/openai/responses-fields.ts";

interface Body {
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  readonly additionalProperties: object;
}

const { schemas } = document.components;
const bodyOf = (name: keyof typeof schemas) => schemas[name] as unknown as Body;

it.each([
  ["CreateChatCompletionRequest", CHAT_REQUEST],
  ["CreateResponseRequest", RESPONSES_REQUEST],
  ["CreateEmbeddingsRequest", EMBEDDINGS_REQUEST],
  ["CreateMessageRequest", MESSAGES_REQUEST],
  ["CountMessageTokensRequest", MESSAGES_REQUEST],
] as const)("%s has every member of its table, and leaves others open", (name, table) => {
  const { properties, additionalProperties } = bodyOf(name);
  const told = Object.keys(properties).filter((one) => properties[one]?.description !== undefined);
  expect(told.sort()).toEqual(Object.keys(table.members ?? {}).sort());
  expect(additionalProperties).toEqual({});
});

it.each([
  ["user", "Texts are masked"],
  ["tools", "Texts are masked"],
  ["model", "Passed on"],
  ["logit_bias", "Passed on if it contains no text"],
  ["audio", "Refused, unless the policy's `llm.media` is `pass`: a request for sound"],
  [
    "modalities",
    "Passed on; refused, unless the policy's `llm.media` is `pass`: a request for sound",
  ],
])("%s: %s", (member, fate) => {
  expect(bodyOf("CreateChatCompletionRequest").properties[member]?.description).toBe(fate);
});
