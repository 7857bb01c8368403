// Answers of Anthropic's Messages: whole or streamed, however a stream is cut, the texts are the same.

import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../../src/core/steps.ts";
import { anthropicMessages } from "../../../../src/llm/wire/anthropic/messages.ts";
import type { StreamEvent } from "../../../../src/llm/wire/dialect.ts";
import {
  ANN,
  ANN_VALUE,
  eventsOf,
  NOTE,
  NOTE_VALUE,
  pieces,
  restoredAnswer,
  restoredStream,
  restorerFor,
} from "../../../support/llm/restoring.ts";
import { cases, fc } from "../../../support/properties.ts";

const TEXT = `Dear ${ANN}, see <ADDR>Xk2-9qLm4</ADDR>. ${NOTE}`;
const INPUT = { to: ANN, say: [NOTE, 3], [ANN]: { deep: `x ${ANN}` } };
const THINKING = `So ${ANN} wants`;
const CITATION = {
  ...{ type: "char_location", cited_text: `of ${ANN}`, document_title: ANN, file_id: null },
  ...{ document_index: 0, start_char_index: 1, end_char_index: 4 },
};
const CONTENT = [
  { type: "thinking", thinking: THINKING, signature: "c2ln" },
  { type: "redacted_thinking", data: ANN },
  { type: "text", text: TEXT, citations: [CITATION] },
  { type: "tool_use", id: "t1", name: "send_mail", input: INPUT },
  { type: "tool_use", id: "t2", name: "look_up", input: INPUT },
  {
    ...{ type: "web_search_tool_result", tool_use_id: "s1" },
    content: [
      { type: "web_search_result", title: ANN, url: `https://a/${ANN}`, encrypted_content: ANN },
    ],
  },
];
const ANSWER = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "m", content: CONTENT },
  ...{ stop_reason: "stop_sequence", stop_sequence: ANN, usage: { input_tokens: 1 } },
};
const RESTORED = restoredAnswer(anthropicMessages, ANSWER);

/** A block of the answer as events, its text cut so. */
function blockEvents(index: number, cuts: readonly number[]): object[] {
  const block = CONTENT[index] as Record<string, unknown>;
  const start = (content_block: object) => ({ type: "content_block_start", index, content_block });
  const delta = (of: object) => ({ type: "content_block_delta", index, delta: of });
  const stop = { type: "content_block_stop", index };
  const cut = (text: string) => pieces(text, cuts);
  if (block["type"] === "thinking") {
    const deltas = cut(THINKING).map((thinking) => delta({ type: "thinking_delta", thinking }));
    const signed = delta({ type: "signature_delta", signature: "c2ln" });
    return [start({ ...block, thinking: "", signature: "" }), ...deltas, signed, stop];
  }
  if (block["type"] === "text") {
    const deltas = cut(TEXT).map((text) => delta({ type: "text_delta", text }));
    const cited = delta({ type: "citations_delta", citation: CITATION });
    return [start({ type: "text", text: "", citations: [] }), ...deltas, cited, stop];
  }
  if (block["type"] === "tool_use") {
    const json = JSON.stringify(block["input"]).replaceAll("p", "\\u0070");
    const deltas = cut(json).map((part) => delta({ type: "input_json_delta", partial_json: part }));
    return [start({ ...block, input: {} }), { type: "ping" }, ...deltas, stop];
  }
  return [start(block), stop];
}

function streamOf(cuts: readonly number[]): StreamEvent[] {
  const message = { ...ANSWER, content: [], stop_reason: null, stop_sequence: null };
  const delta = { stop_reason: "stop_sequence", stop_sequence: ANN };
  const bodies = [
    { type: "message_start", message },
    ...CONTENT.flatMap((_, index) => blockEvents(index, cuts)),
    { type: "message_delta", delta, usage: { output_tokens: 3 } },
    { type: "message_stop" },
  ];
  return eventsOf(bodies, true);
}

/** What a client makes of the events. */
function accumulated(events: readonly StreamEvent[]) {
  const blocks: Record<string, unknown>[] = [];
  const jsons: string[] = [];
  let end: object = {};
  for (const { event, data } of events) {
    const body = JSON.parse(data);
    expect(event).toBe(body.type);
    if (body.type === "content_block_start")
      blocks[body.index] = structuredClone(body.content_block);
    const block = blocks[body.index] ?? {};
    if (body.type === "content_block_delta") {
      const { type, text, partial_json, thinking, signature, citation } = body.delta;
      if (type === "text_delta") block["text"] += text;
      if (type === "thinking_delta") block["thinking"] += thinking;
      if (type === "signature_delta") block["signature"] += signature;
      if (type === "citations_delta") (block["citations"] as unknown[]).push(citation);
      if (type === "input_json_delta") jsons[body.index] = (jsons[body.index] ?? "") + partial_json;
    }
    const json = jsons[body.index];
    if (body.type === "content_block_stop" && json !== undefined) block["input"] = JSON.parse(json);
    if (body.type === "message_delta") end = body.delta;
  }
  return { content: blocks, ...end };
}

