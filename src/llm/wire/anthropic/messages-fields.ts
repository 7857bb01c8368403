// Field tables of Anthropic's Messages, for requests and answers. Source: the types of npm @anthropic-ai/sdk 1.12.0, and of
// its beta for MCP servers. Signed thinking of the model stays byte for byte: the model wrote it with tokens.
import { ERROR_MEMBERS } from "../failures.ts";
import {
  ARGUMENT_VALUES,
  type Field,
  KEPT,
  type Lazy,
  list,
  MASKED,
  media,
  object,
  SAID,
  SETTINGS,
  signed,
  VALUES,
  variants,
} from "../fields.ts";
import { SCHEMA } from "../json-schema.ts";

const CACHE = { type: KEPT, cache_control: SETTINGS };
const FILE_ID = object({ type: KEPT, file_id: media("a file") });

const CITATION: Field = object({
  ...{ type: KEPT, file_id: KEPT, url: KEPT, encrypted_index: KEPT },
  ...{ cited_text: MASKED, document_title: MASKED, title: MASKED, source: MASKED },
});
const TEXT: Field = object({ ...CACHE, text: SAID, citations: list(CITATION) });
const IMAGE: Field = object({ ...CACHE, source: media("an image"), transformations: SETTINGS });

const DOCUMENT_SOURCE: Field = variants("type", {
  text: object({ type: KEPT, media_type: KEPT, data: MASKED }),
  content: object({
    type: KEPT,
    content: { ...MASKED, ...list(variants("type", { text: TEXT, image: IMAGE })) },
  }),
  base64: object({ type: KEPT, media_type: KEPT, data: media("a file") }),
  url: object({ type: KEPT, url: media("a file") }),
  file: FILE_ID,
});
const DOCUMENT: Field = object({
  ...{ ...CACHE, source: DOCUMENT_SOURCE, title: MASKED, context: MASKED, citations: SETTINGS },
});
const SEARCH_RESULT: Field = object({
  ...{ ...CACHE, source: MASKED, title: MASKED, citations: SETTINGS, content: list(TEXT) },
});
const BROWSER_STATE: Field = object({
  ...CACHE,
  tabs: list(object({ tab_id: KEPT, title: MASKED, url: MASKED })),
  state_changes: list(
    object({
      ...{ type: KEPT, tab_id: KEPT, download_id: KEPT, url: MASKED, path: MASKED, error: MASKED },
    }),
  ),
});
const TOOL_REFERENCE: Field = object({ ...CACHE, tool_name: KEPT });

const CALL = { ...CACHE, id: KEPT, name: KEPT, input: ARGUMENT_VALUES, caller: SETTINGS };
const TOOL_USE: Field = object(
  { ...CALL, toolset_name: KEPT, server_name: KEPT },
  { tool: "name" },
);

/** Results of tools that the provider runs: content of pages, output of programs. */
const RESULT_CONTENT: Field = object({
  ...{ type: KEPT, error_code: KEPT, file_id: KEPT, file_type: KEPT, url: KEPT, page_age: KEPT },
  ...{ retrieved_at: KEPT, encrypted_content: KEPT, encrypted_stdout: KEPT },
  ...{ stdout: MASKED, stderr: MASKED, title: MASKED, error_message: MASKED, lines: list(MASKED) },
  ...{ text: MASKED, stop_reason: KEPT },
  tool_references: list(TOOL_REFERENCE),
  content: {
    ...MASKED,
    ...list(object({ type: KEPT, file_id: KEPT })),
    ...variants("type", { document: DOCUMENT }),
  },
});
const RESULT = { ...CACHE, tool_use_id: KEPT, caller: SETTINGS, is_error: KEPT };
const SERVER_RESULT: Field = object({
  ...RESULT,
  content: { ...RESULT_CONTENT, ...list(RESULT_CONTENT) },
});

const TOOL_RESULT: Field = object({
  ...{ ...RESULT, toolset_name: KEPT },
  content: {
    ...MASKED,
    ...list(
      variants("type", {
        ...{ text: TEXT, image: IMAGE, document: DOCUMENT, search_result: SEARCH_RESULT },
        ...{ tool_reference: TOOL_REFERENCE, browser_state: BROWSER_STATE },
      }),
    ),
  },
});

