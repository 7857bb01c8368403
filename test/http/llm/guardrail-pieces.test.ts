// LiteLLM's guardrail with texts that are too long to be searched at once.

import { beforeAll, describe, expect, it } from "vitest";
import { answerOf, callOf, guard, tokens } from "../../support/llm/guardrail.ts";

// The first text of all loads what finds names.
beforeAll(async () => {
  await guard((await tokens()).all, callOf("Sarah Connor"));
}, 60_000);

describe("a text too long to be searched at once", () => {
  /** Letters of the first piece at most. */
  const PIECE = 21_845;
  const RECORD = '{"name":"Sarah Connor","card":"4111 1111 1111 1111"},';
  const ROWS = Array.from({ length: 24 }, (_, i) =>
    btoa(`row ${i} of a key that nobody has `.repeat(2)).slice(0, 64),
  );
  const KEY = `-----BEGIN PRIVATE KEY-----\n${ROWS.join("\n")}\n-----END PRIVATE KEY-----\n`;

  it.each([
    [
      "a card in one long line",
      "It was a long day. ",
      "Card 4111 1111 1111 1111. ",
      18,
      /4111|1111/,
    ],
    [
      "a phone number in one long line",
      "it was a long day, ",
      "call (212) 555-0123, ",
      17,
      /212|0123/,
    ],
    ["JSON with no blanks but in values", RECORD, RECORD, 30, /4111|1111|Connor/],
    ["a key among lines of a log", "12:00 all is well\n", KEY, 1_000, new RegExp(ROWS.join("|"))],
  ])(
    "is not cut within %s",
    async (_, filler, value, before, clear) => {
      const { all } = await tokens();
      const lines = filler.repeat(Math.floor((PIECE - before) / filler.length));
      const shifts = value.length > 100 ? [0] : [0, 4, 8];
      const texts = shifts.map((shift) => {
        const fill = "-".repeat(PIECE - before + shift - lines.length - 1);
        return `${fill}\n${lines}${value}${filler.repeat(20)}`;
      });
      const body = callOf(...texts);
      const masked = await guard(all, body);
      expect(JSON.stringify(masked)).not.toMatch(clear);
      const answer = await guard(all, answerOf(masked.texts ?? [], body["litellm_call_id"]));
      expect(answer.texts).toEqual(texts);
    },
    60_000,
  );

  it("is cut before a key that has no end, so that code which names one passes", async () => {
    const { all } = await tokens();
    const text = `if (text.includes("-----BEGIN PRIVATE KEY-----")) {\n${"  all.push(one);\n".repeat(4_000)}}`;
    const body = callOf(text);
    const { texts } = await guard(all, body);
    expect((await guard(all, answerOf(texts ?? [], body["litellm_call_id"]))).texts).toEqual([
      text,
    ]);
  }, 60_000);
});
