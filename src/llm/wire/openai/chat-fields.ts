// Field tables of Chat Completions, for requests and answers. Source: the types of npm openai 7.57.0; members of other
// vendors with the same API are marked.
import { ERROR_MEMBERS } from "../failures.ts";
import {
  ARGUMENT_JSON,
  ARGUMENT_TEXT,
  ARGUMENT_VALUES,
  type Field,
  KEPT,
  type Lazy,
  list,
  MASKED,
  media,
  NO_TEXTS,
  object,
  SAID,
  SETTINGS,
  signed,
  VALUES,
  variants,
} from "../fields.ts";
import { SCHEMA } from "../json-schema.ts";
import {
  ANNOTATION,
  AUDIO,
  COMMON_MEMBERS,
  FILE,
  IMAGE,
  TOOL_FORMAT,
  USER_LOCATION,
} from "./shared-fields.ts";

const CACHE = { type: KEPT, prompt_cache_breakpoint: SETTINGS, cache_control: SETTINGS };

const PART: Field = variants("type", {
  text: object({ ...CACHE, text: SAID, annotations: list(ANNOTATION) }),
  refusal: object({ ...CACHE, refusal: MASKED }),
  image_url: object({ ...CACHE, image_url: IMAGE }),
  input_audio: object({ ...CACHE, input_audio: AUDIO }),
  file: object({
    ...CACHE,
    file: object({ file_data: FILE, file_id: FILE, filename: MASKED }),
  }),
  // Other vendors.
  video_url: object({ ...CACHE, video_url: media("a video") }),
  document_url: object({ ...CACHE, document_url: FILE }),
  reference: object({ ...CACHE, reference_ids: list(KEPT) }),
  thinking: object({
    ...{ ...CACHE, signature: KEPT },
    thinking: { ...signed("signature"), ...list(() => PART) },
  }),
});

const CONTENT: Field = { ...SAID, ...list(PART) };

/** Members of LiteLLM and Google: mostly data that a model has signed. */
const VENDORS_OWN = { extra_content: SETTINGS, provider_specific_fields: SETTINGS };

const FUNCTION_CALL: Field = object(
  {
    ...{ ...VENDORS_OWN, name: KEPT, arguments: ARGUMENT_JSON },
    // OpenAI's SDK adds it.
    parsed_arguments: ARGUMENT_VALUES,
  },
  { tool: "name" },
);
const CALL = { id: KEPT, type: KEPT, ...VENDORS_OWN, function: FUNCTION_CALL };
const TOOL_CALL: Field = variants("type", {
  "": object(CALL),
  function: object(CALL),
  custom: object({
    ...CALL,
    custom: object({ name: KEPT, input: ARGUMENT_TEXT }, { tool: "name" }),
  }),
});

/** Texts that a model writes beside or in `content`, including those of other vendors. */
export const SPOKEN = ["content", "refusal", "reasoning_content", "reasoning"] as const;

const FROM = {
  role: KEPT,
  id: KEPT,
  name: MASKED,
  content: CONTENT,
  cache_control: SETTINGS,
  ...VENDORS_OWN,
};
const ASSISTANT: Field = object({
  ...FROM,
  ...{ refusal: MASKED, reasoning_content: MASKED, reasoning: MASKED },
  tool_calls: list(TOOL_CALL),
  function_call: FUNCTION_CALL,
  annotations: list(ANNOTATION),
  audio: object({ id: KEPT, data: AUDIO, transcript: MASKED }),
  // OpenAI's SDK adds it.
  parsed: VALUES,
  // Other vendors.
  reasoning_details: list(
    object({
      ...{ type: KEPT, id: KEPT, format: KEPT, signature: KEPT, data: KEPT },
      ...{ text: signed("signature"), summary: MASKED },
    }),
  ),
  thinking_blocks: list(
    object({ type: KEPT, thinking: signed("signature"), signature: KEPT, data: KEPT }),
  ),
});

const MESSAGE: Field = variants("role", {
  system: object(FROM),
  developer: object(FROM),
  user: object(FROM),
  assistant: ASSISTANT,
  tool: object({ ...FROM, tool_call_id: KEPT }),
  function: object({ ...FROM, name: KEPT }),
});

const FUNCTION: Field = object({ name: KEPT, description: MASKED, parameters: SCHEMA });
const TOOL: Field = variants("type", {
  function: object({ type: KEPT, function: FUNCTION, cache_control: SETTINGS }),
  custom: object({
    type: KEPT,
    custom: object({ name: KEPT, description: MASKED, format: TOOL_FORMAT }),
  }),
});

const OWN_MEMBERS: Readonly<Record<string, Lazy>> = {
  messages: list(MESSAGE),
  tools: list(TOOL),
  functions: list(FUNCTION),
  function_call: { ...KEPT, ...object({ name: KEPT }) },
  prediction: object({ type: KEPT, content: CONTENT }),
  response_format: object({
    type: KEPT,
    json_schema: object({ name: KEPT, description: MASKED, schema: SCHEMA }),
  }),
  stop: { ...MASKED, ...list(MASKED) },
  web_search_options: object({ search_context_size: KEPT, user_location: USER_LOCATION }),
  ...{ reasoning_effort: KEPT, verbosity: KEPT, logit_bias: NO_TEXTS },
  modalities: list({ ...KEPT, mediaTexts: { audio: "a request for sound" } }),
  audio: media("a request for sound"),
  logprobs: media("a request for model tokens with their probabilities"),
};

const VENDORS: Readonly<Record<string, Lazy>> = {
  ...{ reasoning: object({ effort: KEPT, summary: KEPT }), reasoning_format: KEPT },
  ...{ thinking: object({ type: KEPT }), models: list(KEPT), route: KEPT },
  provider: object({ order: list(KEPT), only: list(KEPT), ignore: list(KEPT), sort: KEPT }),
};

/** A request. */
export const CHAT_REQUEST: Field = object({ ...COMMON_MEMBERS, ...OWN_MEMBERS, ...VENDORS });

/** A whole answer, or the body of a failure. */
export const CHAT_ANSWER: Field = object({
  ...ERROR_MEMBERS,
  choices: list(object({ message: ASSISTANT })),
  metadata: VALUES,
});

/** Parts of a delta that arrive whole. */
export const CHAT_DELTA_WHOLE: Field = object({ annotations: list(ANNOTATION) });
