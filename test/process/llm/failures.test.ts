// Refusals and failures of a provider: in the format of its API, and nothing is forwarded in clear.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_TEXT_BYTES } from "../../../src/core/limits.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { type StubModel, startStubModel } from "../../support/node/stub-model.ts";

const KEY = "sk-of-the-operator-0123456789";
const VALUE = "ada.lovelace@example.com";

let stub: StubModel;
let service: Service;
let token: string;
let maskOnly: string;

beforeAll(async () => {
  stub = await startStubModel();
  service = await startService({
    args: ["--llm", `openai=${stub.url}`],
    env: { LLM_OPENAI_KEY: KEY, LLM_PATIENCE_SECONDS: "1" },
  });
  token = await newToken(service, "chat", "me", ["mask", "unmask", "metadata_change"]);
  maskOnly = await newToken(service, "chat", "masker", ["mask"]);
}, 120_000);

afterAll(async () => {
  await stub.stop();
  await cleanUp();
});

function post(
  body: unknown,
  headers: Record<string, string> = {},
  path = "openai/v1/chat/completions",
) {
  return fetch(`${service.url}/llm/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body:
      typeof body === "string" || body instanceof Uint8Array
        ? (body as string)
        : JSON.stringify(body),
  });
}

const chat = (model: string, more: object = {}) => ({
  model,
  messages: [{ role: "user", content: `Write to ${VALUE} today` }],
  ...more,
});

/** Status, type and code of a failure in OpenAI's words. */
async function failureOf(answer: Response) {
  const { error } = (await answer.json()) as {
    error: { message: string; type: string; code: string };
  };
  expect(typeof error.message).toBe("string");
  return [answer.status, error.code];
}

describe("a request that is refused", () => {
  it.each([
    ["compressed", 415, "encoded_body", () => post(chat("echo"), { "content-encoding": "zstd" })],
    [
      "of another type",
      415,
      "unsupported_media_type",
      () => post("x", { "content-type": "text/plain" }),
    ],
    [
      "compressed after all",
      415,
      "encoded_body",
      () => post(chat("echo"), { "content-encoding": "identity, gzip" }),
    ],
    ["no JSON", 400, "invalid_json", () => post("{")],
    ["a list", 400, "invalid_body", () => post([])],
    ["nested deeply", 400, "too_deep", () => post(`${"[".repeat(10_000)}${"]".repeat(10_000)}`)],
    [
      "too large",
      413,
      "payload_too_large",
      () => post({ ...chat("echo"), user: "x".repeat(5_000_000) }),
    ],
    [
      "with what is not known",
      400,
      "unknown_member",
      () => post(chat("echo", { secret_notes: VALUE })),
    ],
    [
      "with a picture",
      400,
      "media_refused",
      () =>
        post({
          model: "echo",
          messages: [
            { role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }] },
          ],
        }),
    ],
    [
      "under no policy",
      400,
      "policy_unknown",
      () => post(chat("echo"), { "vault-policy": "nobody's" }),
    ],
    [
      "by a stranger",
      401,
      "unauthenticated",
      () => post(chat("echo"), { authorization: "Bearer x" }),
    ],
    ["to nowhere", 404, "not_found", () => post(chat("echo"), {}, "openai/v1/nowhere")],
    [
      "in one endless word",
      400,
      "value_too_long",
      () => post({ ...chat("echo"), user: "x".repeat(MAX_TEXT_BYTES + 1) }),
    ],
  ])("%s is answered %i %s and not forwarded", async (_what, status, code, ask) => {
    const before = stub.seen.length;
    expect(await failureOf(await ask())).toEqual([status, code]);
    expect(stub.seen.length).toBe(before);
  });

  it("is not one with a word as long as a text may be", async () => {
    const answer = await post({ ...chat("echo"), user: "x".repeat(MAX_TEXT_BYTES) });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });

  it.each(["identity", "Identity", "IDENTITY, identity"])("is taken as %s", async (coding) => {
    const answer = await post(chat("echo"), { "content-encoding": coding });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(VALUE);
  });

  it("is answered 405 by another method, and an unnamed provider 404, each in its API's words", async () => {
    const wrong = await fetch(`${service.url}/llm/openai/v1/chat/completions`);
    expect(await failureOf(wrong)).toEqual([405, "method_not_allowed"]);
    const unnamed = await post(chat("echo"), {}, "anthropic/v1/messages");
    expect(await unnamed.json()).toMatchObject({
      type: "error",
      error: { code: "provider_unknown" },
    });
    expect(unnamed.status).toBe(404);
  });
});

describe("a provider", () => {
  it.each([
    ["401", 502, "provider_refused_key"],
    ["403", 502, "provider_refused_key"],
    ["302", 502, "provider_unreadable"],
    ["page", 502, "provider_unreadable"],
    ["gone", 502, "provider_unreachable"],
    ["half", 502, "provider_cut_off"],
    ["silent", 504, "provider_too_slow"],
  ])("that answers %s becomes %i %s", async (model, status, code) => {
    for (const stream of [false, true]) {
      expect(await failureOf(await post(chat(model, { stream })))).toEqual([status, code]);
    }
  });

  it("is asked once more when its connection fails at once, and left when it is too slow", async () => {
    const before = stub.seen.length;
    await failureOf(await post(chat("gone")));
    expect(stub.seen.length).toBe(before + 2);
    const left = stub.left();
    expect(await failureOf(await post(chat("worked")))).toEqual([504, "provider_too_slow"]);
    await waitFor("the provider is left", () => stub.left() > left, 20_000);
    // Its connection would fail by now.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(stub.seen.length).toBe(before + 3);
  });

  it("is passed on with its status, its words restored, and when to try again", async () => {
    const answer = await post(chat("429"));
    expect(answer.status).toBe(429);
    expect(await answer.json()).toEqual({ error: { message: `Not so: Write to ${VALUE} today` } });
    expect(JSON.stringify(stub.seen.at(-1))).not.toContain(VALUE);
    expect(answer.headers.get("retry-after")).toBe("7");
  });

  it.each(["cut", "stalled"])(
    "whose stream is %s has it end with a failure, after what had come",
    async (how) => {
      const answer = await post(chat(how, { stream: true }));
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(text).toContain("Write");
      const code = how === "cut" ? "provider_cut_off" : "provider_too_slow";
      expect(text.trim().split("\n\n").at(-1)).toContain(`"code":"${code}"`);
      expect(text).not.toContain("[DONE]");
    },
  );

  it("is left when its reader leaves", async () => {
    const { left } = stub;
    const before = left();
    const stop = new AbortController();
    const answer = await fetch(`${service.url}/llm/openai/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(chat("endless", { stream: true })),
      signal: stop.signal,
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    stop.abort();
    await waitFor("the provider is left", () => left() > before, 20_000);
  });
});

