// The providers' own SDKs with the gateway of a real service and a model that echoes: nothing is sent in clear, and
// everything is restored, streamed or not.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { generateText, jsonSchema, streamText, type ToolSet, tool } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { type StubModel, startStubModel } from "../../support/node/stub-model.ts";

const KEY = "sk-test-of-the-operator-0123456789";
const PROMPT = "Write to Ada Lovelace at ada.lovelace@example.com or call (212) 555-0123. 😀";
const CLEAR = ["Lovelace", "ada.lovelace@example.com", "(212) 555-0123"];
/** How the model cuts a stream: five letters at a time, one, and every byte on its own. */
const CUTS = ["echo", "letters", "bytes"];
const PARAMETERS = {
  type: "object",
  properties: { to: { type: "string" }, url: { type: "string" } },
} as const;

let stub: StubModel;
let service: Service;
let openai: OpenAI;
let anthropic: Anthropic;
let compatible: ReturnType<typeof createOpenAICompatible>;
let before = 0;

beforeAll(async () => {
  stub = await startStubModel();
  service = await startService({
    args: ["--llm", `openai=${stub.url}`, "--llm", `anthropic=${stub.url}`],
    env: { LLM_OPENAI_KEY: KEY, LLM_ANTHROPIC_KEY: KEY },
  });
  const all = ["mask", "unmask", "metadata_change"];
  const apiKey = await newToken(service, "chat", "me", all);
  const data = { policy_name: "tools" };
  await send(service, apiKey, "metadata/policy/create", { data });
  await send(service, apiKey, "metadata/policy/settings", {
    data: { ...data, llm: { tools: ["*"] } },
  });
  const options = { apiKey, maxRetries: 0 };
  openai = new OpenAI({ ...options, baseURL: `${service.url}/llm/openai/v1` });
  anthropic = new Anthropic({ ...options, baseURL: `${service.url}/llm/anthropic` });
  compatible = createOpenAICompatible({
    name: "vault",
    apiKey,
    baseURL: `${service.url}/llm/openai/v1`,
  });
}, 120_000);

afterAll(async () => {
  await stub.stop();
  await cleanUp();
});

beforeEach(() => {
  before = stub.seen.length;
});

/** The provider was asked, and got nothing of the caller's. */
function expectMasked(): void {
  expect(stub.seen.length).toBeGreaterThan(before);
  const sent = JSON.stringify(stub.seen.slice(before));
  for (const value of CLEAR) expect(sent).not.toContain(value);
}

const WITH_TOOLS = { headers: { "vault-policy": "tools" } };

