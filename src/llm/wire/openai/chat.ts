// POST /v1/chat/completions of OpenAI and many other vendors: https://developers.openai.com/api/reference/resources/chat

import { textsToMask, textsToRestore } from "../body-texts.ts";
import type { Dialect, JsonObject } from "../dialect.ts";
import { openaiFailure } from "../failures.ts";
import { hasHint, withHint } from "../hint.ts";
import { isObject } from "../pending-texts.ts";
import { ChatEvents } from "./chat-events.ts";
import { CHAT_ANSWER, CHAT_REQUEST } from "./chat-fields.ts";
import { isJsonFormat } from "./shared-fields.ts";

/** Chat Completions. */
export const openaiChat: Dialect = {
  textsOfRequest: (body, rule) => textsToMask(body, CHAT_REQUEST, rule),
  addHint: addChatHint,
  asksForJson: ({ response_format: format }) => isJsonFormat(format),
  textsOfAnswer: (body) => textsToRestore(body, CHAT_ANSWER),
  events: (restorerFor) => new ChatEvents(restorerFor),
  failure: openaiFailure,
};

/** Adds the hint to the last system message before the conversation, or as a new system message. */
function addChatHint(body: JsonObject, hint: string): void {
  const messages = body["messages"];
  if (!Array.isArray(messages)) return;
  const isSystem = (one: unknown) =>
    isObject(one) && (one["role"] === "system" || one["role"] === "developer");
  const begins = messages.findIndex((one) => !isSystem(one));
  const last = messages[(begins === -1 ? messages.length : begins) - 1];
  const content = isObject(last) ? (last["content"] ?? "") : "";
  if (!isObject(last)) messages.unshift({ role: "system", content: hint });
  else if (typeof content === "string") last["content"] = withHint(content, hint);
  else if (Array.isArray(content) && !hasHint(content, hint)) {
    content.push({ type: "text", text: hint });
  }
}
