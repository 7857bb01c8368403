// Answers of the guardrail to LiteLLM, and of /mcp to agents.
import * as z from "zod";
import type { Made } from "./envelope.ts";

const object = z.record(z.string(), z.unknown());

/** The guardrail's answer: the texts that the caller is to pass on. */
export const guardrailAnswer = z.strictObject({
  action: z.enum(["NONE", "GUARDRAIL_INTERVENED", "BLOCKED"]),
  blocked_reason: z.string().optional(),
  texts: z.array(z.string()).optional(),
  structured_messages: z.array(object).optional(),
  tools: z.array(object).optional(),
  stream_holdback_chars: z
    .array(z.int().min(0))
    .optional()
    .describe("For each text, how many of its last code points may still change"),
});

/** The answer of the guardrail. */
export type GuardrailAnswer = Made<typeof guardrailAnswer>;

/** An answer of JSON-RPC 2.0. */
export const rpcAnswer = z
  .strictObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]).nullable(),
    result: object.optional(),
    error: z
      .strictObject({ code: z.int(), message: z.string(), data: z.unknown().optional() })
      .optional(),
  })
  .describe("An answer of JSON-RPC 2.0: a result, or an error");