describe("openai", () => {
  const messages = [{ role: "user", content: PROMPT }] as const;
  const tools = [{ type: "function", function: { name: "mail", parameters: PARAMETERS } }] as const;

  it("has chat completions, and all of n", async () => {
    const answer = await openai.chat.completions.create({
      model: "echo",
      messages: [...messages],
      n: 2,
    });
    expect(answer.choices.map(({ message }) => message.content)).toEqual([PROMPT, PROMPT]);
    expectMasked();
  });

  it.each(CUTS)("has them as a stream (%s)", async (model) => {
    const stream = await openai.chat.completions.create({
      model,
      messages: [...messages],
      n: 2,
      stream: true,
    });
    const texts = ["", ""];
    for await (const chunk of stream) {
      for (const { index, delta } of chunk.choices) texts[index] += delta.content ?? "";
    }
    expect(texts).toEqual([PROMPT, PROMPT]);
    expectMasked();
  });

  it("is asked once where its connection fails after it has worked, so that it bills once", async () => {
    const asked = openai.chat.completions.create({ model: "worked", messages: [...messages] });
    await expect(asked).rejects.toMatchObject({ status: 502, code: "provider_unreachable" });
    expect(stub.seen.length).toBe(before + 1);
  });

  it.each(["upper", "bold", "code", "wrapped"])(
    "has values in what a model has %s",
    async (model) => {
      const answer = await openai.chat.completions.create({ model, messages: [...messages] });
      const text = answer.choices[0]?.message.content ?? "";
      expect(text).toContain("ada.lovelace@example.com");
      expect(text).toContain("(212) 555-0123");
      expectMasked();
    },
  );

  it.each(["shape", "word", "surrogate"])(
    "has them in the style %s, where a policy says it",
    async (token_style) => {
      const headers = { "vault-policy": token_style };
      const data = { policy_name: token_style };
      const apiKey = await newToken(service, "chat", token_style, [
        "mask",
        "unmask",
        "metadata_change",
      ]);
      await send(service, apiKey, "metadata/policy/create", { data });
      await send(service, apiKey, "metadata/policy/settings", { data: { ...data, token_style } });
      const stream = await openai.chat.completions.create(
        { model: "echo", messages: [...messages], stream: true },
        { headers },
      );
      let text = "";
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      expect(text).toBe(PROMPT);
      expectMasked();
      const { content } = JSON.parse(stub.seen.at(-1)?.body ?? "").messages.at(-1);
      expect(content.includes("<PER>")).toBe(token_style === "shape");
    },
  );

  it("has the rest where a token was cut off, and a million brackets with what follows them", async () => {
    const cropped = await openai.chat.completions.create({
      model: "cropped",
      messages: [{ role: "user", content: `${PROMPT} Bye, grace.hopper@example.com` }],
    });
    expect(cropped.choices[0]?.message.content).toContain(PROMPT);
    const stream = await openai.chat.completions.create({
      model: "angles",
      messages: [...messages],
      stream: true,
    });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text.replaceAll("<", "")).toBe(PROMPT);
    expect(text.length).toBe(1_000_000 + PROMPT.length);
    expectMasked();
  });

  it("has a text too long to be searched at once, in pieces", async () => {
    const content = `${"It was a long day. ".repeat(3_000)}\n${PROMPT} `.repeat(3);
    const answer = await openai.chat.completions.create({
      model: "echo",
      messages: [{ role: "user", content }],
    });
    expect(answer.choices[0]?.message.content).toBe(content);
    expectMasked();
  });

  it("sends on JSON within JSON masked", async () => {
    const inner = JSON.stringify({ to: "ada.lovelace@example.com", text: PROMPT });
    const call = { name: "mail", arguments: JSON.stringify({ body: inner, deep: [[{ inner }]] }) };
    await openai.chat.completions.create({
      model: "echo",
      messages: [
        ...messages,
        { role: "assistant", tool_calls: [{ id: "call_1", type: "function", function: call }] },
        { role: "tool", tool_call_id: "call_1", content: inner },
      ],
    });
    expectMasked();
    const sent = JSON.parse(stub.seen.at(-1)?.body ?? "").messages.at(-2);
    JSON.parse(JSON.parse(sent.tool_calls[0].function.arguments).body);
  });

  it("has calls of tools, streamed or not, and sends their results", async () => {
    const asked = { model: "tool", messages: [...messages], tools: [...tools] };
    const answer = await openai.chat.completions.create(asked, WITH_TOOLS);
    const [call] = answer.choices[0]?.message.tool_calls ?? [];
    if (call?.type !== "function" || answer.choices[0] === undefined) throw new Error("no call");
    expect(JSON.parse(call.function.arguments).to).toBe(PROMPT);
    const stream = openai.chat.completions.stream(asked, WITH_TOOLS);
    const whole = (await stream.finalChatCompletion()).choices[0]?.message.tool_calls?.[0];
    expect(whole?.type === "function" && JSON.parse(whole.function.arguments).to).toBe(PROMPT);
    const result = { role: "tool", tool_call_id: call.id, content: PROMPT } as const;
    const next = [...messages, answer.choices[0].message, result];
    const last = await openai.chat.completions.create({ ...asked, model: "echo", messages: next });
    expect(last.choices[0]?.message.content).toBe(PROMPT);
    expectMasked();
  });

  it("sends the arguments of a call as they were, but for their texts", async () => {
    const args = (to: string) => `{ "id":1234567890123456789, "to":"${to}","to": "${to}" }`;
    const given = { name: "mail", arguments: args("ada.lovelace@example.com") };
    const call = { id: "c1", type: "function", function: given } as const;
    await openai.chat.completions.create({
      model: "echo",
      messages: [...messages, { role: "assistant", tool_calls: [call] }],
    });
    expectMasked();
    const [, token = ""] = /\\"to\\":\\"([^"\\]+)/.exec(stub.seen.at(-1)?.body ?? "") ?? [];
    expect(stub.seen.at(-1)?.body).toContain(JSON.stringify(args(token)));
  });

  it("has responses, and goes on from one", async () => {
    const answer = await openai.responses.create({ model: "echo", input: PROMPT });
    expect(answer.output_text).toBe(PROMPT);
    expectMasked();
    // What it repeats is in no request but the first.
    const next = { model: "echo", input: "Say it again" };
    const second = await openai.responses.create({ ...next, previous_response_id: answer.id });
    expect(second.output_text).toBe(PROMPT);
    // The same account with the provider, but another of its users.
    const apiKey = await newToken(service, "chat", "other", ["mask", "unmask"]);
    const others = await openai.withOptions({ apiKey }).responses.create({
      ...next,
      previous_response_id: answer.id,
    });
    for (const value of CLEAR) expect(others.output_text).not.toContain(value);
    const third = openai.responses.stream({ ...next, previous_response_id: second.id });
    expect((await third.finalResponse()).output_text).toBe(PROMPT);
    expectMasked();
  });

  it.each([
    ["tags", []],
    ["wrappers of its own", ["PERSON", "EMAIL_ADDRESS"]],
  ])("goes on where the policy has tokens in %s", async (policy_name, wrapped) => {
    const rights = ["mask", "unmask", "metadata_change"];
    const apiKey = await newToken(service, "chat", policy_name, rights);
    const tell = (path: string, more: object) =>
      send(service, apiKey, `metadata/${path}`, { data: { policy_name, ...more } });
    await tell("policy/create", {});
    await tell("policy/settings", { token_style: "shape" });
    const metadata = wrapped.map((entity_name) => ({
      ...{ entity_name, format_prefix: `{${entity_name} `, format_suffix: "}" },
    }));
    if (metadata.length > 0) await tell("update-auto-detect", { metadata });
    const headers = { "vault-policy": policy_name };
    const first = await openai.responses.create({ model: "echo", input: PROMPT }, { headers });
    const next = { input: "Say it again", previous_response_id: first.id };
    for (const model of ["echo", "upper", "letters"]) {
      const answer = openai.responses.stream({ model, ...next }, { headers });
      const text = (await answer.finalResponse()).output_text;
      expect(text.toLowerCase()).toBe(PROMPT.toLowerCase());
    }
    expectMasked();
  });

  it.each(CUTS)("has responses as a stream, in pieces and as a whole (%s)", async (model) => {
    const stream = openai.responses.stream({ model, input: PROMPT });
    let text = "";
    for await (const event of stream)
      if (event.type === "response.output_text.delta") text += event.delta;
    expect(text).toBe(PROMPT);
    expect((await stream.finalResponse()).output_text).toBe(PROMPT);
    expectMasked();
  });

  it("has responses that call tools, as a stream", async () => {
    const tools = [
      { type: "function", name: "mail", parameters: PARAMETERS, strict: false },
    ] as const;
    const stream = openai.responses.stream(
      { model: "tool", input: PROMPT, tools: [...tools] },
      WITH_TOOLS,
    );
    const [item] = (await stream.finalResponse()).output;
    expect(item?.type === "function_call" && JSON.parse(item.arguments).to).toBe(PROMPT);
    expectMasked();
  });

  it("has embeddings of equal texts alike, and models", async () => {
    const answer = await openai.embeddings.create({
      model: "echo",
      input: [PROMPT, PROMPT],
      encoding_format: "float",
    });
    expect(answer.data).toHaveLength(2);
    const { input } = JSON.parse(stub.seen.at(-1)?.body ?? "");
    expect(input[0]).toBe(input[1]);
    expectMasked();
    expect((await openai.models.list()).data.map(({ id }) => id)).toEqual(["echo"]);
    for (const id of ["echo", "vendor/model-1.5:free"]) {
      expect((await openai.models.retrieve(id)).id).toBe(id);
    }
  });
});