const MCP_TOOLS: Field = list(object({ name: KEPT, description: MASKED, input_schema: SCHEMA }));
/** A tool that is added or removed within the conversation: named, or described. */
const TOOL_CHANGE: Field = object({
  ...CACHE,
  tool: object({
    ...{ type: KEPT, name: KEPT, server_name: KEPT, description: MASKED, input_schema: SCHEMA },
  }),
});

const SEALED = { ...CACHE, signature: KEPT, data: KEPT, encrypted_content: KEPT };

/** Blocks of a message, of either side; the last lines are from betas. */
const BLOCKS: Readonly<Record<string, Lazy>> = {
  ...{ text: TEXT, image: IMAGE, document: DOCUMENT, search_result: SEARCH_RESULT },
  ...{ thinking: object({ ...SEALED, thinking: MASKED }), redacted_thinking: object(SEALED) },
  compaction: object({ ...SEALED, content: MASKED, tool_changes: list(() => TOOL_CHANGE) }),
  ...{ tool_use: TOOL_USE, server_tool_use: TOOL_USE, mcp_tool_use: TOOL_USE },
  ...{ tool_result: TOOL_RESULT, mcp_tool_result: TOOL_RESULT },
  ...{ web_search_tool_result: SERVER_RESULT, web_fetch_tool_result: SERVER_RESULT },
  ...{ code_execution_tool_result: SERVER_RESULT, bash_code_execution_tool_result: SERVER_RESULT },
  text_editor_code_execution_tool_result: SERVER_RESULT,
  tool_search_tool_result: SERVER_RESULT,
  container_upload: object({ ...CACHE, file_id: media("a file") }),
  ...{ advisor_tool_result: SERVER_RESULT, fallback: SETTINGS },
  ...{ tool_addition: TOOL_CHANGE, tool_removal: TOOL_CHANGE },
  mcp_tool_listing: object({ type: KEPT, mcp_server_name: KEPT, tools: MCP_TOOLS }),
};

const SIGNED_BLOCKS: Readonly<Record<string, Lazy>> = {
  thinking: object({ ...SEALED, thinking: signed("signature") }),
  compaction: object({
    ...{ ...SEALED, content: signed("signature"), tool_changes: list(() => TOOL_CHANGE) },
  }),
};

/** Blocks of the model's own messages. */
export const BLOCK: Field = variants("type", { ...BLOCKS, ...SIGNED_BLOCKS });
const MESSAGE = { role: KEPT, clear_at: KEPT, output_config: object({ effort: KEPT }) };
const TOLD: Field = object({
  ...{ ...MESSAGE, content: { ...MASKED, ...list(variants("type", BLOCKS)) } },
});

/** Settings of tools that the provider defines; none of them is a text of a person. */
const NAMED = { ...CACHE, name: KEPT, allowed_callers: list(KEPT) };
const OWN_TOOL: Field = object({
  ...NAMED,
  ...{ description: MASKED, input_schema: SCHEMA, input_examples: VALUES },
});
const SEARCH_TOOL: Field = object({
  ...{ ...NAMED, allowed_domains: list(KEPT), blocked_domains: list(KEPT) },
  ...{ citations: SETTINGS, url_sources: SETTINGS, response_inclusion: KEPT },
  user_location: object({
    type: KEPT,
    country: KEPT,
    timezone: KEPT,
    city: MASKED,
    region: MASKED,
  }),
});
const GIVEN_TOOL: Field = object({ ...NAMED, input_examples: VALUES, configs: SETTINGS });
const TOOL: Field = variants("type", {
  ...{ "": OWN_TOOL, custom: OWN_TOOL, "web_search_*": SEARCH_TOOL, "web_fetch_*": SEARCH_TOOL },
  ...{ "bash_*": GIVEN_TOOL, "code_execution_*": GIVEN_TOOL, "memory_*": GIVEN_TOOL },
  ...{ "text_editor_*": GIVEN_TOOL, "computer_*": GIVEN_TOOL },
  ...{ "browser_toolset_*": GIVEN_TOOL, "computer_toolset_*": GIVEN_TOOL },
  ...{ tool_search_tool_bm25: GIVEN_TOOL, "tool_search_tool_bm25_*": GIVEN_TOOL },
  ...{ tool_search_tool_regex: GIVEN_TOOL, "tool_search_tool_regex_*": GIVEN_TOOL },
  mcp_toolset: object({
    ...{ ...NAMED, mcp_server_name: KEPT, default_config: SETTINGS, configs: SETTINGS },
    tools: MCP_TOOLS,
  }),
  "advisor_*": object({ ...NAMED, model: KEPT, caching: SETTINGS }),
});

