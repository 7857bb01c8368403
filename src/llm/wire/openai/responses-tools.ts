// Tools of the Responses API. Source: the types of npm openai 7.57.0. Addresses of servers are the caller's own and are
// kept; their credentials pass only if the policy allows it.
import {
  type Field,
  KEPT,
  list,
  MASKED,
  media,
  object,
  SETTINGS,
  VALUES,
  variants,
} from "../fields.ts";
import { SCHEMA } from "../json-schema.ts";
import { TOOL_FORMAT, USER_LOCATION } from "./shared-fields.ts";

const TOOL = { type: KEPT, name: KEPT, allowed_callers: list(KEPT), execution: KEPT };

const FUNCTION: Field = object({
  ...{ ...TOOL, description: MASKED, parameters: SCHEMA, output_schema: SCHEMA },
});
const CUSTOM: Field = object({ ...TOOL, description: MASKED, format: TOOL_FORMAT });

/** Filters of a search: the value that they compare with may be a person's. */
const FILTER: Field = object({
  ...{ type: KEPT, key: KEPT, value: VALUES, filters: list(() => FILTER) },
  allowed_domains: list(KEPT),
});
const WEB_SEARCH: Field = object({
  ...{ ...TOOL, filters: FILTER, search_context_size: KEPT, search_content_types: list(KEPT) },
  user_location: USER_LOCATION,
});
const CREDENTIAL: Field = media("a credential");
const MCP: Field = object({
  ...{ ...TOOL, server_label: KEPT, server_url: KEPT, server_description: MASKED },
  ...{ connector_id: KEPT, tunnel_id: KEPT, authorization: CREDENTIAL, headers: CREDENTIAL },
  ...{ allowed_tools: SETTINGS, require_approval: SETTINGS },
});
const SKILL: Field = object({
  ...{ type: KEPT, skill_id: KEPT, version: KEPT, name: KEPT, path: MASKED, description: MASKED },
  source: media("a file"),
});
const NETWORK: Field = object({
  ...{ type: KEPT, allowed_domains: list(KEPT), domain_secrets: CREDENTIAL },
});
const ENVIRONMENT: Field = object({
  ...{ type: KEPT, container_id: KEPT, memory_limit: KEPT, network_policy: NETWORK },
  ...{ file_ids: media("a file"), skills: list(SKILL) },
});
const SET_UP: Field = object({
  ...{ ...TOOL, environment: KEPT, action: KEPT, background: KEPT, complexity: KEPT },
  ...{ input_fidelity: KEPT, model: KEPT, moderation: KEPT, output_format: KEPT, quality: KEPT },
  ...{ size: KEPT, svg: SETTINGS, input_image_mask: media("an image") },
});

/** One tool. */
export const RESPONSES_TOOL: Field = variants("type", {
  ...{ function: FUNCTION, custom: CUSTOM, tool_search: FUNCTION, mcp: MCP },
  namespace: object({
    ...TOOL,
    description: MASKED,
    tools: list(variants("type", { function: FUNCTION, custom: CUSTOM })),
  }),
  file_search: object({
    ...{ ...TOOL, vector_store_ids: list(KEPT), filters: FILTER, ranking_options: SETTINGS },
  }),
  ...{ web_search: WEB_SEARCH, web_search_2025_08_26: WEB_SEARCH },
  ...{ web_search_preview: WEB_SEARCH, web_search_preview_2025_03_11: WEB_SEARCH },
  code_interpreter: object({ ...TOOL, container: { ...KEPT, ...ENVIRONMENT } }),
  shell: object({ ...TOOL, environment: ENVIRONMENT }),
  ...{ computer: SET_UP, computer_use_preview: SET_UP, image_generation: SET_UP },
  ...{ local_shell: SET_UP, apply_patch: SET_UP, programmatic_tool_calling: SET_UP },
});
