// POST /v1/responses of OpenAI: https://developers.openai.com/api/reference/resources/responses. In a streamed answer each text
// comes in deltas, whole when it is done, and again in the part, the item and the response that hold it: every copy is
// restored to the same text.

import type { Steps } from "../../../core/steps.ts";
import {
  parsedJson,
  restoreAll,
  textsToMask,
  textsToRestore,
  writtenEvent,
} from "../body-texts.ts";
import type { BodyText, Dialect, EventRestorer, JsonObject, StreamEvent } from "../dialect.ts";
import { openaiFailure } from "../failures.ts";
import { withHint } from "../hint.ts";
import { EventRestorerBase, eventOf, isObject, requireRoom } from "../pending-texts.ts";
import { RESPONSES_ANSWER, RESPONSES_EVENT_WHOLE, RESPONSES_REQUEST } from "./responses-fields.ts";
import { isJsonFormat } from "./shared-fields.ts";

/** The format of a text that comes in deltas, and the member that holds the whole text at its end. */
interface Streamed {
  readonly format: BodyText["format"];
  readonly whole: string;
  /** The tool whose argument it is; "": the tool that its item names. */
  readonly tool?: string;
}

/** By the type of its events, without ".delta" or ".done". */
const STREAMED: Readonly<Record<string, Streamed>> = {
  "response.output_text": { format: "said", whole: "text" },
  "response.refusal": { format: "text", whole: "refusal" },
  "response.reasoning_text": { format: "text", whole: "text" },
  "response.reasoning_summary_text": { format: "text", whole: "text" },
  "response.audio.transcript": { format: "text", whole: "transcript" },
  "response.function_call_arguments": { format: "json", whole: "arguments", tool: "" },
  "response.mcp_call_arguments": { format: "json", whole: "arguments", tool: "" },
  "response.custom_tool_call_input": { format: "text", whole: "input", tool: "" },
  "response.code_interpreter_call_code": {
    format: "text",
    whole: "code",
    tool: "code_interpreter",
  },
  "response.shell_call_command": { format: "text", whole: "command", tool: "shell" },
};

const END_ITEM = /\.done$/;
const END_ALL = /^(response\.(completed|incomplete|failed|cancelled)|error)$/;

/** Restores the events of one answer. */
class ResponsesEvents extends EventRestorerBase implements EventRestorer {
  /** Names of tools, by the position of their item in the output. */
  readonly #tools = new Map<string, string>();
  /** The number of the current event, and how many events have been inserted so far. */
  #number: number | null = null;
  #added = 0;

