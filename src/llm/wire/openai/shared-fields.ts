// Fields that Chat Completions and the Responses API share.
import type { JsonValue } from "../dialect.ts";
import {
  type Field,
  KEPT,
  type Lazy,
  list,
  MASKED,
  media,
  object,
  SETTINGS,
  VALUES,
  variants,
} from "../fields.ts";
import { isObject } from "../pending-texts.ts";

/** Names of tools, in lists of tools that may be called: no texts. */
const NAMED_TOOL: Field = object({
  ...{ type: KEPT, name: KEPT, mode: KEPT, server_label: KEPT },
  ...{ function: object({ name: KEPT }), custom: object({ name: KEPT }) },
});

const TOOL_CHOICE: Field = {
  ...KEPT,
  ...object({
    ...NAMED_TOOL.members,
    tools: list(NAMED_TOOL),
    allowed_tools: object({ mode: KEPT, tools: list(NAMED_TOOL) }),
  }),
};

/** The place of a user, for searches: names of places are masked. */
export const USER_LOCATION: Field = object({
  ...{ type: KEPT, country: KEPT, timezone: KEPT, city: MASKED, region: MASKED },
  approximate: object({ country: KEPT, timezone: KEPT, city: MASKED, region: MASKED }),
});

/** Annotations of an answer's text. The address of a page is public and is kept. */
export const ANNOTATION: Field = object({
  ...{ type: KEPT, file_id: KEPT, container_id: KEPT, url: KEPT },
  ...{ title: MASKED, filename: MASKED },
  url_citation: object({ title: MASKED, url: KEPT }),
});

/** Members that requests of both APIs have. */
export const COMMON_MEMBERS: Readonly<Record<string, Lazy>> = {
  ...{ model: KEPT, service_tier: KEPT, prompt_cache_retention: KEPT, moderation: SETTINGS },
  ...{ user: MASKED, safety_identifier: MASKED, prompt_cache_key: MASKED, metadata: VALUES },
  prompt_cache_options: SETTINGS,
  stream_options: SETTINGS,
  tool_choice: TOOL_CHOICE,
  top_logprobs: media("a request for model tokens with their probabilities"),
};

/** Images and the like, under the names that both APIs use. */
export const IMAGE: Field = media("an image");
export const FILE: Field = media("a file");
export const AUDIO: Field = media("sound");

/** Whether the answer has to be JSON: any JSON (json_object), or by a schema (json_schema). */
export function isJsonFormat(format: JsonValue | undefined): boolean {
  return isObject(format) && String(format["type"]).startsWith("json_");
}

/** The grammar of a tool with free input; may be none. */
export const TOOL_FORMAT: Field = variants("type", {
  text: object({ type: KEPT }),
  grammar: object({
    ...{ type: KEPT, syntax: KEPT, definition: MASKED },
    grammar: object({ syntax: KEPT, definition: MASKED }),
  }),
});
