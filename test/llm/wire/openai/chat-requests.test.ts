// Requests of Chat Completions: what is masked, what is kept, what is refused.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/llm/wire/dialect.ts";
import { openaiChat } from "../../../../src/llm/wire/openai/chat.ts";
import { refusalOf, textsOf } from "../../../support/llm/restoring.ts";

const user = (content: unknown) => ({ model: "m", messages: [{ role: "user", content }] });

describe("a request", () => {
  it("has its texts masked wherever people and tools write them", () => {
    const body = {
      model: "m",
      messages: [
        { role: "system", content: "a1" },
        { role: "developer", content: [{ type: "text", text: "a2" }] },
        { role: "user", name: "a3", content: [{ type: "text", text: "a4" }] },
        {
          role: "assistant",
          content: null,
          refusal: "a5",
          reasoning_content: "a6",
          tool_calls: [
            { id: "c1", type: "function", function: { name: "f", arguments: '{"x":"a7"}' } },
            { id: "c2", type: "custom", custom: { name: "g", input: "a8" } },
          ],
        },
        { role: "assistant", function_call: { name: "f", arguments: '"a9"' } },
        { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "b1" }] },
        { role: "function", name: "f", content: "b2" },
      ],
      tools: [
        {
          type: "function",
          function: {
            name: "f",
            description: "b3",
            strict: true,
            parameters: {
              type: "object",
              required: ["description"],
              properties: {
                description: { type: ["string", "null"], description: "b4", enum: ["b5"] },
                list: { type: "array", items: { type: "string", default: "b6" } },
                one: { anyOf: [{ title: "b7" }, { $ref: "#/$defs/x" }] },
              },
              $defs: { x: { type: "string", const: "b8", "x-note": "b9" } },
            },
          },
        },
        {
          type: "custom",
          custom: {
            name: "g",
            description: "c1",
            format: { type: "grammar", grammar: { syntax: "lark", definition: "c2" } },
          },
        },
      ],
      prediction: { type: "content", content: "c3" },
      response_format: {
        type: "json_schema",
        json_schema: { name: "n", description: "c4", schema: { type: "object" } },
      },
      stop: ["c5"],
      web_search_options: {
        user_location: { type: "approximate", approximate: { city: "c6", country: "NL" } },
      },
      user: "c7",
      safety_identifier: "c8",
      metadata: { ticket: "c9" },
      tool_choice: { type: "function", function: { name: "f" } },
      n: 2,
      stream_options: { include_usage: true },
    };
    expect(textsOf(openaiChat, body)).toEqual([
      ...["a1", "a2", "a3", "a4", "a5", "a6", '{"x":"a7"}', "a8", '"a9"', "b1", "b2", "b3", "b4"],
      ...['["b5"]', "b6", "b7", "b8", "b9", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"],
      '{"ticket":"c9"}',
    ]);
  });

  it("keeps all but the texts as it was", () => {
    const body: JsonObject = {
      messages: [
        { role: "user", content: "Ann" },
        { role: "assistant", tool_calls: [call("f", '{"Ann":"Ann"}')] },
      ],
      metadata: { Ann: "Ann" },
    };
    const places = openaiChat.textsOfRequest(body, { media: "refuse" });
    if (!places.ok) throw new Error(places.error.message);
    const texts = places.value.filter(({ isWord }) => !isWord);
    const sorts = texts.map(({ format, tool }) => [format, tool]);
    expect(sorts).toEqual([["text"], ["json", "f"], ["json"]].map(([a, b]) => [a, b]));
    const written = texts.map((place) => place.set(place.text.replace(/"?Ann"?$|:"Ann"/, ':"T"')));
    expect(written).toEqual([true, true, true]);
    expect(body).toEqual({
      messages: [
        { role: "user", content: ':"T"' },
        { role: "assistant", tool_calls: [call("f", '{"Ann":"T"}')] },
      ],
      metadata: { Ann: "T" },
    });
    expect(texts[2]?.set("no JSON")).toBe(false);
  });

  it("is refused with what is no text, unless the policy lets it pass", () => {
    const parts = {
      "media_refused messages[0].content[0].image_url": {
        ...{ type: "image_url", image_url: { url: "https://a/b.png" } },
      },
      "media_refused messages[0].content[0].input_audio": {
        ...{ type: "input_audio", input_audio: { data: "AA==", format: "wav" } },
      },
      "media_refused messages[0].content[0].file.file_id": { type: "file", file: { file_id: "f" } },
    };
    for (const [why, part] of Object.entries(parts)) {
      expect(refusalOf(openaiChat, user([part]))).toBe(why);
      expect(refusalOf(openaiChat, user([part]), "pass")).toBe("not refused");
    }
    for (const [member, value] of Object.entries({ logprobs: true, top_logprobs: 2, audio: {} })) {
      const body = { ...user("x"), [member]: value };
      expect(refusalOf(openaiChat, body)).toBe(`media_refused ${member}`);
      expect(refusalOf(openaiChat, body, "pass")).toBe("not refused");
    }
    const loud = { ...user("x"), modalities: ["text", "audio"] };
    expect(refusalOf(openaiChat, loud)).toBe("media_refused modalities[1]");
    expect(refusalOf(openaiChat, { ...user("x"), logprobs: false })).toBe("not refused");
  });

  it("is refused with texts that no table knows, whatever shape they have", () => {
    const cases: [object, string][] = [
      [{ ...user("x"), notes: "Ann" }, "notes"],
      [user([{ type: "rumour", rumour: "Ann" }]), "messages[0].content[0].type"],
      [user([{ type: { a: 1 }, text: "Ann" }]), "messages[0].content[0].type"],
      [user(["Ann"]), "messages[0].content[0]"],
      [user({ text: "Ann" }), "messages[0].content.text"],
      [{ messages: "Ann" }, "messages"],
      [{ messages: ["Ann"] }, "messages[0]"],
      [{ messages: [[{ role: "user", content: "Ann" }]] }, "messages[0]"],
      [{ messages: [{ role: "oracle", content: "Ann" }] }, "messages[0].role"],
      [{ messages: [{ content: "Ann" }] }, "messages[0].role"],
      [{ model: { name: "Ann" } }, "model.name"],
      [JSON.parse('{"__proto__":{"role":"Ann"}}') as object, "__proto__"],
      [
        JSON.parse('{"messages":[{"role":"__proto__","content":"Ann"}]}') as object,
        "messages[0].role",
      ],
      [{ messages: [{ role: "constructor", content: "Ann" }] }, "messages[0].role"],
      [{ messages: [{ role: "user", content: "x", toString: "Ann" }] }, "messages[0].toString"],
    ];
    for (const [body, param] of cases) {
      expect(refusalOf(openaiChat, body)).toBe(`unknown_member ${param}`);
      // What the policy says of media does not let a text pass.
      expect(refusalOf(openaiChat, body, "pass")).toBe(`unknown_member ${param}`);
    }
    expect(
      refusalOf(openaiChat, { ...user("x"), top_k: 3, flags: { deep: [true, 1, null] } }),
    ).toBe("not refused");
  });

  it("never has a value in a message", () => {
    const long = "secret ".repeat(50);
    const found = openaiChat.textsOfRequest({ [long]: "x" }, { media: "refuse" });
    expect(found.ok || found.error.message.length).toBeLessThan(200);
  });
});

describe("the hint", () => {
  const hinted = (messages: unknown) => {
    const body = structuredClone({ messages }) as JsonObject;
    openaiChat.addHint(body, "HINT");
    openaiChat.addHint(body, "HINT");
    return body["messages"];
  };
  it("ends the system text, once", () => {
    const rest = { role: "user", content: "x" };
    expect(hinted([rest])).toEqual([{ role: "system", content: "HINT" }, rest]);
    expect(hinted([{ role: "developer", content: "be kind" }, rest])).toEqual([
      { role: "developer", content: "be kind\n\nHINT" },
      rest,
    ]);
    const part = { type: "text", text: "a", cache_control: { type: "ephemeral" } };
    expect(hinted([{ role: "system", content: [part] }, rest])).toEqual([
      { role: "system", content: [part, { type: "text", text: "HINT" }] },
      rest,
    ]);
    expect(hinted([{ role: "system", content: null }, rest])).toEqual([
      { role: "system", content: "HINT" },
      rest,
    ]);
    expect(hinted("no list")).toBe("no list");
  });
});

function call(name: string, args: string) {
  return { id: `call_${name}`, type: "function", function: { name, arguments: args } };
}