  *push(event: StreamEvent): Steps<StreamEvent[]> {
    if (event.data.trim() === "[DONE]") return [...this.end(), event];
    const body = parsedJson(event.data);
    if (!isObject(body)) return [event];
    const number = body["sequence_number"];
    this.#number = typeof number === "number" ? number : null;
    const before = yield* this.#restore(body, event.event);
    // Padding against guesses by length: it fits the length of the text before it was restored.
    delete body["obfuscation"];
    if (this.#number !== null) body["sequence_number"] = this.#number + this.#added;
    return [...before, yield* writtenEvent(body, event)];
  }

  override end(): StreamEvent[] {
    if (this.#number !== null) this.#number += 1;
    return super.end();
  }

  fail(_status: number, code: string, message: string): StreamEvent[] {
    const rest = this.end();
    return [...rest, this.#numbered({ type: "error", code, message, param: null }, "error")];
  }

  /** Restores a body in place; returns events that have to come before it. */
  *#restore(body: JsonObject, name: string | undefined): Steps<StreamEvent[]> {
    const type = typeof body["type"] === "string" ? body["type"] : "";
    const item = String(body["output_index"] ?? body["item_id"]);
    const added = body["item"];
    if (isObject(added)) {
      requireRoom(this.#tools, item);
      this.#tools.set(item, typeof added["name"] === "string" ? added["name"] : "");
    }
    const [base, step] = cut(type);
    const streamed = Object.hasOwn(STREAMED, base) ? STREAMED[base] : undefined;
    if (streamed !== undefined)
      return yield* this.#text(body, { base, step, item, name }, streamed);
    if (type === "response.shell_call_output_content.delta") {
      yield* this.#shellOutput(body, item, name);
    }
    const before = END_ALL.test(type)
      ? this.pendingTexts.endAll()
      : END_ITEM.test(type)
        ? this.pendingTexts.end(item)
        : [];
    yield* restoreAll(textsToRestore(body, RESPONSES_EVENT_WHOLE), this.restorerFor);
    return before;
  }

  *#text(
    body: JsonObject,
    { base, step, item, name }: Record<"base" | "step" | "item", string> & { name: Name },
    { format, whole, tool: of }: Streamed,
  ): Steps<StreamEvent[]> {
    const tool = of === undefined ? null : of || (this.#tools.get(item) ?? "");
    const part = body["content_index"] ?? body["summary_index"] ?? body["command_index"] ?? 0;
    const key = [item, `${base}/${String(part)}`] as const;
    const { delta, obfuscation: _, [whole]: all, ...head } = body;
    if (step === "delta" && typeof delta === "string") {
      if ("logprobs" in head) head["logprobs"] = [];
      const rest = (left: string) => this.#rest({ ...head, delta: left }, name);
      body["delta"] = yield* this.pendingTexts.push(key, delta, { format, tool, rest });
      return [];
    }
    if (typeof all === "string") body[whole] = yield* this.restorerFor(tool).restore(all, format);
    return step === "done" ? this.pendingTexts.endText(key) : [];
  }

  /** Output of a command comes as one delta with two texts. */
  *#shellOutput(body: JsonObject, item: string, name: Name): Steps<void> {
    const delta = body["delta"];
    if (!isObject(delta)) return;
    const { obfuscation: _, ...head } = body;
    for (const member of ["stdout", "stderr"]) {
      const piece = delta[member];
      if (typeof piece !== "string") continue;
      const rest = (left: string) => this.#rest({ ...head, delta: { [member]: left } }, name);
      const key = [item, `${String(body["command_index"])}/${member}`] as const;
      delta[member] = yield* this.pendingTexts.push(key, piece, {
        format: "text",
        tool: null,
        rest,
      });
    }
  }

  /** An event that carries a rest, to be sent before the current one. */
  #rest(body: JsonObject, name: Name): StreamEvent {
    const event = this.#numbered(body, name);
    this.#added += 1;
    return event;
  }

  #numbered(body: JsonObject, name: Name): StreamEvent {
    if (this.#number === null) return eventOf(body, name);
    return eventOf({ ...body, sequence_number: this.#number + this.#added }, name);
  }
}

type Name = string | undefined;

/** The type of an event: before its last dot, and after it. */
function cut(type: string): [string, string] {
  const dot = type.lastIndexOf(".");
  return [type.slice(0, Math.max(0, dot)), type.slice(dot + 1)];
}

/** The Responses API. */
export const openaiResponses: Dialect = {
  historyOf: ({ previous_response_id: answer, conversation: list }) => ({
    provider: "openai",
    answer,
    list,
  }),
  textsOfRequest: (body, rule) => textsToMask(body, RESPONSES_REQUEST, rule),
  addHint: addInstruction,
  asksForJson: ({ text }) => isObject(text) && isJsonFormat(text["format"]),
  textsOfAnswer: (body) => textsToRestore(body, RESPONSES_ANSWER),
  events: (restorerFor) => new ResponsesEvents(restorerFor),
  failure: openaiFailure,
};

function addInstruction(body: JsonObject, hint: string): void {
  const instructions = body["instructions"] ?? "";
  if (typeof instructions === "string") body["instructions"] = withHint(instructions, hint);
}
