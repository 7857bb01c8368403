// Streams of Chat Completions with odd chunks, held back ends, failures and many calls.

import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../../src/core/steps.ts";
import type { StreamEvent } from "../../../../src/llm/wire/dialect.ts";
import { openaiChat } from "../../../../src/llm/wire/openai/chat.ts";
import { accumulated, chunk, HEAD } from "../../../support/llm/chat-chunks.ts";
import {
  ANN,
  ANN_VALUE,
  eventsOf,
  restoredStream,
  restorerFor,
} from "../../../support/llm/restoring.ts";

describe("a streamed answer", () => {
  it("goes on after chunks without choices, of usage or of nothing", () => {
    const cut = [
      chunk([{ index: 0, delta: { content: `a ${ANN.slice(0, 9)}` } }]),
      { ...HEAD, usage: { total_tokens: 3 } },
      { ...HEAD, choices: null },
      {},
      chunk([{ index: 0, delta: { content: ANN.slice(9) } }]),
      chunk([{ index: 0, delta: {}, finish_reason: "stop" }]),
    ];
    const events = restoredStream(openaiChat, eventsOf(cut, false));
    expect(events.slice(1, 4)).toEqual(eventsOf(cut.slice(1, 4), false));
    const said = [...events.slice(0, 1), ...events.slice(4)];
    expect(accumulated(said)[0]).toEqual({ content: `a ${ANN_VALUE}` });
  });

  it("gives what it held back before the choice ends, in a chunk of the same shape", () => {
    const cut = [
      chunk([{ index: 1, delta: { role: "assistant", content: "per7k2" }, finish_reason: null }]),
      chunk([{ index: 1, delta: {}, finish_reason: "length" }]),
    ];
    const events = restoredStream(openaiChat, eventsOf(cut, false));
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([
      expect.objectContaining({
        choices: [{ index: 1, delta: { role: "assistant", content: "" }, finish_reason: null }],
      }),
      {
        ...{ ...HEAD, object: "chat.completion.chunk" },
        choices: [{ index: 1, delta: { content: "per7k2" }, finish_reason: null }],
      },
      expect.objectContaining({ choices: [{ index: 1, delta: {}, finish_reason: "length" }] }),
    ]);
    const atOnce = { index: 0, delta: { content: ANN }, finish_reason: "stop" };
    const [only, ...more] = restoredStream(openaiChat, eventsOf([chunk([atOnce])], false));
    expect(JSON.parse(only?.data ?? "").choices[0].delta.content).toBe(ANN_VALUE);
    expect(more).toEqual([]);
  });

  it("that is cut off, or fails, loses nothing", () => {
    const begun = eventsOf([chunk([{ index: 0, delta: { content: "a per7k2" } }])], false);
    expect(accumulated(restoredStream(openaiChat, begun))[0]).toEqual({ content: "a per7k2" });
    const restorer = openaiChat.events(restorerFor);
    runToEnd(restorer.push(begun[0] as StreamEvent));
    const failed = restorer.fail(504, "late", "Too late.");
    expect(accumulated(failed.slice(0, 1))[0]).toEqual({ content: "per7k2" });
    expect(JSON.parse(failed[1]?.data ?? "")).toEqual(openaiChat.failure(504, "late", "Too late."));
    const error = { error: { message: `bad ${ANN}` } };
    const reported = restoredStream(openaiChat, [...begun, ...eventsOf([error], false)]);
    expect(reported).toHaveLength(3);
    expect(reported[2]?.data).toContain(JSON.stringify(ANN_VALUE).slice(1, -1));
  });

  it("takes another id for another call, and odd events as they are", () => {
    const at0 = (id: string, args: string) => ({
      ...{ index: 0, id, type: "function" },
      function: { name: id, arguments: args },
    });
    const calls = [at0("send_mail", `{"a":"${ANN}"}`), at0("look_up", `{"a":"${ANN}"}`)];
    const bodies = calls.map((one) => chunk([{ index: 0, delta: { tool_calls: [one] } }]));
    const texts = restoredStream(openaiChat, eventsOf(bodies, false)).map(
      ({ data }) => JSON.parse(data).choices[0].delta.tool_calls[0].function.arguments,
    );
    expect(texts).toEqual([JSON.stringify({ a: ANN_VALUE }), `{"a":"${ANN}"}`]);
    const odd = ["", "null", "[]", "{", '"x"', "3"].map((data) => ({ data }));
    expect(restoredStream(openaiChat, odd)).toEqual(odd);
    const strange = [
      { choices: "x" },
      { choices: [null, { delta: "x" }, { delta: { tool_calls: 3 } }] },
    ];
    expect(restoredStream(openaiChat, eventsOf(strange, false))).toEqual(eventsOf(strange, false));
  });

  it("keeps the texts of hundreds of calls, and refuses more than a thousand at a time", () => {
    const restorer = openaiChat.events(restorerFor);
    const call = (index: number) => {
      const called = { index, function: { name: "send_mail", arguments: '{"a' } };
      const delta = { tool_calls: [called] };
      return runToEnd(restorer.push({ data: JSON.stringify({ choices: [{ index: 0, delta }] }) }));
    };
    for (let index = 0; index < 1_000; index += 1) call(index);
    expect(() => call(1_000)).toThrow(RangeError);
  });
});
