// Field tables of the Responses API: requests, answers and events. Source: the types of npm openai 7.57.0.
import { ERROR_MEMBERS } from "../failures.ts";
import { type Field, KEPT, type Lazy, list, MASKED, object, SETTINGS } from "../fields.ts";
import { SCHEMA } from "../json-schema.ts";
import { RESPONSES_ITEM, RESPONSES_PART, SHELL_OUTPUT } from "./responses-items.ts";
import { RESPONSES_TOOL } from "./responses-tools.ts";
import { ANNOTATION, COMMON_MEMBERS } from "./shared-fields.ts";

const OWN_MEMBERS: Readonly<Record<string, Lazy>> = {
  instructions: { ...MASKED, ...list(RESPONSES_ITEM) },
  input: { ...MASKED, ...list(RESPONSES_ITEM) },
  tools: list(RESPONSES_TOOL),
  prompt: object({
    ...{ id: KEPT, version: KEPT },
    variables: { others: { ...MASKED, ...RESPONSES_PART } },
  }),
  text: object({
    verbosity: KEPT,
    format: object({ type: KEPT, name: KEPT, description: MASKED, schema: SCHEMA }),
  }),
  include: list({
    ...KEPT,
    mediaTexts: {
      "message.output_text.logprobs": "a request for model tokens with their probabilities",
    },
  }),
};

const MODEL_SETTINGS: Readonly<Record<string, Lazy>> = {
  reasoning: object({
    ...{ effort: KEPT, summary: KEPT, generate_summary: KEPT, context: KEPT, mode: KEPT },
  }),
  ...{ previous_response_id: KEPT, conversation: { ...KEPT, ...object({ id: KEPT }) } },
  ...{ truncation: KEPT, access_programs: SETTINGS, image: SETTINGS },
  context_management: list(object({ type: KEPT })),
};

/** A request. */
export const RESPONSES_REQUEST: Field = object({
  ...COMMON_MEMBERS,
  ...OWN_MEMBERS,
  ...MODEL_SETTINGS,
});

/** A whole answer, or the body of a failure. It repeats much of the request. */
export const RESPONSES_ANSWER: Field = object({
  ...{ ...COMMON_MEMBERS, ...OWN_MEMBERS, ...ERROR_MEMBERS },
  output: list(RESPONSES_ITEM),
});

/** Parts of an event that arrive whole. */
export const RESPONSES_EVENT_WHOLE: Field = object({
  ...{ response: RESPONSES_ANSWER, item: RESPONSES_ITEM, part: RESPONSES_PART },
  ...{ annotation: ANNOTATION, message: MASKED, output: list(SHELL_OUTPUT) },
});
