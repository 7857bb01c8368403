// POST /v1/chat/completions of OpenAI and many other vendors: https://developers.openai.com/api/reference/resources/chat. A
// streamed answer: a series of `chat.completion.chunk`, then [DONE].

import type { Steps } from "../../../core/steps.ts";
import {
  parsedJson,
  restoreAll,
  textsToMask,
  textsToRestore,
  writtenEvent,
} from "../body-texts.ts";
import type {
  BodyText,
  Dialect,
  EventRestorer,
  JsonObject,
  JsonValue,
  StreamEvent,
} from "../dialect.ts";
import { openaiFailure } from "../failures.ts";
import { hasHint, withHint } from "../hint.ts";
import { EventRestorerBase, eventOf, isObject, requireRoom } from "../pending-texts.ts";
import { CHAT_ANSWER, CHAT_DELTA_WHOLE, CHAT_REQUEST, SPOKEN } from "./chat-fields.ts";
import { isJsonFormat } from "./shared-fields.ts";

/** Texts that a model writes while it thinks: they end when it begins to speak. */
const THOUGHTS = ["reasoning_content", "reasoning", "thinking"];

/** Restores the chunks of one answer, every choice and each of its tool calls separately. */
export class ChatEvents extends EventRestorerBase implements EventRestorer {
  /** Names of tools and ids of their calls, by choice and index. */
  readonly #tools = new Map<string, { name: string; id: string }>();

  *push(event: StreamEvent): Steps<StreamEvent[]> {
    if (event.data.trim() === "[DONE]") return [...this.end(), event];
    const chunk = parsedJson(event.data);
    if (!isObject(chunk)) return [event];
    const before: StreamEvent[] = "error" in chunk && chunk["error"] ? this.end() : [];
    const choices = Array.isArray(chunk["choices"]) ? chunk["choices"] : [];
    for (const choice of choices) {
      if (isObject(choice))
        before.push(...(yield* this.#restoreChoice(choice, chunk, event.event)));
    }
    yield* restoreAll(textsToRestore(chunk, CHAT_ANSWER), this.restorerFor);
    // Padding against guesses by length: it fits the length of the text before it was restored.
    delete chunk["obfuscation"];
    return [...before, yield* writtenEvent(chunk, event)];
  }

  fail(status: number, code: string, message: string): StreamEvent[] {
    return [...this.end(), eventOf(openaiFailure(status, code, message), undefined)];
  }

  /** Restores one choice in place; returns events that have to come before it. */
  *#restoreChoice(
    choice: JsonObject,
    chunk: JsonObject,
    name: string | undefined,
  ): Steps<StreamEvent[]> {
    const index = typeof choice["index"] === "number" ? choice["index"] : 0;
    const delta = choice["delta"];
    const key = String(index);
    const isLast = typeof choice["finish_reason"] === "string";
    if (!isObject(delta)) return isLast ? this.pendingTexts.end(key) : [];
    const restIn = (inDelta: (rest: string) => JsonObject) => (rest: string) => {
      const { usage: _, choices: __, obfuscation: ___, ...head } = chunk;
      const only = { index, delta: inDelta(rest), finish_reason: null };
      return eventOf({ ...head, choices: [only] }, name);
    };
    /** Ends texts within this chunk. */
    const ends = new Map<string, () => void>();
    const texts = this.pendingTexts;
    const said: RestoreText = function* (holder, member, part, of) {
      const piece = holder[member];
      if (typeof piece !== "string") return;
      const rest = restIn(of.rest);
      const shown = yield* texts.push([key, part], piece, {
        format: of.format,
        tool: of.tool,
        rest,
      });
      holder[member] = shown;
      ends.set(part, () => {
        holder[member] = shown + texts.endOf([key, part]);
      });
    };
    for (const member of SPOKEN) {
      const rest = (text: string) => ({ [member]: text });
      const format = member === "content" ? "said" : "text";
      yield* said(delta, member, member, { format, tool: null, rest });
    }
    yield* sayParts(delta["content"], "content", (part) => ({ content: [part] }), said);
    if (isObject(delta["audio"])) {
      const rest = (text: string) => ({ audio: { transcript: text } });
      yield* said(delta["audio"], "transcript", "audio", { format: "text", tool: null, rest });
    }
    const before = yield* this.#restoreCalls(delta, key, said);
    yield* restoreAll(textsToRestore(delta, CHAT_DELTA_WHOLE), this.restorerFor);
    for (const part of isLast ? ends.keys() : isSpeaking(delta) ? THOUGHTS : []) {
      const end = ends.get(part);
      if (end === undefined) before.push(...texts.endText([key, part]));
      else end();
    }
    return isLast ? [...before, ...texts.end(key)] : before;
  }

  *#restoreCalls(delta: JsonObject, key: string, said: RestoreText): Steps<StreamEvent[]> {
    const before: StreamEvent[] = [];
    const legacy = delta["function_call"];
    if (isObject(legacy)) {
      const tool = this.#nameOf(`${key}/call`, legacy, "");
      const rest = (text: string) => ({ function_call: { arguments: text } });
      yield* said(legacy, "arguments", "call", { format: "json", tool, rest });
    }
    const calls = Array.isArray(delta["tool_calls"]) ? delta["tool_calls"] : [];
    for (const [i, call] of calls.entries()) {
      if (!isObject(call)) continue;
      const index = typeof call["index"] === "number" ? call["index"] : i;
      const part = `tool ${index}`;
      const callKey = `${key}/${part}`;
      const id = typeof call["id"] === "string" ? call["id"] : "";
      // Some vendors give every call the index 0: a different id means a different call.
      const known = this.#tools.get(callKey);
      if (known !== undefined && id !== "" && known.id !== "" && known.id !== id) {
        before.push(...this.pendingTexts.endText([key, part]));
        this.#tools.delete(callKey);
      }
      for (const [member, text, format] of CALLS) {
        const holder = call[member];
        if (!isObject(holder)) continue;
        const tool = this.#nameOf(callKey, holder, id);
        const rest = (left: string) => ({ tool_calls: [{ index, [member]: { [text]: left } }] });
        yield* said(holder, text, part, { format, tool, rest });
      }
    }
    return before;
  }

