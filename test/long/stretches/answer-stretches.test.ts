// However long, no answer of a language model holds the thread for longer than 50 ms.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { LONGEST_MS, type Probe, startProbe } from "../../support/node/stretches.ts";
import { LONGEST_LETTERS, type StubModel, startStubModel } from "../../support/node/stub-model.ts";

const PROMPT = "Write to Ada Lovelace (ada.lovelace@example.com) about 12 Elm Street. ";

let stub: StubModel;
let service: Service;
let probe: Probe;
let token: string;

beforeAll(async () => {
  stub = await startStubModel();
  const urls = [`openai=${stub.url}`, `anthropic=${stub.url}`];
  service = await startService({ args: urls.flatMap((url) => ["--llm", url]) });
  token = await newToken(service, "chat", "me", ["mask", "unmask"]);
  probe = startProbe(service);
  await ask("openai/v1/chat/completions", { model: "m", messages: said(PROMPT) });
});

afterAll(async () => {
  await probe.stop();
  await stub.stop();
  await cleanUp();
});

const said = (content: string) => [{ role: "user", content }];

async function ask(path: string, body: object): Promise<string> {
  const answer = await fetch(`${service.url}/${path.startsWith("beta") ? path : `llm/${path}`}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(`${answer.status} ${answer.ok ? "" : text}`).toBe("200 ");
  return text;
}

const CHAT = "openai/v1/chat/completions";
const RESPONSES = "openai/v1/responses";
const MESSAGES = "anthropic/v1/messages";

describe(`an answer of ${LONGEST_LETTERS} letters`, () => {
  it.each([
    ["of Chat Completions", CHAT, { messages: said(PROMPT) }],
    ["of Responses", RESPONSES, { input: PROMPT }],
    ["of Messages", MESSAGES, { max_tokens: 9, messages: said(PROMPT) }],
  ])("%s", async (_name, path, body) => {
    for (const stream of [false, true]) {
      const whole = async () => {
        const text = await ask(path, { model: "longest", stream, ...body });
        expect(text.length).toBeGreaterThan((LONGEST_LETTERS * 2) / 3);
        expect(text).not.toMatch(/ per[0-9a-z]{16}/);
      };
      expect(await probe.stretchOf(whole)).toBeLessThan(LONGEST_MS);
    }
  });
});

it("an answer of hundreds of thousands of numbers", async () => {
  const whole = () => ask("openai/v1/embeddings", { model: "longest", input: PROMPT });
  expect(await probe.stretchOf(whole)).toBeLessThan(LONGEST_MS);
});

it("a request of 3.5 MB with names that its answer has word by word", async () => {
  const text = PROMPT + "The weather was fine.\n".repeat(160_000);
  const whole = () => ask(CHAT, { model: "m", messages: said(text) });
  expect(await probe.stretchOf(whole)).toBeLessThan(LONGEST_MS);
});

it("a long text of a guardrail", async () => {
  const call = { litellm_call_id: "call-1" };
  const guardrail = (input_type: string, text: string) =>
    ask("beta/litellm_basic_guardrail_api", { ...call, input_type, texts: [text] });
  const { texts } = JSON.parse(await guardrail("request", PROMPT));
  const whole = async () => {
    const said = JSON.parse(await guardrail("response", texts[0].repeat(40_000)));
    expect(said.texts[0]).toBe(PROMPT.repeat(40_000));
  };
  expect(await probe.stretchOf(whole)).toBeLessThan(LONGEST_MS);
});
