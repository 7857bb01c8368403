// OpenAI's own SDK with the gateway of a real service and a model that echoes: nothing is sent in clear, and everything is
// restored, streamed or not.

import { describe, expect, it } from "vitest";
import { newToken, send } from "../../support/node/api-client.ts";
import {
  CLEAR,
  CUTS,
  PARAMETERS,
  PROMPT,
  useSdkGateway,
  WITH_TOOLS,
} from "../../support/node/llm/sdk-gateway.ts";

const gateway = useSdkGateway();

describe("openai", () => {
  const messages = [{ role: "user", content: PROMPT }] as const;
  const tools = [{ type: "function", function: { name: "mail", parameters: PARAMETERS } }] as const;

  it("has chat completions, and all of n", async () => {
    const answer = await gateway.openai.chat.completions.create({
      model: "echo",
      messages: [...messages],
      n: 2,
    });
    expect(answer.choices.map(({ message }) => message.content)).toEqual([PROMPT, PROMPT]);
    gateway.expectMasked();
  });

  it.each(CUTS)("has them as a stream (%s)", async (model) => {
    const stream = await gateway.openai.chat.completions.create({
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
    gateway.expectMasked();
  });

  it("is asked once where its connection fails after it has worked, so that it bills once", async () => {
    const before = gateway.stub.seen.length;
    const asked = gateway.openai.chat.completions.create({
      model: "worked",
      messages: [...messages],
    });
    await expect(asked).rejects.toMatchObject({ status: 502, code: "provider_unreachable" });
    expect(gateway.stub.seen.length).toBe(before + 1);
  });

  it.each(["upper", "bold", "code", "wrapped"])(
    "has values in what a model has %s",
    async (model) => {
      const answer = await gateway.openai.chat.completions.create({
        model,
        messages: [...messages],
      });
      const text = answer.choices[0]?.message.content ?? "";
      expect(text).toContain("ada.lovelace@example.com");
      expect(text).toContain("(212) 555-0123");
      gateway.expectMasked();
    },
  );

  it.each(["shape", "word", "surrogate"])(
    "has them in the style %s, where a policy says it",
    async (token_style) => {
      const headers = { "vault-policy": token_style };
      const data = { policy_name: token_style };
      const apiKey = await newToken(gateway.service, "chat", token_style, [
        "mask",
        "unmask",
        "metadata_change",
      ]);
      await send(gateway.service, apiKey, "metadata/policy/create", { data });
      await send(gateway.service, apiKey, "metadata/policy/settings", {
        data: { ...data, token_style },
      });
      const stream = await gateway.openai.chat.completions.create(
        { model: "echo", messages: [...messages], stream: true },
        { headers },
      );
      let text = "";
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      expect(text).toBe(PROMPT);
      gateway.expectMasked();
      const { content } = JSON.parse(gateway.stub.seen.at(-1)?.body ?? "").messages.at(-1);
      expect(content.includes("<PER>")).toBe(token_style === "shape");
    },
  );

  it("has the rest where a token was cut off, and a million brackets with what follows them", async () => {
    const cropped = await gateway.openai.chat.completions.create({
      model: "cropped",
      messages: [{ role: "user", content: `${PROMPT} Bye, grace.hopper@example.com` }],
    });
    expect(cropped.choices[0]?.message.content).toContain(PROMPT);
    const stream = await gateway.openai.chat.completions.create({
      model: "angles",
      messages: [...messages],
      stream: true,
    });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text.replaceAll("<", "")).toBe(PROMPT);
    expect(text.length).toBe(1_000_000 + PROMPT.length);
    gateway.expectMasked();
  });

  it("has a text too long to be searched at once, in pieces", async () => {
    const content = `${"It was a long day. ".repeat(3_000)}\n${PROMPT} `.repeat(3);
    const answer = await gateway.openai.chat.completions.create({
      model: "echo",
      messages: [{ role: "user", content }],
    });
    expect(answer.choices[0]?.message.content).toBe(content);
    gateway.expectMasked();
  });

  it("sends on JSON within JSON masked", async () => {
    const inner = JSON.stringify({ to: "ada.lovelace@example.com", text: PROMPT });
    const call = { name: "mail", arguments: JSON.stringify({ body: inner, deep: [[{ inner }]] }) };
    await gateway.openai.chat.completions.create({
      model: "echo",
      messages: [
        ...messages,
        { role: "assistant", tool_calls: [{ id: "call_1", type: "function", function: call }] },
        { role: "tool", tool_call_id: "call_1", content: inner },
      ],
    });
    gateway.expectMasked();
    const sent = JSON.parse(gateway.stub.seen.at(-1)?.body ?? "").messages.at(-2);
    JSON.parse(JSON.parse(sent.tool_calls[0].function.arguments).body);
  });

  it("has calls of tools, streamed or not, and sends their results", async () => {
    const asked = { model: "tool", messages: [...messages], tools: [...tools] };
    const answer = await gateway.openai.chat.completions.create(asked, WITH_TOOLS);
    const [call] = answer.choices[0]?.message.tool_calls ?? [];
    if (call?.type !== "function" || answer.choices[0] === undefined) throw new Error("no call");
    expect(JSON.parse(call.function.arguments).to).toBe(PROMPT);
    const stream = gateway.openai.chat.completions.stream(asked, WITH_TOOLS);
    const whole = (await stream.finalChatCompletion()).choices[0]?.message.tool_calls?.[0];
    expect(whole?.type === "function" && JSON.parse(whole.function.arguments).to).toBe(PROMPT);
    const result = { role: "tool", tool_call_id: call.id, content: PROMPT } as const;
    const next = [...messages, answer.choices[0].message, result];
    const last = await gateway.openai.chat.completions.create({
      ...asked,
      model: "echo",
      messages: next,
    });
    expect(last.choices[0]?.message.content).toBe(PROMPT);
    gateway.expectMasked();
  });

  it("sends the arguments of a call as they were, but for their texts", async () => {
    const args = (to: string) => `{ "id":1234567890123456789, "to":"${to}","to": "${to}" }`;
    const given = { name: "mail", arguments: args("ada.lovelace@example.com") };
    const call = { id: "c1", type: "function", function: given } as const;
    await gateway.openai.chat.completions.create({
      model: "echo",
      messages: [...messages, { role: "assistant", tool_calls: [call] }],
    });
    gateway.expectMasked();
    const [, token = ""] = /\\"to\\":\\"([^"\\]+)/.exec(gateway.stub.seen.at(-1)?.body ?? "") ?? [];
    expect(gateway.stub.seen.at(-1)?.body).toContain(JSON.stringify(args(token)));
  });

  it("has responses, and goes on from one", async () => {
    const answer = await gateway.openai.responses.create({ model: "echo", input: PROMPT });
    expect(answer.output_text).toBe(PROMPT);
    gateway.expectMasked();
    // What it repeats is in no request but the first.
    const next = { model: "echo", input: "Say it again" };
    const second = await gateway.openai.responses.create({
      ...next,
      previous_response_id: answer.id,
    });
    expect(second.output_text).toBe(PROMPT);
    // The same account with the provider, but another of its users.
    const apiKey = await newToken(gateway.service, "chat", "other", ["mask", "unmask"]);
    const others = await gateway.openai.withOptions({ apiKey }).responses.create({
      ...next,
      previous_response_id: answer.id,
    });
    for (const value of CLEAR) expect(others.output_text).not.toContain(value);
    const third = gateway.openai.responses.stream({ ...next, previous_response_id: second.id });
    expect((await third.finalResponse()).output_text).toBe(PROMPT);
    gateway.expectMasked();
  });

  it.each([
    ["tags", []],
    ["wrappers of its own", ["PERSON", "EMAIL_ADDRESS"]],
  ])("goes on where the policy has tokens in %s", async (policy_name, wrapped) => {
    const rights = ["mask", "unmask", "metadata_change"];
    const apiKey = await newToken(gateway.service, "chat", policy_name, rights);
    const tell = (path: string, more: object) =>
      send(gateway.service, apiKey, `metadata/${path}`, { data: { policy_name, ...more } });
    await tell("policy/create", {});
    await tell("policy/settings", { token_style: "shape" });
    const metadata = wrapped.map((entity_name) => ({
      ...{ entity_name, format_prefix: `{${entity_name} `, format_suffix: "}" },
    }));
    if (metadata.length > 0) await tell("update-auto-detect", { metadata });
    const headers = { "vault-policy": policy_name };
    const first = await gateway.openai.responses.create(
      { model: "echo", input: PROMPT },
      { headers },
    );
    const next = { input: "Say it again", previous_response_id: first.id };
    for (const model of ["echo", "upper", "letters"]) {
      const answer = gateway.openai.responses.stream({ model, ...next }, { headers });
      const text = (await answer.finalResponse()).output_text;
      expect(text.toLowerCase()).toBe(PROMPT.toLowerCase());
    }
    gateway.expectMasked();
  });

  it.each(CUTS)("has responses as a stream, in pieces and as a whole (%s)", async (model) => {
    const stream = gateway.openai.responses.stream({ model, input: PROMPT });
    let text = "";
    for await (const event of stream)
      if (event.type === "response.output_text.delta") text += event.delta;
    expect(text).toBe(PROMPT);
    expect((await stream.finalResponse()).output_text).toBe(PROMPT);
    gateway.expectMasked();
  });

  it("has responses that call tools, as a stream", async () => {
    const tools = [
      { type: "function", name: "mail", parameters: PARAMETERS, strict: false },
    ] as const;
    const stream = gateway.openai.responses.stream(
      { model: "tool", input: PROMPT, tools: [...tools] },
      WITH_TOOLS,
    );
    const [item] = (await stream.finalResponse()).output;
    expect(item?.type === "function_call" && JSON.parse(item.arguments).to).toBe(PROMPT);
    gateway.expectMasked();
  });

  it("has embeddings of equal texts alike, and models", async () => {
    const answer = await gateway.openai.embeddings.create({
      model: "echo",
      input: [PROMPT, PROMPT],
      encoding_format: "float",
    });
    expect(answer.data).toHaveLength(2);
    const { input } = JSON.parse(gateway.stub.seen.at(-1)?.body ?? "");
    expect(input[0]).toBe(input[1]);
    gateway.expectMasked();
    expect((await gateway.openai.models.list()).data.map(({ id }) => id)).toEqual(["echo"]);
    for (const id of ["echo", "vendor/model-1.5:free"]) {
      expect((await gateway.openai.models.retrieve(id)).id).toBe(id);
    }
  });
});
