// Requests that LiteLLM sends to a guardrail: https://docs.litellm.ai/docs/adding_provider/generic_guardrail_api, and the
// models of litellm 1.106.2. Members that we do not use are left out.
import * as z from "zod";

const objects = z.array(z.record(z.string(), z.unknown())).nullish();
const name = z.string().nullish();

/** A request to the guardrail. */
export const guardrailRequest = z.object({
  input_type: z.enum(["request", "response"]),
  texts: z.array(z.string()).nullish(),
  images: z
    .array(z.string())
    .nullish()
    .describe("One blocks the call, unless the policy's `llm.media` is `pass`"),
  tools: objects.describe("As in Chat Completions: texts that people wrote in them are masked"),
  structured_messages: objects.describe(
    "The same texts as messages of Chat Completions; only here are arguments of tool calls masked",
  ),
  tool_calls: objects.describe("One blocks the call if there are no `structured_messages`"),
  litellm_call_id: name.describe("Links an answer to the tokens of its request"),
  litellm_trace_id: name.describe("Used if that is absent"),
  additional_provider_specific_params: z.object({ policy_name: name }).nullish(),
});

/** A checked request. */
export type GuardrailRequest = z.infer<typeof guardrailRequest>;