describe("@anthropic-ai/sdk", () => {
  const asked = {
    model: "echo",
    max_tokens: 99,
    messages: [{ role: "user", content: PROMPT }],
  } as const;
  const tools = [{ name: "mail", input_schema: PARAMETERS }];

  it("has messages", async () => {
    const system = `You work for Ada Lovelace.`;
    const answer = await anthropic.messages.create({
      ...asked,
      system,
      messages: [...asked.messages],
    });
    expect(answer.content).toMatchObject([{ type: "text", text: PROMPT }]);
    expectMasked();
    expect(stub.seen.at(-1)?.headers["x-api-key"]).toBe(KEY);
  });

  it("has their tokens counted, as they would be sent, and models", async () => {
    const counted = await anthropic.messages.countTokens({
      model: "echo",
      system: "You work for Ada Lovelace.",
      messages: [...asked.messages],
    });
    expectMasked();
    const { messages } = JSON.parse(stub.seen.at(-1)?.body ?? "");
    expect(counted.input_tokens).toBe(messages[0].content.length);
    expect((await anthropic.models.retrieve("claude-x")).id).toBe("claude-x");
    expect((await anthropic.models.list()).data.map(({ id }) => id)).toEqual(["echo"]);
    const value = "ghp_vmFfL1r0sM5qrw3gzTFswCZkVQFqYeZqpRPw";
    expect((await anthropic.models.retrieve(value)).id).not.toBe(value);
    expect(JSON.stringify(stub.seen)).not.toContain(value);
    await expect(anthropic.models.retrieve("Ada Lovelace")).rejects.toThrow("Invalid model");
  });

  it.each(CUTS)("has them as a stream (%s)", async (model) => {
    const stream = anthropic.messages.stream({ ...asked, model, messages: [...asked.messages] });
    let text = "";
    stream.on("text", (delta) => {
      text += delta;
    });
    expect((await stream.finalMessage()).content).toMatchObject([{ type: "text", text: PROMPT }]);
    expect(text).toBe(PROMPT);
    expectMasked();
  });

  it("has calls of tools, streamed or not, and sends their results", async () => {
    const body = { ...asked, model: "tool", tools, messages: [...asked.messages] };
    const answer = await anthropic.messages.create(body, WITH_TOOLS);
    expect(answer.content).toMatchObject([{ type: "tool_use", input: { to: PROMPT } }]);
    const streamed = await anthropic.messages.stream(body, WITH_TOOLS).finalMessage();
    expect(streamed.content).toMatchObject([{ type: "tool_use", input: { to: PROMPT } }]);
    const result = [{ type: "tool_result", tool_use_id: "toolu_1", content: PROMPT }] as const;
    const messages = [
      ...asked.messages,
      { role: "assistant", content: answer.content },
      { role: "user", content: [...result] },
    ] as Anthropic.MessageParam[];
    const last = await anthropic.messages.create({ ...body, model: "echo", messages });
    expect(last.content).toMatchObject([{ type: "text", text: PROMPT }]);
    expectMasked();
  });
});

describe("ai", () => {
  const tools: ToolSet = {
    mail: tool({ inputSchema: jsonSchema<{ to: string }>(PARAMETERS) }) as NonNullable<
      ToolSet[string]
    >,
  };

  it("has texts, streamed or not", async () => {
    expect((await generateText({ model: compatible("echo"), prompt: PROMPT })).text).toBe(PROMPT);
    for (const model of CUTS) {
      expect(await streamText({ model: compatible(model), prompt: PROMPT }).text, model).toBe(
        PROMPT,
      );
    }
    expectMasked();
  });

  it("has calls of tools, streamed or not", async () => {
    const asked = { model: compatible("tool"), prompt: PROMPT, tools, ...WITH_TOOLS };
    const { toolCalls } = await generateText(asked);
    expect(toolCalls).toMatchObject([{ toolName: "mail", input: { to: PROMPT } }]);
    expect(await streamText(asked).toolCalls).toMatchObject([{ input: { to: PROMPT } }]);
    expectMasked();
  });
});
