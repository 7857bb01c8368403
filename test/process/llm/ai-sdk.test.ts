// The example for the AI SDK: the SDK itself, a model that repeats its input, and a real vault between them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  generateText,
  type ModelMessage,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from "ai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { maskingMiddleware } from "../../../examples/ai-sdk-middleware/masking-middleware.ts";
import { newToken } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type SharedService, sharedService } from "../../support/node/service.ts";

const CLEAR = /kovacs|Connor|555 0123/;
const TEXT =
  'Write to anna.kovacs@example.org that Sarah Connor ("the boss")\n\ncalled from +1 212 555 0123!';

let service: SharedService;
let token: string;
let address: string;
/** What arrived at the model. */
const seen: string[] = [];

const model = createServer(async (request, response) => {
  let sent = "";
  for await (const part of request.setEncoding("utf8")) sent += part;
  seen.push(sent);
  const { messages, stream, tools } = JSON.parse(sent);
  const { role, content } = messages.at(-1);
  const said: string = typeof content === "string" ? content : (content[0]?.text ?? "");
  const calls = tools !== undefined && role === "user";
  const made = { name: "send", arguments: JSON.stringify({ text: said }) };
  const tool_calls = [{ index: 0, id: "t1", type: "function", function: made }];
  const finish_reason = calls ? "tool_calls" : "stop";
  const chunk = (choice: object) => ({
    id: "c",
    created: 1,
    model: "m",
    choices: [{ index: 0, ...choice }],
  });
  if (stream !== true) {
    const message = {
      role: "assistant",
      content: calls ? null : said,
      ...(calls ? { tool_calls } : {}),
    };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(chunk({ message, finish_reason })));
    return;
  }
  response.setHeader("content-type", "text/event-stream");
  const send = (choice: object) => response.write(`data: ${JSON.stringify(chunk(choice))}\n\n`);
  if (calls) send({ delta: { role: "assistant", tool_calls } });
  else for (const content of said) send({ delta: { content } });
  send({ delta: {}, finish_reason });
  response.end("data: [DONE]\n\n");
});

beforeAll(async () => {
  service = await sharedService();
  token = await newToken(service, "ai", "app", ["mask", "unmask"]);
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
}, 120_000);

afterAll(async () => {
  model.close();
  await cleanUp();
});

const masked = (more: { tools?: string[]; token?: string } = {}) =>
  wrapLanguageModel({
    model: createOpenAICompatible({ name: "stub", baseURL: address }).chatModel("m"),
    middleware: maskingMiddleware({ url: service.url, token, ...more }),
  });

it("masks a prompt and restores the answer", async () => {
  const { text } = await generateText({
    model: masked(),
    system: "Sarah Connor asks",
    prompt: TEXT,
  });
  expect(text).toBe(TEXT);
  expect(seen.at(-1)).not.toMatch(CLEAR);
});

it("restores a stream as it comes, and gives no token away", async () => {
  const parts: string[] = [];
  const { textStream } = streamText({ model: masked(), prompt: TEXT });
  for await (const part of textStream) parts.push(part);
  expect(parts.join("")).toBe(TEXT);
  // Word by word, not as a whole at the end.
  expect(parts.length).toBeGreaterThan(5);
  expect(seen.at(-1)).not.toMatch(CLEAR);
});

it.each([
  ["keeps tokens in the arguments of tools", [], false],
  ["gives values to the tools it is told", ["send"], true],
])("%s, and masks what they answer", async (_, tools, isClear) => {
  for (const ask of [generateText, streamText]) {
    const told: string[] = [];
    const send = tool({
      inputSchema: z.object({ text: z.string() }),
      execute: async ({ text }) => {
        told.push(text);
        return { sent: "to Sarah Connor", at: "anna.kovacs@example.org" };
      },
    });
    const common = { prompt: TEXT, tools: { send } };
    const result = ask({ model: masked({ tools }), ...common, stopWhen: stepCountIs(2) });
    const text = await (await result).text;
    expect(told).toHaveLength(1);
    if (isClear) expect(told[0]).toBe(TEXT);
    else expect(told[0]).not.toMatch(CLEAR);
    expect(seen.slice(-2).join("\n")).not.toMatch(CLEAR);
    expect(text).toContain("Sarah Connor");
  }
});

it("sends nothing when the vault refuses, and no file", async () => {
  const before = seen.length;
  const refused = generateText({ model: masked({ token: "x.y.z" }), prompt: TEXT, maxRetries: 0 });
  await expect(refused).rejects.toThrow(/The vault refuses/);
  const data = new Uint8Array([1, 2, 3]);
  const file: ModelMessage = {
    role: "user",
    content: [{ type: "file", data, mediaType: "image/png" }],
  };
  const withFile = generateText({ model: masked(), messages: [file], maxRetries: 0 });
  await expect(withFile).rejects.toThrow(/A file cannot be masked/);
  expect(seen).toHaveLength(before);
});
