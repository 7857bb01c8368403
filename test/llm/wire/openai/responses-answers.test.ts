// Answers of the Responses API: whole or streamed, in deltas and in every snapshot, the texts are the same.

import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../../src/core/steps.ts";
import type { StreamEvent } from "../../../../src/llm/wire/dialect.ts";
import { openaiResponses } from "../../../../src/llm/wire/openai/responses.ts";
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
const JSON_TEXT = `{"to":"${ANN}","say":"\\u006c${NOTE.slice(1)}"}`;
const URL = {
  type: "url_citation",
  title: ANN,
  url: `https://a/${ANN}`,
  start_index: 0,
  end_index: 4,
};

/** Items with the texts that are streamed of them: event, index, member of `done`, text. */
const ITEMS: { item: Record<string, unknown>; streamed: [string, object, string, string][] }[] = [
  {
    item: {
      ...{ type: "reasoning", id: "rs", encrypted_content: ANN },
      summary: [{ type: "summary_text", text: TEXT }],
      content: [{ type: "reasoning_text", text: TEXT }],
    },
    streamed: [
      ["reasoning_summary_text", { summary_index: 0 }, "text", TEXT],
      ["reasoning_text", { content_index: 0 }, "text", TEXT],
    ],
  },
  {
    item: {
      ...{ type: "message", id: "msg", role: "assistant", status: "completed" },
      content: [
        { type: "output_text", text: TEXT, annotations: [URL], logprobs: [] },
        { type: "refusal", refusal: TEXT },
      ],
    },
    streamed: [
      ["output_text", { content_index: 0, logprobs: [] }, "text", TEXT],
      ["refusal", { content_index: 1 }, "refusal", TEXT],
    ],
  },
  call("function_call", { name: "send_mail", arguments: JSON_TEXT }, "function_call_arguments"),
  call("function_call", { name: "look_up", arguments: JSON_TEXT }, "function_call_arguments"),
  call("mcp_call", { name: "send_mail", arguments: JSON_TEXT, output: TEXT }, "mcp_call_arguments"),
  call("custom_tool_call", { name: "send_mail", input: TEXT }, "custom_tool_call_input"),
  call("custom_tool_call", { name: "look_up", input: TEXT }, "custom_tool_call_input"),
  call("code_interpreter_call", { code: TEXT }, "code_interpreter_call_code"),
];

function call(type: string, of: Record<string, string>, event: string) {
  const [member = "", text = ""] =
    Object.entries(of).find(([name]) => /^(arguments|input|code)$/.test(name)) ?? [];
  return {
    item: { type, id: `${type} ${of["name"]}`, call_id: "c", ...of },
    streamed: [[event, {}, member, text] as [string, object, string, string]],
  };
}

const ANSWER = {
  ...{ id: "resp_1", object: "response", status: "completed", model: "m", error: null },
  ...{ instructions: `Call ${ANN}`, metadata: { of: ANN }, user: ANN, previous_response_id: ANN },
  output: ITEMS.map(({ item }) => item),
};
const RESTORED = restoredAnswer(openaiResponses, ANSWER);

/** The whole answer as a stream, its texts cut so. */
function streamOf(cuts: readonly number[], from = 0): StreamEvent[] {
  const begun = { ...ANSWER, status: "in_progress", output: [] };
  const bodies: Record<string, unknown>[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
  ];
  for (const [output_index, { item, streamed }] of ITEMS.entries()) {
    const empty = Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
    );
    for (const member of ["arguments", "input", "code"]) if (member in empty) empty[member] = "";
    bodies.push({ type: "response.output_item.added", output_index, item: empty });
    for (const [event, index, member, text] of streamed) {
      const of = { item_id: item["id"], output_index, ...index };
      for (const delta of pieces(text, cuts)) {
        bodies.push({ type: `response.${event}.delta`, ...of, delta, obfuscation: "xx" });
      }
      bodies.push({ type: `response.${event}.done`, ...of, [member]: text });
    }
    const parts = (item["content"] ?? []) as object[];
    for (const [content_index, part] of parts.entries()) {
      const of = { item_id: item["id"], output_index, content_index, part };
      bodies.push({ type: "response.content_part.done", ...of });
    }
    bodies.push({ type: "response.output_item.done", output_index, item });
  }
  bodies.push({ type: "response.completed", response: ANSWER });
  const numbered = bodies.map((body, i) => ({ ...body, sequence_number: from + i }));
  return eventsOf(numbered, true);
}

