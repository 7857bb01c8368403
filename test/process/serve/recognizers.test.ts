// `serve --recognizer`: texts are masked with the findings of an external recognizer, or not at all.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Analyzer,
  ONLY_IT_KNOWS,
  RECORDED,
  startAnalyzer,
} from "../../support/node/analyzer.ts";
import { ask, newToken, send } from "../../support/node/api-client.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const VALUE = ONLY_IT_KNOWS;
const TEXT = `Said to nobody: ${VALUE} 😀.`;
const ENTITIES = {
  ...{ US_DRIVER_LICENSE: "DRIVING_LICENSE_NUMBER", SECRET_WORD: "SECRET" },
  ...{ PERSON: "PERSON", LOCATION: "LOCATION" },
};
const PATIENCE_MS = 3_000;

let analyzer: Analyzer;
let service: Service;
let token: string;
const env = { RECOGNIZERS_PATIENCE_MS: String(PATIENCE_MS), AUDIT: "strict" };
const args = () => [
  ...["--recognizer", `presidio=${analyzer.url}`],
  ...["--recognizer", "nobody=http://127.0.0.1:9/analyze"],
];

/** A policy that asks. */
async function policyWith(policy_name: string, external: object | null): Promise<void> {
  await send(service, token, "metadata/policy/create", { data: { policy_name } });
  const data = { policy_name, external };
  const answer = await send(service, token, "metadata/policy/settings", { data });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const mask = (policy_name: string, ...texts: string[]) =>
  send(service, token, "mask", {
    ...{ policy_name, explain: true },
    mask: texts.map((value) => ({ value })),
  });

beforeAll(async () => {
  analyzer = await startAnalyzer();
  service = await startService({ args: args(), env });
  token = await newToken(service, "opinions", "ada", ["mask", "unmask", "metadata_change"]);
  await policyWith("strict", { recognizer: "presidio", entities: ENTITIES });
  await policyWith("lax", { recognizer: "presidio", entities: ENTITIES, optional: true });
  await policyWith("gone", { recognizer: "nobody", entities: ENTITIES });
});

beforeEach(() => {
  analyzer.mood = "well";
  analyzer.asked.length = 0;
});

afterAll(async () => {
  await cleanUp();
  analyzer.close();
});

describe("an external recognizer", () => {
  it("is not asked any more once the change of a policy is answered, nor does its failure count", async () => {
    await policyWith("changing", { recognizer: "presidio", entities: ENTITIES });
    const change = (external: object | null) =>
      send(service, token, "metadata/policy/settings", {
        data: { policy_name: "changing", external },
      });
    const detected = () =>
      send(service, token, "detect", { policy_name: "changing", detect: [{ value: TEXT }] });
    for (const search of [() => mask("changing", TEXT), detected]) {
      await change({ recognizer: "presidio", entities: ENTITIES });
      expect((await search()).status).toBe(200);
      analyzer.asked.length = 0;
      analyzer.mood = "failing";
      expect((await change(null)).status).toBe(200);
      expect((await search()).status).toBe(200);
      expect(analyzer.asked).toEqual([]);
      analyzer.mood = "well";
    }
  });

  it("is asked about a text as Presidio is, and finds what ours do not", async () => {
    const { status, body } = await mask("strict", TEXT);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(analyzer.asked).toEqual([
      { text: TEXT, language: "en", entities: Object.keys(ENTITIES) },
    ]);
    expect(body.data[0].token_value).not.toContain(VALUE);
    expect(body.data[0].individual_tokens).toMatchObject([
      {
        ...{ value: VALUE, pii_type: "SECRET", score: 0.9 },
        ...{ recognizer: "external:presidio", reason: "it says SECRET_WORD" },
      },
    ]);
    const { token_value } = body.data[0];
    const back = await send(service, token, "unmask", { unmask: [{ token_value }] });
    expect(back.body.data[0].value).toBe(TEXT);
    expect((await mask("", TEXT)).body.data[0].token_value).toContain(VALUE);
  });

  it("counts code points, as the recorded answers of one do", async () => {
    const [licence = "", doctor = ""] = Object.keys(RECORDED);
    const detected = await send(service, token, "detect", {
      ...{ policy_name: "strict" },
      detect: [{ value: licence }, { value: doctor }],
    });
    const [one, other] = detected.body.data;
    expect(one.entities).toContainEqual(
      expect.objectContaining({ value: "H12234567", start_pos: 31, end_pos: 40 }),
    );
    expect(other.entities).toContainEqual(
      expect.objectContaining({ value: "Zorbrunn Quaxly", start_pos: 7, end_pos: 22 }),
    );
  });

  it("is asked for documents, jobs, streams and guardrails alike", async () => {
    const data = { policy_name: "strict" };
    const value = { note: [TEXT] };
    const document = await send(service, token, "mask", { ...data, mask: [{ value, json: true }] });
    expect(JSON.stringify(document.body.data[0].token_value)).not.toContain(VALUE);
    const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain" };
    const stream = await fetch(`${service.url}/api/vault/mask/stream?policy_name=strict`, {
      ...{ method: "PUT", headers, body: `${TEXT}\n`.repeat(40) },
    });
    const text = await stream.text();
    expect(text.split("\n")).toHaveLength(41);
    expect(text).not.toContain(VALUE);
    const guarded = await fetch(`${service.url}/beta/litellm_basic_guardrail_api`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ input_type: "request", litellm_call_id: "call", texts: [TEXT] },
        additional_provider_specific_params: data,
      }),
    });
    const [sent] = ((await guarded.json()) as { texts: string[] }).texts;
    expect(sent).toMatch(/^Said to nobody: .+ 😀\.$/u);
    expect(sent).not.toContain(VALUE);
    const job = await send(service, token, "mask/async", { ...data, mask: [{ value: TEXT }] });
    expect(await maskedBy(job.body.data[0].tracking_id)).not.toContain(VALUE);
  });

  it("is asked about many texts at a time, each once", async () => {
    analyzer.mood = "slow";
    const texts = Array.from({ length: 24 }, (_, i) => `${TEXT} ${i % 12}`);
    analyzer.most = 0;
    const { status } = await mask("strict", ...texts);
    expect(status).toBe(200);
    expect(analyzer.most).toBe(4);
    expect(analyzer.asked).toHaveLength(12);
  });
});

