// POST /v1/messages of Anthropic: https://docs.claude.com/en/api/messages

import { textsToMask, textsToRestore } from "../body-texts.ts";
import type { Dialect, JsonObject } from "../dialect.ts";
import { anthropicFailure } from "../failures.ts";
import { hasHint, withHint } from "../hint.ts";
import { isObject } from "../pending-texts.ts";
import { AnthropicEvents } from "./messages-events.ts";
import { MESSAGES_ANSWER, MESSAGES_REQUEST } from "./messages-fields.ts";

/** Messages. */
export const anthropicMessages: Dialect = {
  // Beta: a thread that is created or continued.
  historyOf: ({ thread }) =>
    isObject(thread) ? { provider: "anthropic", answer: thread["previous_message_id"] } : null,
  textsOfRequest: (body, rule) => textsToMask(body, MESSAGES_REQUEST, rule),
  addHint: addSystemHint,
  asksForJson: ({ output_config: config, output_format: format }) =>
    isObject(format) || (isObject(config) && isObject(config["format"])),
  textsOfAnswer: (body) => textsToRestore(body, MESSAGES_ANSWER),
  events: (restorerFor) => new AnthropicEvents(restorerFor),
  failure: anthropicFailure,
};

/** Among blocks the hint becomes the last block, so that everything the caller has cached before it stays the same. */
function addSystemHint(body: JsonObject, hint: string): void {
  const system = body["system"] ?? "";
  if (typeof system === "string") body["system"] = withHint(system, hint);
  else if (Array.isArray(system) && !hasHint(system, hint)) {
    system.push({ type: "text", text: hint });
  }
}
