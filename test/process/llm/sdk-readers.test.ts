// The stream readers of the official SDKs with restored streams: they assemble the same as a whole answer would have.

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import { anthropicMessages } from "../../../src/llm/wire/anthropic/messages.ts";
import type { Dialect } from "../../../src/llm/wire/dialect.ts";
import { openaiChat } from "../../../src/llm/wire/openai/chat.ts";
import { openaiResponses } from "../../../src/llm/wire/openai/responses.ts";
import {
  ANN,
  ANN_VALUE,
  eventsOf,
  NOTE,
  NOTE_VALUE,
  restoredStream,
  restorerFor,
} from "../../support/llm/restoring.ts";

const TEXT = `Dear ${ANN}, see <ADDR>Xk2-9qLm4</ADDR>. ${NOTE}`;
const RESTORED = `Dear ${ANN_VALUE}, see N 4 <b>. ${NOTE_VALUE}`;
const ARGUMENTS = `{"to":"${ANN}","say":"\\u006c${NOTE.slice(1)}"}`;
const CALLED = { to: ANN_VALUE, say: NOTE_VALUE };
const SIZES = [1, 2, 7, 1_000];

const cut = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];

/** What a provider's stream becomes, as a client's `fetch` gets it. */
function answering(dialect: Dialect, bodies: readonly object[], isNamed: boolean) {
  const events = restoredStream(dialect, eventsOf(bodies, isNamed));
  const text = events.map(({ event, data }) => {
    const name = event === undefined ? "" : `event: ${event}\n`;
    return `${name}data: ${data}\n\n`;
  });
  const end = isNamed ? "" : "data: [DONE]\n\n";
  const headers = { "content-type": "text/event-stream" };
  return async () => new Response(text.join("") + end, { headers });
}

const openai = (fetch: () => Promise<Response>) =>
  new OpenAI({ apiKey: "k", fetch, baseURL: "http://model.test/v1", maxRetries: 0 });
const anthropic = (fetch: () => Promise<Response>) =>
  new Anthropic({ apiKey: "k", fetch, baseURL: "http://model.test", maxRetries: 0 });

function chatChunks(size: number): object[] {
  const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  const chunk = (index: number, delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index, delta, finish_reason }],
  });
  const called = (index: number, of: object) => chunk(1, { tool_calls: [{ index, ...of }] });
  const begun = (index: number, name: string) =>
    called(index, { id: `call${index}`, type: "function", function: { name, arguments: "" } });
  const argued = (index: number) =>
    cut(ARGUMENTS, size).map((piece) => called(index, { function: { arguments: piece } }));
  return [
    ...[chunk(0, { role: "assistant", content: "" }), chunk(1, { role: "assistant" })],
    ...cut(TEXT, size).map((content) => chunk(0, { content })),
    ...[begun(0, "send_mail"), ...argued(0), begun(1, "look_up"), ...argued(1)],
    ...[chunk(1, {}, "tool_calls"), chunk(0, {}, "stop")],
    { ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ];
}

function responseEvents(size: number): object[] {
  const part = { type: "output_text", text: TEXT, annotations: [], logprobs: [] };
  const message = { type: "message", id: "m0", role: "assistant", status: "completed" };
  const call = { type: "function_call", id: "f1", call_id: "c1", name: "send_mail" };
  const items = [
    { ...message, content: [part] },
    { ...call, status: "completed", arguments: ARGUMENTS },
  ];
  const response = { id: "r", object: "response", status: "completed", model: "m", error: null };
  const at = (output_index: number, item_id: string) => ({ output_index, item_id });
  const inPart = { ...at(0, "m0"), content_index: 0 };
  const begun = { ...response, status: "in_progress", output: [] };
  const bodies = [
    { type: "response.created", response: begun },
    { type: "response.output_item.added", output_index: 0, item: { ...message, content: [] } },
    { type: "response.content_part.added", ...inPart, part: { ...part, text: "" } },
    ...cut(TEXT, size).map((delta) => ({
      ...{ type: "response.output_text.delta", ...inPart, delta, logprobs: [] },
    })),
    { type: "response.output_text.done", ...inPart, text: TEXT, logprobs: [] },
    { type: "response.content_part.done", ...inPart, part },
    { type: "response.output_item.done", output_index: 0, item: items[0] },
    { type: "response.output_item.added", output_index: 1, item: { ...call, arguments: "" } },
    ...cut(ARGUMENTS, size).map((delta) => ({
      ...{ type: "response.function_call_arguments.delta", ...at(1, "f1"), delta },
    })),
    { type: "response.function_call_arguments.done", ...at(1, "f1"), arguments: ARGUMENTS },
    { type: "response.output_item.done", output_index: 1, item: items[1] },
    { type: "response.completed", response: { ...response, output: items } },
  ];
  return bodies.map((body, sequence_number) => ({ ...body, sequence_number }));
}

function messageEvents(size: number): object[] {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage };
  const block = (index: number, content_block: object, deltas: object[]) => [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
  const thought = cut(TEXT, size).map((thinking) => ({ type: "thinking_delta", thinking }));
  const said = cut(TEXT, size).map((text) => ({ type: "text_delta", text }));
  const args = cut(ARGUMENTS, size).map((piece) => ({
    ...{ type: "input_json_delta", partial_json: piece },
  }));
  const tool = (name: string) => ({ type: "tool_use", id: name, name, input: {} });
  return [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: "ping" },
    ...block(0, { type: "thinking", thinking: "", signature: "" }, [
      ...[...thought, { type: "signature_delta", signature: "sig" }],
    ]),
    ...block(1, { type: "text", text: "" }, said),
    ...block(2, tool("send_mail"), args),
    ...block(3, tool("look_up"), args),
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}