/** What a job of one text has made of it. */
async function maskedBy(tracking_id: string): Promise<string> {
  let masked = "";
  await waitFor("the job has ended well", async () => {
    const answer = await send(service, token, "async-status", { status: [{ tracking_id }] });
    const [{ status, result }] = answer.body.data;
    if (status === "SUCCESS") masked = result[0].token_value;
    return status === "SUCCESS";
  });
  return masked;
}

const FAILURES = [
  ["says nothing", "silent", ""],
  ["fails", "failing", ""],
  ["leads elsewhere", "elsewhere", ""],
  ["answers too much", "long", ""],
  ["answers no JSON", "broken", "<html>"],
  ["answers no list", "broken", '{"error":"no"}'],
  ["finds nothing that has a place", "broken", '[{"entity_type":"PERSON","score":1}]'],
  [
    "finds something behind the text",
    "broken",
    '[{"entity_type":"PERSON","start":0,"end":99999,"score":1}]',
  ],
] as const;

describe("where it", () => {
  it.each(FAILURES)("%s, nothing is masked, unless that is optional", async (_, mood, answer) => {
    Object.assign(analyzer, { mood, answer });
    const refused = await mask("strict", TEXT);
    expect([refused.status, refused.body.error.code]).toEqual([503, "recognizer_unavailable"]);
    expect(JSON.stringify(refused.body)).not.toContain(VALUE);
    const masked = await mask("lax", `${TEXT} Write to ada@example.com`);
    expect(masked.status).toBe(200);
    expect(masked.body.data[0].token_value).not.toContain("ada@example.com");
    expect(service.logs()).toContain("recognizer.no-answer");
    expect(service.logs()).not.toContain(VALUE);
  });

  it("is not reached, neither texts nor streams nor jobs are masked", async () => {
    expect((await mask("gone", TEXT)).status).toBe(503);
    const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain" };
    const stream = await fetch(`${service.url}/api/vault/mask/stream?policy_name=gone`, {
      ...{ method: "PUT", headers, body: `${TEXT}\n` },
    });
    expect(await stream.text().catch(String)).not.toContain(VALUE);
  });

  it("comes back in time, a job goes on", async () => {
    analyzer.mood = "failing";
    const job = await send(service, token, "mask/async", {
      ...{ policy_name: "strict" },
      mask: [{ value: TEXT }],
    });
    await waitFor("it was asked", () => analyzer.asked.length > 0);
    analyzer.mood = "well";
    const masked = await maskedBy(job.body.data[0].tracking_id);
    expect(masked).toMatch(/^Said to nobody: .+ 😀\.$/u);
    expect(masked).not.toContain(VALUE);
  });
});

