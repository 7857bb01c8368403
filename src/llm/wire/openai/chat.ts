// POST /v1/chat/completions of OpenAI and many other vendors: https://developers.openai.com/api/reference/resources/chat
import type { Dialect, JsonObject } from "../dialect.ts";
import { openaiFailure } from "../failures.ts";
import { isObject } from "../held-texts.ts";
import { hasHint, withHint } from "../hint.ts";
import { placesToMask, placesToRestore } from "../places.ts";
import { ChatEvents } from "./chat-events.ts";
import { CHAT_ANSWER, CHAT_REQUEST } from "./chat-fields.ts";
import { isJsonFormat } from "./shared-fields.ts";

/** Chat Completions. */
export const openaiChat: Dialect = {
  placesOfRequest: (body, rule) => placesToMask(body, CHAT_REQUEST, rule),
  addHint: addChatHint,
  asksForJson: ({ response_format: format }) => isJsonFormat(format),
  placesOfAnswer: (body) => placesToRestore(body, CHAT_ANSWER),
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
