// Gateways to language models, in the terms of their providers' APIs.
import * as z from "zod";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { MESSAGES_REQUEST } from "../../../src/llm/wire/anthropic/messages-fields.ts";
import type { Field, Lazy } from "../../../src/llm/wire/fields.ts";
import { CHAT_REQUEST } from "../../../src/llm/wire/openai/chat-fields.ts";
import { EMBEDDINGS_REQUEST } from "../../../src/llm/wire/openai/embeddings.ts";
import { RESPONSES_REQUEST } from "../../../src/llm/wire/openai/responses-fields.ts";
import { type Content, json, OF_BRAKES, OF_PLANNING, operationsOf } from "../operation.ts";

const OTHERS =
  "As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`).";

/** Schema of a request, from the table of its members' treatment (src/llm/wire); `shape` adds what else is known. */
function modelRequest(table: Field, shape: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const names = [...Object.keys(shape), ...Object.keys(table.members ?? {})];
  const members = [...new Set(names)].map((name) => {
    const schema = shape[name] ?? z.unknown().optional();
    const field = table.members?.[name];
    return [name, field === undefined ? schema : schema.describe(fateOf(field))] as const;
  });
  return z.looseObject(Object.fromEntries(members)).describe(OTHERS);
}

/** A member's treatment in words. */
function fateOf(field: Lazy): string {
  const fields = fieldsIn(field);
  const isMasked = fields.some(({ text, values }) => values || (text && text !== "kept"));
  const isKept = fields.some(({ text }) => text === "kept");
  const media = fields.flatMap(({ media: what, numbers, mediaTexts = {} }) => [
    ...[what, numbers].filter((one) => one !== undefined),
    ...Object.values(mediaTexts),
  ]);
  const texts = isMasked
    ? "Texts are masked"
    : isKept
      ? "Passed on"
      : "Passed on if it contains no text";
  if (media.length === 0) return texts;
  const refused = `refused, unless the policy's \`llm.media\` is \`pass\`: ${[...new Set(media)].join(", ")}`;
  return isMasked || isKept ? `${texts}; ${refused}` : `R${refused.slice(1)}`;
}

/** A field and all fields that it may contain, each once. */
function fieldsIn(lazy: Lazy, seen = new Set<Lazy>()): Field[] {
  if (seen.has(lazy)) return [];
  seen.add(lazy);
  if (typeof lazy === "function") return fieldsIn(lazy(), seen);
  const { items, others, members = {}, variants = {} } = lazy;
  const inside = [items, others, ...Object.values(members), ...Object.values(variants)];
  return [lazy, ...inside.flatMap((one) => (one === undefined ? [] : fieldsIn(one, seen)))];
}

const object = z.record(z.string(), z.unknown());
const model = z.string();
const stream = z.boolean().optional();
const max_tokens = z.int().min(1);

/** The provider's answer, with tokens replaced by values. */
const answered = z.looseObject({}).describe("As defined by the provider's API");
/** The document's readers apply the schema to each event. */
const events = z.unknown().describe("With `stream`: the events of the provider's API");
const streamed: Content = { ...json(answered), "text/event-stream": events };

const COMMON = {
  takesApiKey: true,
  headers: z.object({ "vault-policy": z.string().optional().describe("The policy to mask with") }),
  others: {
    default: { description: "The provider's own failure", content: json(answered) },
  },
} as const;

const OF_CALLS: readonly ErrorCode[] = [
  ...(["provider_unknown", "provider_unreachable", "provider_too_slow"] as const),
  ...(["provider_unreadable", "provider_refused_key", "provider_cut_off"] as const),
  ...OF_PLANNING,
];
const OF_TEXTS: readonly ErrorCode[] = [
  ...OF_CALLS,
  ...OF_BRAKES,
  ...(["too_many_entities", "too_costly", "masked_too_long"] as const),
  ...(["invalid_text", "storage_full", "unmasked_too_large"] as const),
];

const list = {
  ...COMMON,
  answer: json(answered),
  failures: OF_CALLS,
} as const;
const call = { ...COMMON, failures: OF_TEXTS } as const;
const one = z.object({ model: z.string().describe("Its id; a `/` is written `%2F`") });

const openai = "/llm/openai/v1";
const anthropic = "/llm/anthropic/v1";
const messages = z.array(object).min(1);
const texts = z.union([z.string(), z.array(z.unknown())]);

/** The operations. */
export const gatewayOperations = operationsOf({ tag: "Language models", needs: "mask" }, [
  {
    ...call,
    id: "createChatCompletion",
    at: `POST ${openai}/chat/completions`,
    summary: "Chat Completions of OpenAI and compatible providers",
    description:
      "Texts of people and tools leave masked. The answer, streamed or not, comes back with the values.",
    vendorPage: "https://developers.openai.com/api/reference/resources/chat",
    body: json(modelRequest(CHAT_REQUEST, { model, messages, stream })),
    answer: streamed,
    wording: "openai",
  },
  {
    ...call,
    id: "createResponse",
    at: `POST ${openai}/responses`,
    summary: "Responses of OpenAI",
    description: "As Chat Completions. `background` is refused.",
    vendorPage: "https://developers.openai.com/api/reference/resources/responses",
    body: json(
      modelRequest(RESPONSES_REQUEST, { model, input: z.union([z.string(), messages]), stream }),
    ),
    answer: streamed,
    failures: [...OF_TEXTS, "background_refused"],
    wording: "openai",
  },
  {
    ...call,
    id: "createEmbeddings",
    at: `POST ${openai}/embeddings`,
    summary: "Embeddings of OpenAI",
    description: "Equal texts get equal vectors, because equal values get equal tokens.",
    vendorPage: "https://developers.openai.com/api/reference/resources/embeddings",
    body: json(modelRequest(EMBEDDINGS_REQUEST, { model, input: texts })),
    answer: json(answered),
    wording: "openai",
  },
  {
    ...list,
    id: "listOpenaiModels",
    at: `GET ${openai}/models`,
    summary: "Models of the provider behind the OpenAI paths",
    wording: "openai",
  },
  {
    ...list,
    id: "readOpenaiModel",
    at: `GET ${openai}/models/{model}`,
    summary: "One of them",
    parts: one,
    failures: [...OF_CALLS, "invalid_field"],
    wording: "openai",
  },
  {
    ...call,
    id: "createMessage",
    at: `POST ${anthropic}/messages`,
    summary: "Messages of Anthropic",
    description: "As Chat Completions.",
    vendorPage: "https://docs.claude.com/en/api/messages",
    body: json(modelRequest(MESSAGES_REQUEST, { model, messages, max_tokens, stream })),
    answer: streamed,
    wording: "anthropic",
  },
  {
    ...call,
    id: "countMessageTokens",
    at: `POST ${anthropic}/messages/count_tokens`,
    summary: "Count the model tokens that Messages would send",
    description: "Counts the masked texts, which would be sent.",
    vendorPage: "https://docs.claude.com/en/api/messages-count-tokens",
    body: json(modelRequest(MESSAGES_REQUEST, { model, messages })),
    answer: json(answered),
    wording: "anthropic",
  },
  {
    ...list,
    id: "listAnthropicModels",
    at: `GET ${anthropic}/models`,
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
    at: `GET ${anthropic}/models/{model}`,
    summary: "One of them",
    parts: one,
    failures: [...OF_CALLS, "invalid_field"],
    wording: "anthropic",
  },
]);