const TYPED: Field = object({ type: KEPT });

const OWN_MEMBERS: Readonly<Record<string, Lazy>> = {
  system: { ...MASKED, ...list(variants("type", { text: TEXT })) },
  messages: list(
    variants("role", {
      ...{ user: TOLD, system: TOLD },
      assistant: object({ ...MESSAGE, content: { ...MASKED, ...list(BLOCK) } }),
    }),
  ),
  tools: list(TOOL),
  tool_choice: object({ type: KEPT, name: KEPT }),
  metadata: object({ user_id: MASKED }),
  stop_sequences: list(MASKED),
  output_config: object({ effort: KEPT, format: object({ type: KEPT, schema: SCHEMA }) }),
  // Beta.
  output_format: object({ type: KEPT, schema: SCHEMA }),
};

const MODEL_SETTINGS: Readonly<Record<string, Lazy>> = {
  ...{ model: KEPT, service_tier: KEPT, speed: KEPT, inference_geo: KEPT, cache_control: SETTINGS },
  ...{
    thinking: object({ type: KEPT, display: KEPT, block_binding: SETTINGS }),
    user_profile_id: KEPT,
    workspace_id: KEPT,
  },
  container: {
    ...KEPT,
    ...object({
      id: KEPT,
      skills: list(object({ type: KEPT, skill_id: KEPT, version: KEPT })),
    }),
  },
  diagnostics: object({ previous_message_id: KEPT }),
};

/** Members of betas. Addresses of servers are the caller's own. */
const BETAS: Readonly<Record<string, Lazy>> = {
  betas: list(KEPT),
  mcp_servers: list(
    object({
      ...{ type: KEPT, name: KEPT, url: KEPT, authorization_token: media("a credential") },
      tool_configuration: object({ allowed_tools: list(KEPT) }),
    }),
  ),
  context_management: object({
    edits: list(
      object({
        ...{ type: KEPT, instructions: MASKED, exclude_tools: list(KEPT) },
        ...{ keep: { ...KEPT, ...TYPED }, trigger: TYPED, clear_at_least: TYPED },
        clear_tool_inputs: list(KEPT),
      }),
    ),
  }),
  compaction: object({ type: KEPT, instructions: MASKED }),
  billing_policy: object({ type: KEPT, bill_to: KEPT }),
  fallback_credit_token: { ...KEPT, ...object({ mode: KEPT, token: KEPT }) },
  fallbacks: { ...KEPT, ...list(object({ model: KEPT, speed: KEPT })) },
  thread: object({ type: KEPT, previous_message_id: KEPT }),
};

/** A request. */
export const MESSAGES_REQUEST: Field = object({ ...OWN_MEMBERS, ...MODEL_SETTINGS, ...BETAS });

/** A whole answer, or the body of a failure. */
export const MESSAGES_ANSWER: Field = object({
  ...ERROR_MEMBERS,
  content: list(BLOCK),
  stop_sequence: MASKED,
  stop_details: object({ explanation: MASKED }),
});

/** Parts of a delta that arrive whole. */
export const MESSAGES_DELTA_WHOLE: Field = object({
  citation: CITATION,
  stop_sequence: MASKED,
  stop_details: object({ explanation: MASKED }),
});
