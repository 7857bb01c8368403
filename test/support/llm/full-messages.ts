// A request of Anthropic's Messages with every member that it accepts, except refused ones.

import { SCHEMA, SEALED } from "./full-parts.ts";

const CACHE = { cache_control: { type: "ephemeral", ttl: "1h" } };

const CITATION = {
  ...{ type: "web_search_result_location", cited_text: "c", title: "t" },
  ...{ url: "https://a.test/b?c=d", encrypted_index: SEALED },
};

/** Body of `anthropic/v1/messages`. */
export const MESSAGES = {
  model: "claude-x",
  max_tokens: 10,
  system: [{ type: "text", text: "be kind", ...CACHE }],
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "hi", ...CACHE },
        {
          type: "document",
          source: { type: "text", media_type: "text/plain", data: "d" },
          title: "t",
          context: "c",
          citations: { enabled: true },
        },
        {
          type: "search_result",
          source: "https://a.test",
          title: "t",
          citations: { enabled: true },
          content: [{ type: "text", text: "x" }],
        },
        { type: "thinking", thinking: "not the model's", signature: SEALED },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "signed", signature: SEALED },
        { type: "thinking", thinking: "not signed", signature: "" },
        { type: "redacted_thinking", data: SEALED },
        { type: "text", text: "well", citations: [CITATION] },
        {
          type: "tool_use",
          id: "toolu_1",
          name: "send_mail",
          input: { to: "me", deep: [{ n: 1, counts: { one: 1 } }] },
          caller: { type: "code_execution_20260120", tool_id: "srvtoolu_1" },
        },
        {
          type: "web_search_tool_result",
          tool_use_id: "srvtoolu_2",
          content: [
            {
              ...{ type: "web_search_result", title: "t", url: "https://a.test/?b=c" },
              ...{ page_age: "2 days", encrypted_content: SEALED },
            },
          ],
        },
        { type: "compaction", content: "a summary", signature: SEALED },
        { type: "compaction", content: "a summary" },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "ok" }] },
      ],
    },
  ],
  tools: [
    {
      name: "send_mail",
      description: "sends",
      input_schema: SCHEMA,
      input_examples: [{ to: "me" }],
      ...CACHE,
    },
    {
      type: "web_search_20250305",
      name: "web_search",
      allowed_domains: ["a.test"],
      user_location: { type: "approximate", city: "c", country: "NL" },
    },
    { type: "mcp_toolset", mcp_server_name: "crm", default_config: { enabled: true, x: "y" } },
  ],
  mcp_servers: [{ type: "url", name: "crm", url: "https://mcp.example.test/sse" }],
  tool_choice: { type: "tool", name: "send_mail" },
  metadata: { user_id: "u" },
  stop_sequences: ["end"],
  thinking: { type: "enabled", budget_tokens: 1_024, block_binding: { mode: "x" } },
  output_config: { effort: "low", format: { type: "json_schema", schema: SCHEMA } },
  context_management: {
    edits: [{ type: "clear_tool_uses_20250919", exclude_tools: ["send_mail"] }],
  },
  container: { id: "c_1", skills: [{ type: "anthropic", skill_id: "pdf", version: "latest" }] },
  ...CACHE,
  service_tier: "auto",
};
