// Requests of agents, of LiteLLM, and to language models behind the gateway.

import { fc } from "../support/properties.ts";
import { CUSTOMER, flag, type Json, list, maybe, one, policy, text } from "./wire-values.ts";

/** A message of an agent. */
function rpc(token: Json, policy_name: Json): Json {
  const given = fc.oneof(
    fc.record({ text, policy_name: maybe(policy_name) }),
    fc.record({ text: token }),
    fc.record({ values: fc.array(text), dry_run: flag }),
    fc.record({ tokens: fc.array(token), attribute: maybe(fc.constant(CUSTOMER)) }),
  );
  const methods = [
    "initialize",
    "notifications/initialized",
    "ping",
    "tools/list",
    "server/discover",
  ];
  return fc.record({
    jsonrpc: fc.constant("2.0"),
    id: maybe(fc.oneof(fc.nat(), text)),
    method: one([...methods, ...Array(10).fill("tools/call")], "resources/list", "__proto__"),
    params: fc.record({
      name: one(["mask", "detect", "erase", "unmask"], "nose", "__proto__"),
      arguments: given,
      protocolVersion: maybe(text),
    }),
  });
}

/** What LiteLLM asks. */
function guarded(token: Json, policy_name: Json): Json {
  const said = fc.oneof(text, token);
  const content = fc.oneof(said, fc.array(fc.record({ type: one(["text"], "audio"), text: said })));
  const made = fc.record({ id: text, function: fc.record({ name: text, arguments: said }) });
  return fc.record({
    input_type: one(["request", "response"], "x"),
    texts: maybe(fc.array(said)),
    images: maybe(fc.array(text, { maxLength: 1 })),
    structured_messages: maybe(
      fc.array(
        fc.record({
          role: one(["user", "assistant"], "x"),
          content,
          tool_calls: maybe(list(made)),
        }),
      ),
    ),
    tool_calls: maybe(fc.array(made)),
    litellm_call_id: maybe(one(["a", "b"], "")),
    additional_provider_specific_params: maybe(fc.record({ policy_name: maybe(policy_name) })),
  });
}

/** By route; a token stands for a value of a namespace. */
export function modelRequests(token: Json): Record<string, Json> {
  const prompt = fc.record({
    model: one(["echo", "echo+letters", "429"], ""),
    max_tokens: fc.constant(9),
    system: maybe(text),
    messages: list(fc.record({ role: one(["user", "assistant"], "nobody"), content: text })),
    stream: flag,
  });
  return {
    "POST /beta/litellm_basic_guardrail_api": guarded(token, policy),
    "POST /mcp": rpc(token, policy),
    "POST /llm/openai/v1/chat/completions": fc.record({
      model: one(["echo", "echo+letters", "echo+tool", "429"], ""),
      messages: list(
        fc.record({
          role: one(["system", "user", "assistant", "tool"], "nobody"),
          content: fc.oneof(text, list(fc.record({ type: one(["text"], "image_url"), text }))),
        }),
      ),
      stream: flag,
      n: maybe(fc.constant(2)),
    }),
    "POST /llm/openai/v1/responses": fc.record({
      model: one(["echo", "echo+letters", "429"], ""),
      input: fc.oneof(text, list(fc.record({ role: one(["user"], "nobody"), content: text }))),
      instructions: maybe(text),
      previous_response_id: maybe(text),
      stream: flag,
    }),
    "POST /llm/anthropic/v1/messages": prompt,
    "POST /llm/anthropic/v1/messages/count_tokens": prompt,
    "GET /llm/anthropic/v1/models": fc.record({ limit: maybe(text), after_id: maybe(text) }),
    "POST /llm/openai/v1/embeddings": fc.record({
      model: fc.constant("echo"),
      input: fc.oneof(text, list(text), fc.constant([1])),
    }),
  };
}
