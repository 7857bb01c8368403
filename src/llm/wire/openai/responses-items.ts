// Items of the Responses API, in the input of a request and in the output of an answer. Source: the types of npm openai
// 7.57.0.
import {
  ARGUMENT_JSON,
  ARGUMENT_TEXT,
  ARGUMENT_VALUES,
  type Field,
  KEPT,
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
import { RESPONSES_TOOL } from "./responses-tools.ts";
import { ANNOTATION, FILE, IMAGE } from "./shared-fields.ts";

const CACHE = { type: KEPT, prompt_cache_breakpoint: SETTINGS };

/** Parts of a message, of a tool's output, of reasoning; variables of a prompt. */
export const RESPONSES_PART: Field = variants("type", {
  input_text: object({ ...CACHE, text: MASKED }),
  output_text: object({
    ...CACHE,
    text: SAID,
    annotations: list(ANNOTATION),
    logprobs: media("a list of model tokens with their probabilities"),
    // OpenAI's SDK adds it.
    parsed: VALUES,
  }),
  ...{ text: object({ ...CACHE, text: MASKED }), refusal: object({ ...CACHE, refusal: MASKED }) },
  ...{
    summary_text: object({ ...CACHE, text: MASKED }),
    reasoning_text: object({ ...CACHE, text: MASKED }),
  },
  input_image: object({ ...CACHE, detail: KEPT, image_url: IMAGE, file_id: IMAGE }),
  input_file: object({
    ...{ ...CACHE, detail: KEPT, file_data: FILE, file_id: FILE, file_url: FILE, filename: MASKED },
  }),
  input_audio: object({ ...CACHE, input_audio: media("sound") }),
});

const OUTPUT: Field = { ...MASKED, ...list(RESPONSES_PART) };
const ITEM = {
  type: KEPT,
  id: KEPT,
  call_id: KEPT,
  status: KEPT,
  created_by: KEPT,
  caller: SETTINGS,
};
const MESSAGE: Field = object({ ...ITEM, role: KEPT, phase: KEPT, content: OUTPUT });
const ERROR: Field = {
  ...MASKED,
  ...object({
    type: KEPT,
    code: KEPT,
    param: KEPT,
    message: MASKED,
    content: VALUES,
    moderation_details: SETTINGS,
  }),
};
const SAFETY_CHECKS: Field = list(object({ id: KEPT, code: KEPT, message: MASKED }));

/** Actions on a screen: keys are named, texts are typed. */
const ACT: Field = object({ type: KEPT, button: KEPT, keys: list(KEPT), text: ARGUMENT_TEXT });
const COMPUTER_CALL: Field = object(
  {
    ...{ ...ITEM, pending_safety_checks: SAFETY_CHECKS },
    ...{ action: { ...ACT, argument: true }, actions: { ...list(ACT), argument: true } },
  },
  { tool: "=computer" },
);
const WEB_SEARCH_ACTION: Field = object({
  ...{ type: KEPT, query: MASKED, queries: list(MASKED), pattern: MASKED, url: MASKED },
  sources: list(object({ type: KEPT, url: KEPT, name: KEPT })),
});
const FILE_RESULT: Field = object({
  ...{ file_id: KEPT, vector_store_id: KEPT, filename: MASKED, text: MASKED, attributes: VALUES },
});
const SHELL_ACTION: Field = object({
  ...{ type: KEPT, command: list(MASKED), commands: list(MASKED), env: VALUES },
  ...{ user: MASKED, working_directory: MASKED },
});
/** Output of a command. */
export const SHELL_OUTPUT: Field = object({
  ...{ stdout: MASKED, stderr: MASKED, created_by: KEPT, outcome: object({ type: KEPT }) },
});
const NAMED_CALL = { ...ITEM, name: KEPT, namespace: KEPT, server_label: KEPT };

const CALLS = {
  function_call: object(
    { ...NAMED_CALL, arguments: ARGUMENT_JSON, parsed_arguments: ARGUMENT_VALUES },
    { tool: "name" },
  ),
  custom_tool_call: object({ ...NAMED_CALL, input: ARGUMENT_TEXT }, { tool: "name" }),
  mcp_call: object(
    {
      ...{ ...NAMED_CALL, approval_request_id: KEPT, arguments: ARGUMENT_JSON },
      ...{ output: MASKED, error: ERROR },
    },
    { tool: "name" },
  ),
  mcp_approval_request: object({ ...NAMED_CALL, arguments: ARGUMENT_JSON }, { tool: "name" }),
  tool_search_call: object(
    { ...ITEM, execution: KEPT, arguments: ARGUMENT_VALUES },
    { tool: "=tool_search" },
  ),
  web_search_call: object(
    { ...ITEM, action: { ...WEB_SEARCH_ACTION, argument: true } },
    { tool: "=web_search" },
  ),
  file_search_call: object(
    { ...ITEM, queries: { ...list(MASKED), argument: true }, results: list(FILE_RESULT) },
    { tool: "=file_search" },
  ),
  computer_call: COMPUTER_CALL,
  code_interpreter_call: object(
    {
      ...{ ...ITEM, container_id: KEPT, code: ARGUMENT_TEXT },
      outputs: list(object({ type: KEPT, logs: MASKED, url: IMAGE })),
    },
    { tool: "=code_interpreter" },
  ),
  local_shell_call: object(
    { ...ITEM, action: { ...SHELL_ACTION, argument: true } },
    { tool: "=local_shell" },
  ),
  shell_call: object(
    { ...ITEM, environment: SETTINGS, action: { ...SHELL_ACTION, argument: true } },
    { tool: "=shell" },
  ),
  apply_patch_call: object(
    {
      ...ITEM,
      operation: { ...object({ type: KEPT, path: MASKED, diff: MASKED }), argument: true },
    },
    { tool: "=apply_patch" },
  ),
} as const;

const RESULTS = {
  function_call_output: object({ ...NAMED_CALL, output: OUTPUT }),
  custom_tool_call_output: object({ ...NAMED_CALL, output: OUTPUT }),
  local_shell_call_output: object({ ...ITEM, output: MASKED }),
  shell_call_output: object({ ...ITEM, output: list(SHELL_OUTPUT) }),
  apply_patch_call_output: object({ ...ITEM, output: MASKED }),
  computer_call_output: object({
    ...{ ...ITEM, acknowledged_safety_checks: SAFETY_CHECKS },
    output: object({ type: KEPT, image_url: IMAGE, file_id: IMAGE }),
  }),
  image_generation_call: object({
    ...{ ...ITEM, action: KEPT, background: KEPT, output_format: KEPT, quality: KEPT, size: KEPT },
    ...{ result: IMAGE, revised_prompt: MASKED, error: ERROR, svg_usage: SETTINGS },
  }),
  mcp_list_tools: object({
    ...{ ...ITEM, server_label: KEPT, error: ERROR },
    tools: list(
      object({ name: KEPT, description: MASKED, input_schema: SCHEMA, annotations: VALUES }),
    ),
  }),
  mcp_approval_response: object({ ...ITEM, approval_request_id: KEPT, reason: MASKED }),
  tool_search_output: object({ ...ITEM, execution: KEPT, tools: list(RESPONSES_TOOL) }),
  program_output: object({ ...ITEM, result: MASKED }),
};

/** One item. */
export const RESPONSES_ITEM: Field = variants("type", {
  // The type may be absent in a message and in a reference by id.
  ...{ "": MESSAGE, message: MESSAGE, ...CALLS, ...RESULTS },
  reasoning: object({
    ...{ ...ITEM, encrypted_content: KEPT },
    ...{ summary: list(RESPONSES_PART), content: list(RESPONSES_PART) },
  }),
  compaction: object({ ...ITEM, encrypted_content: KEPT }),
  program: object({ ...ITEM, code: signed("fingerprint"), fingerprint: KEPT }),
  ...{ compaction_trigger: object(ITEM), item_reference: object(ITEM) },
  additional_tools: object({ ...ITEM, role: KEPT, tools: list(RESPONSES_TOOL) }),
  configuration_update: object({
    ...ITEM,
    reasoning: object({ effort: KEPT }),
    text: object({
      format: object({ type: KEPT, name: KEPT, description: MASKED, schema: SCHEMA }),
    }),
  }),
});
