// Answers of Chat Completions: whole or streamed, however a stream is cut, the texts are the same.

import { describe, expect, it } from "vitest";
import type { JsonObject, StreamEvent } from "../../../../src/llm/wire/dialect.ts";
import { openaiChat } from "../../../../src/llm/wire/openai/chat.ts";
import { accumulated, chunk, HEAD } from "../../../support/llm/chat-chunks.ts";
import {
  ANN,
  ANN_VALUE,
  eventsOf,
  NOTE,
  NOTE_VALUE,
  pieces,
  restoredAnswer,
  restoredStream,
} from "../../../support/llm/restoring.ts";
import { cases, fc } from "../../../support/properties.ts";

function call(name: string, args: string, index?: number) {
  const of = { id: `call ${name}`, type: "function", function: { name, arguments: args } };
  return index === undefined ? of : { index, ...of };
}

const ARGUMENTS = `{"to":"${ANN}","say":"\\u006c${NOTE.slice(1)}","n":12345678901234567890}`;
const MESSAGES = [
  {
    role: "assistant",
    content: `Dear ${ANN}, see <ADDR>Xk2-9qLm4</ADDR>.`,
    refusal: null,
    reasoning_content: `So ${ANN} wants ${NOTE}`,
  },
  {
    role: "assistant",
    content: null,
    refusal: `No, ${ANN}`,
    tool_calls: [
      call("send_mail", ARGUMENTS),
      call("look_up", ARGUMENTS),
      { id: "c", type: "custom", custom: { name: "send_mail", input: `to ${ANN}` } },
    ],
  },
  { role: "assistant", content: "", function_call: { name: "send_mail", arguments: ARGUMENTS } },
];
const ANSWER = {
  ...HEAD,
  choices: MESSAGES.map((message, index) => ({ index, message, finish_reason: "stop" })),
  usage: { total_tokens: 3 },
};

type Delta = Record<string, unknown>;

/** A choice's message as deltas, cut so. */
function deltasOf(message: (typeof MESSAGES)[number], cuts: readonly number[]): Delta[] {
  const deltas: Delta[] = [{ role: "assistant", content: null }];
  const said = message as Record<string, unknown>;
  for (const field of ["reasoning_content", "content", "refusal"]) {
    if (typeof said[field] !== "string") continue;
    for (const piece of pieces(said[field], cuts)) deltas.push({ [field]: piece });
  }
  const legacy = message.function_call;
  if (legacy !== undefined) {
    deltas.push({ function_call: { name: legacy.name, arguments: "" } });
    for (const piece of pieces(legacy.arguments, cuts)) {
      deltas.push({ function_call: { arguments: piece } });
    }
  }
  for (const [index, one] of (message.tool_calls ?? []).entries()) {
    const { id, type } = one;
    const [member, name, text, whole] =
      "custom" in one
        ? ["custom", one.custom.name, "input", one.custom.input]
        : ["function", one.function.name, "arguments", one.function.arguments];
    deltas.push({ tool_calls: [{ index, id, type, [member]: { name, [text]: "" } }] });
    for (const piece of pieces(whole, cuts)) {
      deltas.push({ tool_calls: [{ index, [member]: { [text]: piece } }] });
    }
  }
  return deltas;
}

/** All choices of the answer as one stream: one after the other, or in turns. */
function streamOf(cuts: readonly number[], inTurns: boolean): StreamEvent[] {
  const all = MESSAGES.map((message, index) => [
    ...deltasOf(message, cuts).map((delta) => ({ index, delta, finish_reason: null })),
    { index, delta: {}, finish_reason: "stop" },
  ]);
  const longest = Math.max(...all.map(({ length }) => length));
  const ordered = inTurns
    ? Array.from({ length: longest }, (_, i) => all.flatMap((one) => one.slice(i, i + 1))).flat()
    : all.flat();
  const usage = { ...chunk([]), usage: { total_tokens: 3 } };
  return [...eventsOf([...ordered.map((one) => chunk([one])), usage], false), { data: "[DONE]" }];
}

