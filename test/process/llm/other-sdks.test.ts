// Anthropic's own SDK and the AI SDK with the gateway of a real service and a model that echoes: nothing is sent in clear, and
// everything is restored, streamed or not.

import type Anthropic from "@anthropic-ai/sdk";
import { generateText, jsonSchema, streamText, type ToolSet, tool } from "ai";
import { describe, expect, it } from "vitest";
import {
  CUTS,
  KEY,
  PARAMETERS,
  PROMPT,
  useSdkGateway,
  WITH_TOOLS,
} from "../../support/node/llm/sdk-gateway.ts";

const gateway = useSdkGateway();

describe("@anthropic-ai/sdk", () => {
  const asked = {
    model: "echo",
    max_tokens: 99,
    messages: [{ role: "user", content: PROMPT }],
  } as const;
  const tools = [{ name: "mail", input_schema: PARAMETERS }];

  it("has messages", async () => {
    const system = `You work for Ada Lovelace.`;
    const answer = await gateway.anthropic.messages.create({
      ...asked,
      system,
      messages: [...asked.messages],
    });
    expect(answer.content).toMatchObject([{ type: "text", text: PROMPT }]);
    gateway.expectMasked();
    expect(gateway.stub.seen.at(-1)?.headers["x-api-key"]).toBe(KEY);
  });

  it("has their tokens counted, as they would be sent, and models", async () => {
    const counted = await gateway.anthropic.messages.countTokens({
      model: "echo",
      system: "You work for Ada Lovelace.",
      messages: [...asked.messages],
    });
    gateway.expectMasked();
    const { messages } = JSON.parse(gateway.stub.seen.at(-1)?.body ?? "");
    expect(counted.input_tokens).toBe(messages[0].content.length);
    expect((await gateway.anthropic.models.retrieve("claude-x")).id).toBe("claude-x");
    expect((await gateway.anthropic.models.list()).data.map(({ id }) => id)).toEqual(["echo"]);
    const value = "ghp_vmFfL1r0sM5qrw3gzTFswCZkVQFqYeZqpRPw";
    expect((await gateway.anthropic.models.retrieve(value)).id).not.toBe(value);
    expect(JSON.stringify(gateway.stub.seen)).not.toContain(value);
    await expect(gateway.anthropic.models.retrieve("Ada Lovelace")).rejects.toThrow(
      "Invalid model",
    );
  });

  it.each(CUTS)("has them as a stream (%s)", async (model) => {
    const stream = gateway.anthropic.messages.stream({
      ...asked,
      model,
      messages: [...asked.messages],
    });
    let text = "";
    stream.on("text", (delta) => {
      text += delta;
    });
    expect((await stream.finalMessage()).content).toMatchObject([{ type: "text", text: PROMPT }]);
    expect(text).toBe(PROMPT);
    gateway.expectMasked();
  });

  it("has calls of tools, streamed or not, and sends their results", async () => {
    const body = { ...asked, model: "tool", tools, messages: [...asked.messages] };
    const answer = await gateway.anthropic.messages.create(body, WITH_TOOLS);
    expect(answer.content).toMatchObject([{ type: "tool_use", input: { to: PROMPT } }]);
    const streamed = await gateway.anthropic.messages.stream(body, WITH_TOOLS).finalMessage();
    expect(streamed.content).toMatchObject([{ type: "tool_use", input: { to: PROMPT } }]);
    const result = [{ type: "tool_result", tool_use_id: "toolu_1", content: PROMPT }] as const;
    const messages = [
      ...asked.messages,
      { role: "assistant", content: answer.content },
      { role: "user", content: [...result] },
    ] as Anthropic.MessageParam[];
    const last = await gateway.anthropic.messages.create({ ...body, model: "echo", messages });
    expect(last.content).toMatchObject([{ type: "text", text: PROMPT }]);
    gateway.expectMasked();
  });
});

describe("ai", () => {
  const tools: ToolSet = {
    mail: tool({ inputSchema: jsonSchema<{ to: string }>(PARAMETERS) }) as NonNullable<
      ToolSet[string]
    >,
  };

  it("has texts, streamed or not", async () => {
    expect((await generateText({ model: gateway.compatible("echo"), prompt: PROMPT })).text).toBe(
      PROMPT,
    );
    for (const model of CUTS) {
      expect(
        await streamText({ model: gateway.compatible(model), prompt: PROMPT }).text,
        model,
      ).toBe(PROMPT);
    }
    gateway.expectMasked();
  });

  it("has calls of tools, streamed or not", async () => {
    const asked = { model: gateway.compatible("tool"), prompt: PROMPT, tools, ...WITH_TOOLS };
    const { toolCalls } = await generateText(asked);
    expect(toolCalls).toMatchObject([{ toolName: "mail", input: { to: PROMPT } }]);
    expect(await streamText(asked).toolCalls).toMatchObject([{ input: { to: PROMPT } }]);
    gateway.expectMasked();
  });
});