describe("a policy", () => {
  const change = (external: unknown, policy_name = "strict") =>
    send(service, token, "metadata/policy/settings", { data: { policy_name, external } });

  it("tells whom it asks, until it asks nobody", async () => {
    await policyWith("brief", { recognizer: "presidio", entities: { X: "SECRET" } });
    const shown = () => ask(service, token, "metadata/policy/settings?policy_name=brief");
    expect((await shown()).body.data.external).toEqual({
      ...{ recognizer: "presidio", language: "en", entities: { X: "SECRET" }, optional: false },
    });
    await policyWith("brief", null);
    expect((await shown()).body.data.external).toBeNull();
    expect((await mask("brief", TEXT)).status).toBe(200);
    expect(analyzer.asked).toEqual([]);
  });

  it.each([
    ["a name that the operator has not given", { recognizer: "http://127.0.0.1/analyze" }],
    ["no types", { entities: {} }],
    ["a type of ours that there is not", { entities: { PERSON: "PERSONS" } }],
    ["a type that is no name", { entities: { "a b": "PERSON" } }],
    ["a language that is none", { language: "en; drop" }],
    ["an address", { url: "http://127.0.0.1/" }],
  ])("with %s is refused", async (_, wrong) => {
    const answer = await change({ recognizer: "presidio", entities: ENTITIES, ...wrong });
    expect(answer.status).toBe(400);
    if ("recognizer" in wrong) {
      expect(answer.body.error).toMatchObject({
        ...{ code: "invalid_field", allowed: ["presidio", "nobody"] },
      });
    }
  });

  it("that asks whom the operator names no more masks nothing, and no other may be made", async () => {
    await service.stop();
    const { dataDir, secrets } = service;
    service = await startService({ dataDir, secrets, env });
    const refused = await mask("strict", TEXT);
    expect([refused.status, refused.body.error.code]).toEqual([503, "recognizer_unavailable"]);
    expect((await mask("lax", TEXT)).status).toBe(200);
    const answer = await change({ recognizer: "presidio", entities: ENTITIES });
    expect([answer.status, answer.body.error.allowed]).toEqual([400, []]);
    expect(analyzer.asked).toEqual([]);
  });
});

describe("serve --recognizer", () => {
  it.each([
    ["presidio=http://example.com/analyze", "needs https"],
    ["presidio", "has no URL"],
    ["presidio=http://localhost:3000/analyze?x=1", "nothing more"],
  ])("%s is refused: %s", async (recognizer, why) => {
    const options = ["--port", "0", "--data", temporaryFolder(), "--recognizer", recognizer];
    const { code, err } = await runHere("serve.ts", options, service.secrets);
    expect(err).toContain(`--recognizer takes NAME=URL`);
    expect(err).toContain(why);
    expect(code).toBe(64);
  });
});