describe("an answer", () => {
  it("has values, and tokens in the arguments of tools that get none", () => {
    const { choices } = restoredAnswer(openaiChat, ANSWER);
    expect(choices[0]?.message.content).toBe(`Dear ${ANN_VALUE}, see N 4 <b>.`);
    expect(choices[0]?.message.reasoning_content).toBe(`So ${ANN_VALUE} wants ${NOTE_VALUE}`);
    const [mail, look, custom] = (choices[1]?.message.tool_calls ?? []).map((one) =>
      "custom" in one ? one.custom.input : one.function.arguments,
    );
    expect(JSON.parse(mail ?? "")).toMatchObject({ to: ANN_VALUE, say: NOTE_VALUE });
    expect(mail).toContain('"n":12345678901234567890}');
    expect(look).toBe(ARGUMENTS);
    expect(custom).toBe(`to ${ANN_VALUE}`);
  });

  it("that is a failure has values in what it quotes", () => {
    const error = { message: `bad ${ANN}`, type: "invalid_request_error", param: null, code: null };
    expect(restoredAnswer(openaiChat, { error }).error.message).toBe(`bad ${ANN_VALUE}`);
    expect(restoredAnswer(openaiChat, { error: `bad ${ANN}` }).error).toBe(`bad ${ANN_VALUE}`);
  });

  it("of any shape is taken as it is", () => {
    const odd = [
      ...[{ choices: "x" }, { choices: [null, "x", { message: [] }] }, { choices: { a: {} } }],
      { choices: [{ message: { tool_calls: { function: 1 }, content: { a: "x" } } }] },
    ];
    for (const body of odd) expect(restoredAnswer(openaiChat, body)).toEqual(body);
    let deep: object = { content: ANN };
    for (let i = 0; i < 300; i += 1) deep = { a: deep };
    expect(openaiChat.textsOfAnswer({ choices: [deep as JsonObject] })).toEqual([]);
  });
});

describe("a streamed answer", () => {
  const whole = restoredAnswer(openaiChat, ANSWER);

  it("is the whole answer, however it is cut", () => {
    const every = Array.from({ length: 120 }, (_, i) => i);
    const check = (cuts: readonly number[], inTurns: boolean) => {
      const events = restoredStream(openaiChat, streamOf(cuts, inTurns));
      const [first, second, third] = [0, 1, 2].map((i) => accumulated(events)[i]);
      const said = whole.choices.map(({ message }) => message);
      expect(first).toEqual({
        content: said[0]?.content,
        reasoning_content: said[0]?.reasoning_content,
      });
      const calls = (said[1]?.tool_calls ?? []) as { function?: { arguments: string } }[];
      expect(second).toEqual({
        refusal: said[1]?.refusal,
        "tool 0": calls[0]?.function?.arguments,
        "tool 1": ARGUMENTS,
        "tool 2": `to ${ANN_VALUE}`,
      });
      expect(third).toEqual({ content: "", call: said[2]?.function_call?.arguments });
      expect(events.at(-1)).toEqual({ data: "[DONE]" });
      expect(JSON.stringify(events)).not.toContain("obfuscation");
    };
    check([], false);
    check(every, true);
    fc.assert(
      fc.property(fc.array(fc.nat(150), { maxLength: 6 }), fc.boolean(), (cuts, inTurns) =>
        check(cuts, inTurns),
      ),
      { numRuns: cases(600) },
    );
  });

  it("has what is said in parts, what is thought before what is spoken, however it is cut", () => {
    const thought = (text: string) => [{ type: "thinking", thinking: [{ type: "text", text }] }];
    const spoken = (text: string) => [{ type: "text", text }];
    const THOUGHT = `So ${ANN} wants ${NOTE}`;
    const SAID = `Dear ${ANN}`;
    const content = [...thought(THOUGHT), ...spoken(SAID)];
    const { choices } = restoredAnswer(openaiChat, { choices: [{ message: { content } }] });
    const restored = [
      ...thought(`So ${ANN_VALUE} wants ${NOTE_VALUE}`),
      ...spoken(`Dear ${ANN_VALUE}`),
    ];
    expect(choices[0]?.message.content).toEqual(restored);
    const check = (cuts: readonly number[], isTextAlone: boolean, areTogether: boolean) => {
      const thoughts = pieces(THOUGHT, cuts).map(thought);
      const texts: unknown[] = pieces(SAID, cuts).map((text) =>
        isTextAlone ? text : spoken(text),
      );
      if (areTogether && !isTextAlone) {
        texts.unshift([...(thoughts.pop() ?? []), ...(texts.shift() as unknown[])]);
      }
      const deltas = [...thoughts, ...texts].map((one) => ({ index: 0, delta: { content: one } }));
      const last = { index: 0, delta: { content: "" }, finish_reason: "stop" };
      const events = restoredStream(
        openaiChat,
        eventsOf(
          [...deltas, last].map((one) => chunk([one])),
          false,
        ),
      );
      const heard: [string, string][] = events.flatMap(({ data }) => {
        const said = JSON.parse(data).choices[0].delta.content;
        if (typeof said === "string") return [["text", said]];
        return said.map((part: { type: string; text: string; thinking: { text: string }[] }) => [
          part.type,
          part.text ?? part.thinking[0]?.text,
        ]);
      });
      const of = (type: string) =>
        heard.flatMap(([one, text]) => (one === type ? [text] : [])).join("");
      expect(of("thinking")).toBe(`So ${ANN_VALUE} wants ${NOTE_VALUE}`);
      expect(of("text")).toBe(`Dear ${ANN_VALUE}`);
      const spokenFirst = heard.findIndex(([type, text]) => type === "text" && text !== "");
      expect(heard.slice(spokenFirst).every(([type, text]) => type === "text" || text === "")).toBe(
        true,
      );
    };
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 6 }), fc.boolean(), fc.boolean(), check),
      { numRuns: cases(1_200) },
    );
  });
});
