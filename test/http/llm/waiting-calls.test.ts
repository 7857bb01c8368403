// Calls that wait for their provider: they hold the memory of what is kept of them, however many there are.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { newNamespace } from "../../support/namespaces.ts";

/** Masked, each takes eight times its 850 KiB, and half of that once it is sent. */
const CALLS = 7;
const TEXT = "plain words and more of them ".repeat(100);
const BODY = {
  model: "m",
  messages: Array.from({ length: 290 }, (_, i) => ({ role: "user", content: `${TEXT}${i}` })),
};

it("leave room for more while a provider thinks", async () => {
  const { tokens } = await newNamespace({ caller: ["mask", "unmask"] });
  const thinks = Promise.withResolvers<void>();
  let arrived = Promise.withResolvers<void>();
  const fetch = async () => {
    arrived.resolve();
    await thinks.promise;
    return Response.json({ choices: [] });
  };
  const ways = { LLM_OPENAI_URL: "http://provider/v1", LLM_OPENAI: { fetch } };
  const call = async () => {
    const request = new Request("https://vault.test/llm/openai/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.caller}`, "content-type": "application/json" },
      body: JSON.stringify(BODY),
    });
    const { status } = await createApp().fetch(request, { ...env, ...ways } as never);
    arrived.resolve();
    return status;
  };
  const calls: Promise<number>[] = [];
  for (let i = 0; i < CALLS; i++) {
    arrived = Promise.withResolvers<void>();
    calls.push(call());
    await arrived.promise;
  }
  thinks.resolve();
  expect(await Promise.all(calls)).toEqual(Array(CALLS).fill(200));
}, 60_000);