type Body = Record<string, unknown> & { type: string; output_index: number };
const bodiesOf = (events: readonly StreamEvent[]) =>
  events.map(({ data }) => JSON.parse(data) as Body);

describe("an answer", () => {
  it("has values, but not in what is sealed, or for tools that get none", () => {
    const [reasoning, message, mail, look, mcp, custom, other, code] = RESTORED.output;
    const text = `Dear ${ANN_VALUE}, see N 4 <b>. ${NOTE_VALUE}`;
    expect(reasoning).toMatchObject({
      encrypted_content: ANN,
      summary: [{ text }],
      content: [{ text }],
    });
    expect(message).toMatchObject({
      content: [
        { text, annotations: [{ title: ANN_VALUE, url: `https://a/${ANN}` }] },
        { refusal: text },
      ],
    });
    expect(JSON.parse(String(mail?.["arguments"]))).toEqual({ to: ANN_VALUE, say: NOTE_VALUE });
    expect([look, other, code]).toEqual([3, 6, 7].map((i) => ITEMS[i]?.item));
    expect([mcp?.["arguments"], mcp?.["output"]]).toEqual([mail?.["arguments"], text]);
    expect(custom?.["input"]).toBe(text);
    expect(RESTORED).toMatchObject({
      ...{ instructions: `Call ${ANN_VALUE}`, metadata: { of: ANN_VALUE }, user: ANN_VALUE },
      previous_response_id: ANN,
    });
  });
});

