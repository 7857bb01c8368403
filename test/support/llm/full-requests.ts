// Requests with every member that their APIs accept, except refused ones: tests plant values in them.

import { MESSAGES } from "./full-messages.ts";
import { ARGUMENTS, SCHEMA, SEALED } from "./full-parts.ts";

const CHAT = {
  model: "gpt-5-mini",
  messages: [
    { role: "system", content: "be kind" },
    { role: "developer", content: [{ type: "text", text: "be brief" }] },
    {
      role: "user",
      name: "me",
      content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral", ttl: "5m" } }],
    },
    {
      role: "assistant",
      content: "well",
      reasoning_content: "hm",
      reasoning_details: [
        { type: "reasoning.text", text: "so", signature: "", id: "r1", format: "v1" },
        { type: "reasoning.encrypted", data: SEALED },
      ],
      thinking_blocks: [{ type: "thinking", thinking: "signed", signature: SEALED }],
      provider_specific_fields: { thought_signature: SEALED, more: [{ note: "x" }] },
      annotations: [
        { type: "url_citation", url_citation: { title: "t", url: "https://a.test/b" } },
      ],
      audio: { id: "audio_1", transcript: "said" },
      refusal: "no",
      parsed: { answer: "yes" },
      tool_calls: [
        {
          id: "call_1",
          type: "function",
          function: { name: "send_mail", arguments: ARGUMENTS },
          extra_content: { google: { thought_signature: SEALED } },
        },
        { id: "call_2", type: "custom", custom: { name: "run", input: "ls" } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: "done" },
    { role: "function", name: "send_mail", content: "done" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
        { type: "reference", reference_ids: ["r1"] },
      ],
    },
  ],
  tools: [
    {
      type: "function",
      cache_control: { type: "ephemeral" },
      function: { name: "send_mail", description: "sends", strict: true, parameters: SCHEMA },
    },
    {
      type: "custom",
      custom: {
        name: "run",
        description: "runs",
        format: { type: "grammar", grammar: { syntax: "lark", definition: "start: x" } },
      },
    },
  ],
  tool_choice: { type: "function", function: { name: "send_mail" } },
  response_format: {
    type: "json_schema",
    json_schema: { name: "answer", description: "d", strict: true, schema: SCHEMA },
  },
  prediction: { type: "content", content: "so it is" },
  stop: ["end"],
  web_search_options: {
    search_context_size: "low",
    user_location: {
      type: "approximate",
      approximate: { city: "c", region: "r", country: "NL", timezone: "Europe/Amsterdam" },
    },
  },
  user: "u",
  safety_identifier: "s",
  prompt_cache_key: "k",
  metadata: { ticket: "t" },
  stream_options: { include_usage: true, other: "x" },
  moderation: { model: "omni", policy: { input: { mode: "score" } } },
  prompt_cache_options: { mode: "implicit", ttl: "30m" },
  logit_bias: { "50256": -100 },
  reasoning: { effort: "low", summary: "auto" },
  ...{ reasoning_effort: "low", verbosity: "low", service_tier: "auto", modalities: ["text"] },
  provider: { order: ["openai"], sort: "price" },
  models: ["a/b:beta"],
  n: 1,
};

const RESPONSES = {
  model: "gpt-5-mini",
  instructions: "be kind",
  input: [
    { role: "user", content: [{ type: "input_text", text: "hi" }] },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [
        {
          type: "output_text",
          text: "well",
          annotations: [{ type: "url_citation", title: "t", url: "https://a.test/b?c=d" }],
        },
      ],
    },
    {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "send_mail",
      arguments: ARGUMENTS,
      caller: { type: "program", caller_id: "call_0" },
    },
    {
      type: "function_call_output",
      call_id: "call_1",
      output: [{ type: "input_text", text: "ok" }],
    },
    { type: "program", id: "p_1", call_id: "call_2", code: "send()", fingerprint: SEALED },
    { type: "program_output", id: "p_2", call_id: "call_2", status: "completed", result: "ok" },
    {
      type: "reasoning",
      id: "rs_1",
      encrypted_content: SEALED,
      summary: [{ type: "summary_text", text: "hm" }],
    },
    { type: "compaction", id: "cmp_1", encrypted_content: SEALED },
    { type: "item_reference", id: "msg_0" },
    {
      type: "shell_call",
      id: "sh_1",
      call_id: "call_3",
      environment: { type: "container_reference", container_id: "cntr_1" },
      action: { commands: ["ls"], timeout_ms: 1 },
    },
    { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true, reason: "r" },
  ],
  tools: [
    { type: "function", name: "send_mail", description: "sends", strict: true, parameters: SCHEMA },
    {
      type: "mcp",
      server_label: "crm",
      server_url: "https://mcp.example.test/sse",
      server_description: "d",
      allowed_tools: { tool_names: ["find"], read_only: true },
      require_approval: { never: { tool_names: ["find"] } },
    },
    {
      type: "file_search",
      vector_store_ids: ["vs_1"],
      filters: { type: "eq", key: "who", value: "me" },
      ranking_options: { ranker: "auto" },
    },
    { type: "web_search", filters: { allowed_domains: ["a.test"] }, search_context_size: "low" },
    {
      type: "shell",
      environment: {
        type: "container_auto",
        memory_limit: "1g",
        network_policy: { type: "allowlist", allowed_domains: ["a.test"] },
      },
    },
  ],
  prompt: { id: "pmpt_1", version: "1", variables: { who: "me" } },
  text: {
    verbosity: "low",
    format: { type: "json_schema", name: "answer", description: "d", schema: SCHEMA },
  },
  include: ["reasoning.encrypted_content"],
  reasoning: { effort: "low", summary: "auto" },
  ...{ truncation: "auto", access_programs: { research: { id: "ap_1" } }, image: { quality: "q" } },
  moderation: { model: "omni", policy: { input: { mode: "score" } } },
  context_management: [{ type: "compaction", compact_threshold: 1 }],
  tool_choice: {
    type: "allowed_tools",
    mode: "auto",
    tools: [{ type: "mcp", server_label: "crm" }],
  },
  metadata: { ticket: "t" },
  user: "u",
  stream_options: { include_obfuscation: false },
  conversation: { id: "conv_1" },
};

const EMBEDDINGS = { model: "m", input: ["one", "two"], encoding_format: "float", user: "u" };

/** By path under /llm. */
export const FULL_REQUESTS = {
  "openai/v1/chat/completions": CHAT,
  "openai/v1/responses": RESPONSES,
  "openai/v1/embeddings": EMBEDDINGS,
  "anthropic/v1/messages": MESSAGES,
  "anthropic/v1/messages/count_tokens": { model: "claude-x", messages: MESSAGES.messages },
} as const;
