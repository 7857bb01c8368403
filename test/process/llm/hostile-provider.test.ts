// A provider, or somebody in its place, that answers what no model says: nobody else waits for it, the runtime's memory is
// not filled, and the client gets a failure that it can read.
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createRawServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { LONGEST_MS, type Probe, startProbe } from "../../support/node/stretches.ts";

const VALUE = "ada.lovelace@example.com";
const UNREADABLE = '"provider_unreadable"';

let openai: Server;
let service: Service;
let probe: Probe;
let token: string;
/** What the provider answers next. */
let next = { type: "", body: "" as string | Buffer, headers: {} as Record<string, string> };

/** Answers a status that Node's own server does not send. */
const anthropic = createRawServer((socket) => {
  socket.on("data", () => socket.end("HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}"));
});

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  openai = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": next.type, ...next.headers }).end(next.body);
    });
  });
  await new Promise<void>((resolve) => openai.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => anthropic.listen(0, "127.0.0.1", resolve));
  const urls = [
    `openai=http://127.0.0.1:${portOf(openai)}/v1`,
    `anthropic=http://127.0.0.1:${portOf(anthropic)}`,
  ];
  service = await startService({ args: urls.flatMap((url) => ["--llm", url]) });
  token = await newToken(service, "chat", "me", ["mask", "unmask"]);
  probe = startProbe(service);
});

afterAll(async () => {
  await probe.stop();
  openai.closeAllConnections();
  openai.close();
  anthropic.close();
  await cleanUp();
});

async function ask(path: string, stream: boolean): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${service.url}/llm/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      ...{ model: "m", max_tokens: 9, stream },
      messages: [{ role: "user", content: `Write to ${VALUE} today` }],
    }),
  });
  return { status: answer.status, text: await answer.text() };
}

const chat = (stream: boolean) => ask("openai/v1/chat/completions", stream);

const DEEP = `{"choices":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`;
const MANY = `{"choices":[],"more":[${"{},".repeat(2_000_000)}1]}`;

describe("an answer that holds the thread for less than 50 ms and is refused", () => {
  it.each([
    ["of a million levels", DEEP],
    ["of millions of objects", MANY],
  ])("%s, streamed or not", async (_name, body) => {
    const whole = async () => {
      next = { type: "application/json", body, headers: {} };
      expect(await chat(false)).toEqual({ status: 502, text: expect.stringContaining(UNREADABLE) });
      next = { type: "text/event-stream", body: `data: ${body}\n\n`, headers: {} };
      expect((await chat(true)).text).toContain(UNREADABLE);
    };
    expect(await probe.stretchOf(whole)).toBeLessThan(LONGEST_MS);
  });

  it("of 100,000 choices that say half of a token", async () => {
    const one = (index: number) =>
      `data: {"choices":[{"index":${index},"delta":{"content":"ema"}}]}\n\n`;
    const body = Array.from({ length: 100_000 }, (_, i) => one(i)).join("");
    next = { type: "text/event-stream", body, headers: {} };
    const whole = async () => expect((await chat(true)).text).toContain(UNREADABLE);
    expect(await probe.stretchOf(whole)).toBeLessThan(LONGEST_MS);
  });

  it("of 100 MB in gzip that are no event", async () => {
    const headers = { "content-encoding": "gzip" };
    const body = gzipSync(Buffer.alloc(100_000_000, "a"));
    const whole = async () => {
      next = { type: "application/json", body, headers };
      expect((await chat(false)).text).toContain(UNREADABLE);
      next = { type: "text/event-stream", body, headers };
      expect((await chat(true)).text).toContain(UNREADABLE);
    };
    expect(await probe.stretchOf(whole)).toBeLessThan(LONGEST_MS);
  });
});

it("a status that is none is refused", async () => {
  const { status, text } = await ask("anthropic/v1/messages", false);
  expect([status, text]).toEqual([502, expect.stringContaining(UNREADABLE)]);
});

it("headers longer than clients read are left out, and the others are passed on", async () => {
  const headers = { "x-request-id": "r".repeat(12_000), "openai-processing-ms": "7" };
  next = { type: "application/json", body: '{"choices":[]}', headers };
  const answer = await fetch(`${service.url}/llm/openai/v1/models`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await answer.json()).toEqual({ choices: [] });
  expect(answer.headers.get("openai-processing-ms")).toBe("7");
  expect((answer.headers.get("x-request-id") ?? "").length).toBeLessThan(1_000);
});

it("100,000 members and elements, such as those of probabilities, are no reason to refuse an answer", async () => {
  const one = { token: "a", logprob: -0.1, bytes: [97], top_logprobs: [{ token: "a" }] };
  const logprobs = { content: Array.from({ length: 15_000 }, () => one) };
  const body = { choices: [{ message: { role: "assistant", content: "all well" }, logprobs }] };
  next = { type: "application/json", body: JSON.stringify(body), headers: {} };
  const { status, text } = await chat(false);
  expect([status, JSON.parse(text).choices[0].message.content]).toEqual([200, "all well"]);
});
