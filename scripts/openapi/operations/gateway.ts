// Gateways to language models, in the words of their providers' APIs.
import * as z from "zod";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { OF_PLANNING } from "../failures.ts";
import { type Content, json, type Operation } from "../operation.ts";

const object = z.record(z.string(), z.unknown());
const model = z.string();
const stream = z.boolean().optional();

/** What the provider answers, with the values in it. */
const answered = z.looseObject({}).describe("As the provider's API has it");
/** Readers take each event for what the schema is of. */
const events = z.unknown().describe("With `stream`: events as the API has them");
const streamed: Content = { ...json(answered), "text/event-stream": events };

const COMMON = {
  tag: "Language models",
  needs: "mask",
  takesApiKey: true,
  headers: z.object({ "vault-policy": z.string().optional().describe("The policy to mask by") }),
  others: {
    default: { description: "What the provider says of a failure", content: json(answered) },
  },
} as const;

const OF_CALLS: readonly ErrorCode[] = [
  ...(["provider_unknown", "provider_unreachable", "provider_too_slow"] as const),
  ...(["provider_unreadable", "provider_refused_key", "provider_cut_off"] as const),
  ...OF_PLANNING,
];
const OF_TEXTS: readonly ErrorCode[] = [
  ...OF_CALLS,
  ...(["encoded_body", "too_many_entities", "too_costly", "masked_too_long"] as const),
  ...(["invalid_text", "storage_full", "unmasked_too_large"] as const),
];

const list = {
  ...COMMON,
  method: "GET",
  answer: json(answered),
  failures: OF_CALLS,
} as const;
const call = { ...COMMON, method: "POST", failures: OF_TEXTS } as const;
const one = z.object({ model: z.string().describe("Its id; a `/` is written `%2F`") });

const openai = "/llm/openai/v1";
const anthropic = "/llm/anthropic/v1";
const messages = z.array(object).min(1);

/** The operations. */
export const gatewayOperations: readonly Operation[] = [
  {
    ...call,
    id: "createChatCompletion",
    path: `${openai}/chat/completions`,
    summary: "Chat Completions of OpenAI and those who follow it",
    description:
      "Texts of people and tools leave masked; the answer, streamed or not, comes back with the values.",
    body: json(z.looseObject({ model, messages, stream })),
    answer: streamed,
    wording: "openai",
  },
  {
    ...call,
    id: "createResponse",
    path: `${openai}/responses`,
    summary: "Responses of OpenAI",
    description: "As Chat Completions. `background` is refused.",
    body: json(z.looseObject({ model, input: z.union([z.string(), messages]), stream })),
    answer: streamed,
    failures: [...OF_TEXTS, "background_refused"],
    wording: "openai",
  },
  {
    ...call,
    id: "createEmbeddings",
    path: `${openai}/embeddings`,
    summary: "Embeddings of OpenAI",
    description: "Equal texts have equal vectors, as equal values have equal tokens.",
    body: json(z.looseObject({ model, input: z.union([z.string(), z.array(z.unknown())]) })),
    answer: json(answered),
    wording: "openai",
  },
  {
    ...list,
    id: "listOpenaiModels",
    path: `${openai}/models`,
    summary: "Models of the provider behind the OpenAI paths",
    wording: "openai",
  },
  {
    ...list,
    id: "readOpenaiModel",
    path: `${openai}/models/{model}`,
    summary: "One of them",
    parts: one,
    failures: [...OF_CALLS, "invalid_field"],
    wording: "openai",
  },
  {
    ...call,
    id: "createMessage",
    path: `${anthropic}/messages`,
    summary: "Messages of Anthropic",
    description: "As Chat Completions.",
    body: json(z.looseObject({ model, messages, max_tokens: z.int().min(1), stream })),
    answer: streamed,
    wording: "anthropic",
  },
  {
    ...call,
    id: "countMessageTokens",
    path: `${anthropic}/messages/count_tokens`,
    summary: "How many tokens of the model Messages would send",
    description: "Of what would be sent: the masked texts.",
    body: json(z.looseObject({ model, messages })),
    answer: json(answered),
    wording: "anthropic",
  },
  {
    ...list,
    id: "listAnthropicModels",
    path: `${anthropic}/models`,
    summary: "Models of the provider behind the Anthropic paths",
    query: z.object({
      limit: z.string().optional(),
      after_id: z.string().optional(),
      before_id: z.string().optional(),
    }),
    wording: "anthropic",
  },
  {
    ...list,
    id: "readAnthropicModel",
    path: `${anthropic}/models/{model}`,
    summary: "One of them",
    parts: one,
    failures: [...OF_CALLS, "invalid_field"],
    wording: "anthropic",
  },
];