describe("a streamed answer", () => {
  const check = (cuts: readonly number[]) => {
    const events = restoredStream(openaiResponses, streamOf(cuts));
    const bodies = bodiesOf(events);
    expect(bodies.map(({ sequence_number }) => sequence_number)).toEqual(bodies.map((_, i) => i));
    expect(events.every(({ event }, i) => event === bodies[i]?.type)).toBe(true);
    expect(events.some(({ data }) => data.includes("obfuscation"))).toBe(false);
    for (const [output_index, { streamed }] of ITEMS.entries()) {
      const own = bodies.filter((body) => body.output_index === output_index);
      const item = RESTORED.output[output_index] as Record<string, unknown>;
      expect(own.at(-1)?.["item"]).toEqual(item);
      for (const [event, , member] of streamed) {
        const of = (step: string) => own.filter(({ type }) => type === `response.${event}.${step}`);
        const deltas = of("delta").map(({ delta }) => delta);
        const [done] = of("done");
        expect(deltas.join("")).toBe(done?.[member]);
        expect(JSON.stringify(item)).toContain(JSON.stringify(done?.[member]));
        // All of it is out when the text is done.
        expect(own.findLastIndex((body) => body.type.endsWith(`${event}.delta`))).toBeLessThan(
          own.indexOf(done as Body),
        );
      }
      const parts = own.filter(({ type }) => type === "response.content_part.done");
      expect(parts.map(({ part }) => part)).toEqual(item["content"] ?? []);
    }
    expect(bodies.at(-1)?.["response"]).toEqual(RESTORED);
    expect(bodies[0]?.["response"]).toMatchObject({ instructions: `Call ${ANN_VALUE}` });
  };

  it("is the whole answer in deltas and snapshots, however it is cut", () => {
    check([]);
    check(Array.from({ length: 120 }, (_, i) => i));
    fc.assert(fc.property(fc.array(fc.nat(150), { maxLength: 6 }), check), { numRuns: cases(600) });
  });

  it("numbers its events without gaps when it adds some", () => {
    const of = { item_id: "msg", output_index: 0, content_index: 0 };
    const bodies = [
      {
        type: "response.output_text.delta",
        ...of,
        delta: "a per7k2",
        logprobs: [],
        sequence_number: 7,
      },
      { type: "response.output_text.done", ...of, text: "a per7k2", sequence_number: 8 },
      { type: "response.later", sequence_number: 9 },
    ];
    expect(bodiesOf(restoredStream(openaiResponses, eventsOf(bodies, true)))).toEqual([
      { ...bodies[0], delta: "a " },
      { ...bodies[0], delta: "per7k2", sequence_number: 8 },
      { ...bodies[1], sequence_number: 9 },
      { ...bodies[2], sequence_number: 10 },
    ]);
    // Without `done`, the item's end is the text's.
    const item = {
      type: "response.output_item.done",
      output_index: 0,
      item: {},
      sequence_number: 8,
    };
    const ended = restoredStream(openaiResponses, eventsOf([bodies[0] ?? {}, item], true));
    expect(bodiesOf(ended).map(({ delta }) => delta)).toEqual(["a ", "per7k2", undefined]);
    const cutOff = restoredStream(openaiResponses, eventsOf(bodies.slice(0, 1), true));
    expect(bodiesOf(cutOff)[1]).toEqual({ ...bodies[0], delta: "per7k2", sequence_number: 8 });
  });

  it("ends with a failure of either side behind what was held back", () => {
    const delta = { type: "response.output_text.delta", delta: "per7k2", sequence_number: 4 };
    const restorer = openaiResponses.events(restorerFor);
    for (const event of eventsOf([delta], true)) runToEnd(restorer.push(event));
    expect(bodiesOf(restorer.fail(504, "late", "Too late."))).toEqual([
      { type: "response.output_text.delta", delta: "per7k2", sequence_number: 5 },
      { type: "error", code: "late", message: "Too late.", param: null, sequence_number: 6 },
    ]);
    const error = { type: "error", code: "x", message: `bad ${ANN}`, param: null };
    const reported = bodiesOf(restoredStream(openaiResponses, eventsOf([delta, error], true)));
    expect(reported[2]?.["message"]).toBe(`bad ${ANN_VALUE}`);
    const response = { ...ANSWER, error: { code: "x", message: ANN } };
    const failed = eventsOf([{ type: "response.failed", response }], true);
    expect(bodiesOf(restoredStream(openaiResponses, failed))[0]?.["response"]).toMatchObject({
      error: { code: "x", message: ANN_VALUE },
    });
  });

  it("restores what a shell says in both of its texts", () => {
    const of = {
      type: "response.shell_call_output_content.delta",
      output_index: 0,
      command_index: 0,
    };
    const cut = [ANN.slice(0, 5), ANN.slice(5)];
    const bodies = cut.map((part) => ({ ...of, delta: { stdout: part, stderr: part } }));
    const whole = { stdout: ANN, stderr: ANN, outcome: { type: "exit", exit_code: 0 } };
    const done = { ...of, type: "response.shell_call_output_content.done", output: [whole] };
    const restored = bodiesOf(restoredStream(openaiResponses, eventsOf([...bodies, done], true)));
    const said = (name: string) =>
      restored
        .map(({ delta }) => (delta as Record<string, string> | undefined)?.[name] ?? "")
        .join("");
    expect([said("stdout"), said("stderr")]).toEqual([ANN_VALUE, ANN_VALUE]);
    expect(restored.at(-1)?.["output"]).toMatchObject([{ stdout: ANN_VALUE }]);
  });

  it("passes on odd events as they are", () => {
    const odd = ["", "null", "[]", "{", '"x"', "3"].map((data) => ({ data }));
    expect(restoredStream(openaiResponses, odd)).toEqual(odd);
    const strange = [
      { type: 3 },
      { type: "response.output_text.delta", delta: { a: ANN } },
      { type: "response.output_text.done", text: null },
      { type: "response.completed", response: "x" },
      { type: "constructor.delta", delta: "x" },
    ];
    const events = eventsOf(strange, false);
    expect(restoredStream(openaiResponses, events)).toEqual(events);
    const done = { data: "[DONE]" };
    expect(restoredStream(openaiResponses, [done])).toEqual([done]);
  });
});