describe("what is said and passed on", () => {
  it("is the operator's key and what the API has, and nothing of the caller's", async () => {
    const headers = {
      "openai-project": "proj_1",
      "x-api-key": "mine",
      cookie: "a=b",
      "x-forwarded-for": "1.2.3.4",
    };
    const answer = await post(chat("echo"), headers);
    const seen = stub.seen.at(-1);
    expect(seen?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(seen?.headers["openai-project"]).toBe("proj_1");
    expect(seen?.headers["accept-encoding"]).toBe("identity");
    for (const name of ["x-api-key", "cookie", "x-forwarded-for"])
      expect(seen?.headers[name]).toBeUndefined();
    expect(JSON.stringify(seen)).not.toContain(token);
    expect(answer.headers.get("x-request-id")).toBe("stub-1");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const streamed = await post(chat("echo", { stream: true }));
    expect(streamed.headers.get("x-accel-buffering")).toBe("no");
    expect(streamed.headers.get("content-type")).toContain("text/event-stream");
    await streamed.text();
  });

  it("comes back masked to who may not unmask", async () => {
    const answer = await post(chat("echo"), { authorization: `Bearer ${maskOnly}` });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain("Write to ");
    expect(text).not.toContain(VALUE);
  });

  it("has a hint in it only when something was masked, and once", async () => {
    await post({ model: "echo", messages: [{ role: "user", content: "Say hello" }] });
    expect(stub.seen.at(-1)?.body).not.toContain("replaced by tokens");
    await post(chat("echo"));
    expect(stub.seen.at(-1)?.body.split("replaced by tokens").length).toBe(2);
    const data = { policy_name: "quiet" };
    await send(service, token, "metadata/policy/create", { data });
    await send(service, token, "metadata/policy/settings", {
      data: { ...data, llm: { hint: false } },
    });
    await post(chat("echo"), { "vault-policy": "quiet" });
    expect(stub.seen.at(-1)?.body).not.toContain("replaced by tokens");
  });

  it("stands in no log, and the key in no file", async () => {
    await post(chat("half"));
    const config = readFileSync(join(service.dataDir, "run", "workerd.capnp"), "utf8");
    for (const secret of [KEY, VALUE, token]) {
      expect(service.logs()).not.toContain(secret);
      expect(config).not.toContain(secret);
    }
  });
});