const ASKED = { model: "m", messages: [{ role: "user" as const, content: "x" }] };

describe.each(SIZES)("in pieces of %i", (size) => {
  it("openai reads Chat Completions", async () => {
    const client = openai(answering(openaiChat, chatChunks(size), false));
    const deltas: string[] = [];
    const stream = client.chat.completions.stream({ ...ASKED, n: 2 });
    stream.on("content.delta", ({ delta }) => deltas.push(delta));
    const { choices, usage } = await stream.finalChatCompletion();
    expect(choices[0]?.message.content).toBe(RESTORED);
    expect(deltas.join("")).toBe(RESTORED);
    const [mail, look] = choices[1]?.message.tool_calls ?? [];
    if (mail?.type !== "function" || look?.type !== "function") throw new Error("no calls");
    expect(JSON.parse(mail.function.arguments)).toEqual(CALLED);
    expect(look.function.arguments).toBe(ARGUMENTS);
    expect([choices[1]?.finish_reason, usage?.total_tokens]).toEqual(["tool_calls", 2]);
  });

  it("openai reads Responses", async () => {
    const client = openai(answering(openaiResponses, responseEvents(size), true));
    const stream = client.responses.stream({ model: "m", input: "x" });
    const [texts, args]: [string[], string[]] = [[], []];
    stream.on("response.output_text.delta", ({ delta }) => texts.push(delta));
    stream.on("response.function_call_arguments.delta", ({ delta }) => args.push(delta));
    const final = await stream.finalResponse();
    const call = final.output[1];
    expect([final.output_text, texts.join("")]).toEqual([RESTORED, RESTORED]);
    expect(call).toMatchObject({ type: "function_call", arguments: args.join("") });
    expect(JSON.parse(args.join(""))).toEqual(CALLED);
  });

  it("@anthropic-ai/sdk reads Messages", async () => {
    const client = anthropic(answering(anthropicMessages, messageEvents(size), true));
    const deltas: string[] = [];
    const stream = client.messages.stream({ ...ASKED, max_tokens: 9 });
    stream.on("text", (delta) => deltas.push(delta));
    const { content, stop_reason } = await stream.finalMessage();
    expect(content).toMatchObject([
      { type: "thinking", thinking: TEXT, signature: "sig" },
      { type: "text", text: RESTORED },
      { type: "tool_use", name: "send_mail", input: CALLED },
      { type: "tool_use", name: "look_up", input: { to: ANN, say: NOTE } },
    ]);
    expect([deltas.join(""), stop_reason]).toEqual([RESTORED, "tool_use"]);
  });
});

describe("a failure in the middle", () => {
  const failing = (dialect: Dialect, bodies: readonly object[], isNamed: boolean) => {
    const events = dialect.events(restorerFor);
    const shown = eventsOf(bodies, isNamed).flatMap((event) => runToEnd(events.push(event)));
    const text = [...shown, ...events.fail(529, "busy", "Too busy.")].map(
      ({ event, data }) => `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`,
    );
    const headers = { "content-type": "text/event-stream" };
    return async () => new Response(text.join(""), { headers });
  };

  it("is one to each SDK", async () => {
    const chat = openai(failing(openaiChat, chatChunks(5).slice(0, 6), false));
    await expect(chat.chat.completions.stream(ASKED).done()).rejects.toMatchObject({
      ...{ constructor: OpenAI.APIError, code: "busy" },
    });
    const responses = openai(failing(openaiResponses, responseEvents(5).slice(0, 6), true));
    await expect(
      responses.responses.stream({ model: "m", input: "x" }).finalResponse(),
    ).rejects.toMatchObject({ constructor: OpenAI.APIError, code: "busy" });
    const messages = anthropic(failing(anthropicMessages, messageEvents(5).slice(0, 6), true));
    await expect(
      messages.messages.stream({ ...ASKED, max_tokens: 9 }).finalMessage(),
    ).rejects.toMatchObject({ error: { error: { type: "overloaded_error", code: "busy" } } });
  });

  it("before the stream is one, too", async () => {
    const refusing = (dialect: Dialect, status: number) => async () =>
      Response.json(dialect.failure(status, "nope", "No.", "messages[0]"), { status });
    for (const [status, of] of [
      [400, "BadRequestError"],
      [401, "AuthenticationError"],
      [429, "RateLimitError"],
      [500, "InternalServerError"],
    ] as const) {
      const chat = openai(refusing(openaiChat, status)).chat.completions.create(ASKED);
      await expect(chat).rejects.toMatchObject({
        ...{ constructor: OpenAI[of], code: "nope", param: "messages[0]" },
      });
      const messages = anthropic(refusing(anthropicMessages, status)).messages;
      await expect(messages.create({ ...ASKED, max_tokens: 9 })).rejects.toMatchObject({
        ...{ constructor: Anthropic[of], message: expect.stringContaining("No.") },
      });
    }
  });
});
