// Embeddings pass through as they arrive, unread: still, an answer has an end, and the provider sends it.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { MAX_NUMBERS_ANSWER_BYTES } from "../../../src/core/limits.ts";
import { newNamespace } from "../../support/namespaces.ts";

const PART = new TextEncoder().encode("0.25,".repeat(1024 * 1024));

/** Asks for embeddings of a provider that answers this; returns the answer. */
async function embed(body: ReadableStream<Uint8Array>, headers = {}): Promise<Response> {
  const { tokens } = await newNamespace({ caller: ["mask"] });
  const fetch = async () =>
    new Response(body, { headers: { "content-type": "application/json", ...headers } });
  const ways = {
    LLM_OPENAI_URL: "http://provider/v1",
    LLM_OPENAI: { fetch },
    LLM_PATIENCE_SECONDS: "0.05",
  };
  const request = new Request("https://vault.test/llm/openai/v1/embeddings", {
    method: "POST",
    headers: { authorization: `Bearer ${tokens["caller"]}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", input: "text" }),
  });
  return createApp().fetch(request, { ...env, ...ways } as never);
}

/** Reads to the end, whichever; returns how many bytes there were, and whether all came. */
async function read({ body }: Response): Promise<{ bytes: number; isWhole: boolean }> {
  const reader = body?.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return { bytes, isWhole: true };
      bytes += value?.length ?? 0;
    }
  } catch {
    return { bytes, isWhole: false };
  }
}

/** Sends parts without end, up to twice what is passed on; then, or after `parts`, nothing more. */
function provider(parts: number, isEnded: boolean) {
  const state = { isCancelled: false };
  const most = Math.min(parts, (2 * MAX_NUMBERS_ANSWER_BYTES) / PART.length);
  let sent = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull: (controller) => {
      if (sent++ < most) return controller.enqueue(PART.slice());
      if (!isEnded) return new Promise<void>(() => undefined);
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: () => {
      state.isCancelled = true;
    },
  });
  return { body, state };
}

it("an answer within the bounds arrives whole", async () => {
  const { body } = provider(3, true);
  expect(await read(await embed(body))).toEqual({ bytes: 3 * PART.length, isWhole: true });
});

it("an answer without an end is cut off, and its provider is no longer read", async () => {
  const { body, state } = provider(Number.POSITIVE_INFINITY, true);
  const { bytes, isWhole } = await read(await embed(body));
  expect({ isWhole, ...state }).toEqual({ isWhole: false, isCancelled: true });
  expect(bytes).toBeLessThanOrEqual(MAX_NUMBERS_ANSWER_BYTES);
});

it("an answer that goes silent is cut off", async () => {
  const { body, state } = provider(1, false);
  expect(await read(await embed(body))).toEqual({ bytes: PART.length, isWhole: false });
  expect(state.isCancelled).toBe(true);
});

it("an answer that says it is too long is refused", async () => {
  const { body } = provider(1, true);
  const { status } = await embed(body, { "content-length": `${2 * MAX_NUMBERS_ANSWER_BYTES}` });
  expect(status).toBe(502);
});
