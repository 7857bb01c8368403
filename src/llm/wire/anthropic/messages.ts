// POST /v1/messages of Anthropic: https://docs.claude.com/en/api/messages. A streamed answer: message_start, then per block
// (by index) a start, deltas and a stop, then message_delta and message_stop. Deltas of thinking pass byte for byte.

import type { Steps } from "../../../core/steps.ts";
import {
  parsedJson,
  restoreAll,
  textsToMask,
  textsToRestore,
  writtenEvent,
} from "../body-texts.ts";
import type { Dialect, EventRestorer, JsonObject, StreamEvent } from "../dialect.ts";
import { anthropicFailure } from "../failures.ts";
import { hasHint, withHint } from "../hint.ts";
import { EventRestorerBase, eventOf, isObject, requireRoom } from "../pending-texts.ts";
import {
  BLOCK,
  MESSAGES_ANSWER,
  MESSAGES_DELTA_WHOLE,
  MESSAGES_REQUEST,
} from "./messages-fields.ts";

/** By type of delta: the member that holds the text, and the text's format. */
const PIECES = {
  text_delta: ["text", "said"],
  input_json_delta: ["partial_json", "json"],
} as const;

/** Restores the events of one answer, block by block. */
class AnthropicEvents extends EventRestorerBase implements EventRestorer {
  /** Names of tools by the index of their block. */
  readonly #tools = new Map<string, string>();

  *push(event: StreamEvent): Steps<StreamEvent[]> {
    const body = parsedJson(event.data);
    if (!isObject(body)) return [event];
    const key = String(body["index"]);
    switch (body["type"]) {
      case "message_start":
        return yield* this.#whole(event, body, body["message"], MESSAGES_ANSWER, []);
      case "content_block_start":
        return yield* this.#start(event, body, key);
      case "content_block_delta":
        return yield* this.#delta(event, body, key);
      case "content_block_stop":
        return [...this.pendingTexts.end(key), event];
      case "message_delta":
        return yield* this.#whole(event, body, body["delta"], MESSAGES_DELTA_WHOLE, this.end());
      case "message_stop":
        return [...this.end(), event];
      case "error":
        return yield* this.#whole(event, body, body, MESSAGES_ANSWER, this.end());
      default:
        return [event];
    }
  }

  fail(status: number, code: string, message: string): StreamEvent[] {
    return [...this.end(), eventOf(anthropicFailure(status, code, message), "error")];
  }

  *#whole(
    event: StreamEvent,
    body: JsonObject,
    part: unknown,
    field: Parameters<typeof textsToRestore>[1],
    before: StreamEvent[],
  ): Steps<StreamEvent[]> {
    if (!isObject(part)) return [...before, event];
    yield* restoreAll(textsToRestore(part, field), this.restorerFor);
    return [...before, yield* writtenEvent(body, event)];
  }

  *#start(event: StreamEvent, body: JsonObject, key: string): Steps<StreamEvent[]> {
    const block = body["content_block"];
    if (!isObject(block)) return [event];
    requireRoom(this.#tools, key);
    this.#tools.set(key, typeof block["name"] === "string" ? block["name"] : "");
    // The text may begin in this event and continue in deltas.
    if (block["type"] === "text" && typeof block["text"] === "string" && block["text"] !== "") {
      block["text"] = yield* this.#push(
        key,
        "text_delta",
        block["text"],
        event.event,
        body["index"],
      );
      return [yield* writtenEvent(body, event)];
    }
    return yield* this.#whole(event, body, block, BLOCK, []);
  }

  *#delta(event: StreamEvent, body: JsonObject, key: string): Steps<StreamEvent[]> {
    const delta = body["delta"];
    if (!isObject(delta)) return [event];
    const type = delta["type"];
    if (type === "citations_delta")
      return yield* this.#whole(event, body, delta, MESSAGES_DELTA_WHOLE, []);
    if (type !== "text_delta" && type !== "input_json_delta") return [event];
    const [member] = PIECES[type];
    const piece = delta[member];
    if (typeof piece !== "string") return [event];
    delta[member] = yield* this.#push(key, type, piece, event.event, body["index"]);
    return [yield* writtenEvent(body, event)];
  }

  #push(
    key: string,
    type: keyof typeof PIECES,
    piece: string,
    event: string | undefined,
    index: JsonObject[string] | undefined,
  ): Steps<string> {
    const [member, format] = PIECES[type];
    const tool = type === "text_delta" ? null : (this.#tools.get(key) ?? "");
    const name = event === undefined ? undefined : "content_block_delta";
    const rest = (text: string) => {
      const delta = { type, [member]: text };
      return eventOf({ type: "content_block_delta", index: index ?? 0, delta }, name);
    };
    return this.pendingTexts.push([key, type], piece, { format, tool, rest });
  }
}

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
