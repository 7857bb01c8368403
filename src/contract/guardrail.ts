// Requests that LiteLLM sends to a guardrail: https://docs.litellm.ai/docs/adding_provider/generic_guardrail_api, and the
// models of litellm 1.106.2. Members that we do not use are left out.
import * as z from "zod";
import { INVALID } from "./fields.ts";

const objects = z.array(z.record(z.string(), z.unknown(), INVALID), INVALID).nullish();
const name = z.string(INVALID).nullish();

/** A request to the guardrail. */
export const guardrailRequest = z.object(
  {
    input_type: z.enum(["request", "response"], INVALID),
    texts: z.array(z.string(INVALID), INVALID).nullish(),
    images: z
      .array(z.string(INVALID), INVALID)
      .nullish()
      .describe("One blocks the call, unless the policy's `llm.media` is `pass`"),
    tools: objects.describe("As Chat Completions has them: what people wrote into them is masked"),
    structured_messages: objects.describe(
      "The texts again, as messages of Chat Completions; here alone arguments of tool calls are masked",
    ),
    tool_calls: objects.describe("One blocks the call where there are no `structured_messages`"),
    litellm_call_id: name.describe("Tokens of its answer are those of its request"),
    litellm_trace_id: name.describe("In its place, where it is absent"),
    additional_provider_specific_params: z.object({ policy_name: name }, INVALID).nullish(),
  },
  INVALID,
);

/** A checked request. */
export type GuardrailRequest = z.infer<typeof guardrailRequest>;
