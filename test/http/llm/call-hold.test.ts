// Memory of language models' answers in the isolate: a long answer waits for others, or is refused, and none takes all
// memory.
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { MAX_BODY_MEMORY_BYTES } from "../../../src/core/limits.ts";
import { BodyHold } from "../../../src/http/body-holds.ts";
import { ask, type Provider, streamOf } from "../../support/llm/asked-gateway.ts";
import { newNamespace } from "../../support/namespaces.ts";

const MIB = 1024 ** 2;
const LONG = "words ".repeat((2 * MIB) / 6);
const CHAT = { model: "m", messages: [{ role: "user", content: "Hello" }] };
const made: BodyHold[] = [];
let token: string;

beforeAll(async () => {
  token = (await newNamespace({ caller: ["mask", "unmask"] })).tokens.caller;
});

afterEach(() => {
  for (const hold of made.splice(0)) hold.release();
});

/** Somebody else's bodies. */
function othersHold(): BodyHold {
  const hold = new BodyHold("parsed", { nid: "others", tokenId: "others" });
  made.push(hold);
  return hold;
}

const saying = (content: string) => ({
  choices: [{ index: 0, message: { role: "assistant", content } }],
});
const chunk = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const chat = (provider: Provider, more: object = {}) =>
  ask({ path: "openai/v1/chat/completions", body: { ...CHAT, ...more }, token }, provider);

it.each<[string, object, Provider]>([
  ["answer", {}, async () => Response.json(saying(LONG))],
  ["event", { stream: true }, async () => streamOf([chunk("Well,"), chunk(LONG)])],
])("a long %s is refused where others hold the memory", async (_what, more, provider) => {
  const others = othersHold();
  await others.take(MAX_BODY_MEMORY_BYTES - 8 * MIB);
  const refused = await chat(provider, more);
  expect(refused.text).toContain('"code":"overloaded"');
  expect(refused.text.length).toBeLessThan(MIB);
  others.release();
  const answered = await chat(provider, more);
  expect(answered.status).toBe(200);
  expect(answered.text).toContain(LONG);
});

it("numbers pass, however many", async () => {
  await othersHold().take(MAX_BODY_MEMORY_BYTES - 8 * MIB);
  const data = [{ embedding: Array.from({ length: 1_000_000 }, (_, i) => i) }];
  const body = { model: "m", input: "Hello" };
  const passed = await ask({ path: "openai/v1/embeddings", body, token }, async () =>
    Response.json({ data }),
  );
  expect(passed.status).toBe(200);
  expect(JSON.parse(passed.text)).toEqual({ data });
});

it("a stream counts until it ends, or its reader leaves", async () => {
  const content = Array.from({ length: 200 }, (_, i) => `ada${i}@example.com`).join(" ");
  const fetch = async () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(chunk("Well, "))),
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  const ways = { LLM_OPENAI_URL: "http://provider/v1", LLM_OPENAI: { fetch } };
  const request = new Request("https://vault.test/llm/openai/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content }] }),
  });
  const answer = await createApp().fetch(request, { ...env, ...ways } as never);
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  const all = MAX_BODY_MEMORY_BYTES - 64 * 1024;
  expect(await othersHold().take(all)).toBe(false);
  await reader?.cancel();
  expect(await othersHold().take(all)).toBe(true);
});