describe("an answer", () => {
  it("has values, but not in thinking, in what is sealed, or for tools that get none", () => {
    const [thinking, redacted, text, mail, look, found] = RESTORED.content;
    expect([thinking, redacted, look]).toEqual([CONTENT[0], CONTENT[1], CONTENT[4]]);
    expect(text).toMatchObject({
      text: `Dear ${ANN_VALUE}, see N 4 <b>. ${NOTE_VALUE}`,
      citations: [{ cited_text: `of ${ANN_VALUE}`, document_title: ANN_VALUE }],
    });
    // A model may also use a text of its prompt as a member name.
    const input = { to: ANN_VALUE, say: [NOTE_VALUE, 3], [ANN_VALUE]: { deep: `x ${ANN_VALUE}` } };
    expect(mail).toMatchObject({ input });
    expect(found).toMatchObject({
      content: [{ title: ANN_VALUE, url: `https://a/${ANN}`, encrypted_content: ANN }],
    });
    expect(RESTORED.stop_sequence).toBe(ANN_VALUE);
  });

  it("that is a failure has values in what it quotes", () => {
    const body = { type: "error", error: { type: "invalid_request_error", message: `bad ${ANN}` } };
    expect(restoredAnswer(anthropicMessages, body).error.message).toBe(`bad ${ANN_VALUE}`);
  });
});

describe("a streamed answer", () => {
  it("is the whole answer, however it is cut", () => {
    const { content, stop_reason, stop_sequence } = RESTORED;
    const check = (cuts: readonly number[]) => {
      const events = restoredStream(anthropicMessages, streamOf(cuts));
      expect(accumulated(events)).toEqual({ content, stop_reason, stop_sequence });
    };
    check([]);
    check(Array.from({ length: 200 }, (_, i) => i));
    fc.assert(fc.property(fc.array(fc.nat(200), { maxLength: 6 }), check), { numRuns: cases(800) });
  });

  it("passes on what it is not to change byte for byte", () => {
    const data = `{"type":"content_block_delta","index":0,  "delta":{"type":"thinking_delta","thinking":"${ANN}"}}`;
    const odd = [
      "",
      "null",
      "[]",
      "{",
      '"x"',
      data,
      '{"type":"ping"}',
      '{"type":"later","text":"x"}',
    ];
    const events = odd.map((one) => ({ event: "x", data: one }));
    expect(restoredStream(anthropicMessages, events)).toEqual(events);
    const strange = [
      { type: "message_start", message: "x" },
      { type: "content_block_start", index: "a", content_block: "x" },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: 3 } },
      { type: "content_block_delta", delta: null },
      { type: "message_delta" },
    ];
    expect(restoredStream(anthropicMessages, eventsOf(strange, true))).toEqual(
      eventsOf(strange, true),
    );
  });

  it("gives what it held back before its block stops", () => {
    const begun = [
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "a per7" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "k2" } },
    ];
    const stop = { type: "content_block_stop", index: 1 };
    const events = restoredStream(anthropicMessages, eventsOf([...begun, stop], true));
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "a " } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "per7k2" } },
      stop,
    ]);
    // Cut off, or ended by a failure of either side.
    expect(restoredStream(anthropicMessages, eventsOf(begun, true))).toHaveLength(3);
    const restorer = anthropicMessages.events(restorerFor);
    for (const event of eventsOf(begun, true)) runToEnd(restorer.push(event));
    const failed = restorer.fail(529, "busy", "Later.");
    expect(failed.map(({ event }) => event)).toEqual(["content_block_delta", "error"]);
    expect(JSON.parse(failed[1]?.data ?? "")).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: "Later.", code: "busy" },
    });
    const error = { type: "error", error: { type: "api_error", message: ANN } };
    const reported = restoredStream(anthropicMessages, eventsOf([...begun, error], true));
    expect(JSON.parse(reported[3]?.data ?? "").error.message).toBe(ANN_VALUE);
  });
});