  /** The name of a call's tool, which arrives with the first piece. */
  #nameOf(key: string, holder: JsonObject, id: string): string {
    requireRoom(this.#tools, key);
    const known = this.#tools.get(key) ?? { name: "", id: "" };
    if (known.name === "" && typeof holder["name"] === "string") known.name = holder["name"];
    if (known.id === "") known.id = id;
    this.#tools.set(key, known);
    return known.name;
  }
}

/** Content in parts, as Mistral's models send it; their thoughts are parts within a part. */
function* sayParts(
  parts: JsonValue | undefined,
  text: "content" | "thinking",
  within: (part: JsonObject) => JsonObject,
  said: RestoreText,
): Steps<void> {
  for (const part of Array.isArray(parts) ? parts : []) {
    if (!isObject(part)) continue;
    const type = part["type"] ?? "text";
    for (const [member, of] of [["text", text] as const, ["thinking", "thinking"] as const]) {
      const rest = (left: string) => within({ type, [member]: left });
      const format = of === "content" ? "said" : "text";
      yield* said(part, member, of, { format, tool: null, rest });
    }
    const inner = (one: JsonObject) => within({ type, thinking: [one] });
    yield* sayParts(part["thinking"], "thinking", inner, said);
  }
}

function isSpeaking({ content, refusal, tool_calls: calls }: JsonObject): boolean {
  const isThought = (part: JsonValue) => isObject(part) && part["type"] === "thinking";
  const isSaid = Array.isArray(content) ? !content.every(isThought) : Boolean(content);
  return isSaid || Boolean(refusal) || Boolean(calls);
}

const CALLS = [
  ["function", "arguments", "json"],
  ["custom", "input", "text"],
] as const;

interface TextTarget {
  readonly format: BodyText["format"];
  readonly tool: string | null;
  rest(text: string): JsonObject;
}
type RestoreText = (
  holder: JsonObject,
  member: string,
  part: string,
  of: TextTarget,
) => Steps<void>;

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
