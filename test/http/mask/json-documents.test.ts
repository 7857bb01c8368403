// JSON documents through the service: masked and unmasked in synchronous requests and in jobs.

import { describe, expect, it } from "vitest";
import type { JsonDocument, MaskedItem } from "../../../src/masking/item.ts";
import { documents, shapeOf } from "../../support/masking/memory-json-vault.ts";
import { newVault } from "../../support/namespaces.ts";
import { cases, fc, IS_LONG } from "../../support/properties.ts";
import {
  type Answer,
  accepted,
  call,
  only,
  PATHS,
  pollJob,
  submit,
  tokenOf,
  tryStatus,
} from "../../support/requests.ts";

/** The same documents in every run, so that a failure can be reproduced. */
const SEED = 20_260_107;

interface Sent {
  readonly value?: unknown;
  readonly token_value?: unknown;
  readonly token_name?: string;
  readonly json?: boolean;
  readonly numbers?: readonly string[];
}

function tryMask(token: string, mask: readonly Sent[], options = {}) {
  return call<MaskedItem<JsonDocument>[]>("PUT", PATHS.mask, { token, body: { mask, ...options } });
}

async function maskAll(token: string, items: readonly Sent[], options = {}) {
  return accepted(await tryMask(token, items, options));
}

async function unmaskAll(token: string, unmask: readonly Sent[], options = {}) {
  const body = { unmask, ...options };
  return accepted(await call<MaskedItem<JsonDocument>[]>("PUT", PATHS.unmask, { token, body }));
}

/** The result of a job that must succeed. */
async function jobResult(token: string, kind: "mask" | "unmask", list: readonly Sent[], more = {}) {
  const id = await submit(token, kind, { [kind]: list, ...more });
  await pollJob(token, id);
  const record = only(accepted(await tryStatus(token, [id], { include_input: true })));
  expect(record.error_msg).toBeNull();
  return {
    result: record.result as unknown as MaskedItem<JsonDocument>[],
    input: record.input_payload,
  };
}

describe("any document", () => {
  const modes = [{}, { token_name: "Text Token" }, { token_name: "Special Token" }];

  it.each(modes)("comes back deep-equal, at once and as a job (%j)", async (mode) => {
    const { token } = await newVault();
    const values = fc.sample(documents, { numRuns: cases(240), seed: SEED });
    const items = values.map((value) => ({ value, ...mode }));
    const masked = await maskAll(token, items, { json: true });
    expect(masked.map((item) => shapeOf(item.token_value))).toEqual(values.map(shapeOf));
    const tokens = masked.map(({ token_value }) => ({ token_value, json: true }));
    const back = await unmaskAll(token, tokens);
    expect(back.map(({ value }) => JSON.stringify(value))).toEqual(
      values.map((value) => JSON.stringify(value)),
    );
    const job = await jobResult(token, "mask", items, { json: true });
    expect(job.result).toEqual(masked);
    expect(job.input).toEqual({ mask: items, json: true });
    expect((await jobResult(token, "unmask", tokens)).result).toEqual(back);
  });
});

describe("numbers of named members", () => {
  it("become numbers and come back as the numbers they were, at once and as a job", async () => {
    const { token } = await newVault();
    const options = { json: true, numbers: ["ssn", "none"] };
    const n = -410_555.25;
    const sent = {
      value: { ssn: n, ssns: n, list: [{ ssn: [n, true, [n + 1]] }], x: "ada@example.com" },
      ...options,
    };
    const masked: Answer<MaskedItem<JsonDocument>[]> = await tryMask(token, [sent]);
    const answer = only(accepted(masked));
    const value = sent.value as { ssn: number };
    const token_value = answer.token_value as unknown as { ssn: number; ssns: number };
    expect(token_value.ssn).toBeTypeOf("number");
    expect(token_value.ssn).not.toBe(value.ssn);
    expect(token_value.ssns).toBe(value.ssn);
    expect(token_value).toMatchObject({
      list: [{ ssn: [token_value.ssn, true, [expect.any(Number)]] }],
    });
    expect(answer).toMatchObject({ ...options, value, individual_tokens: [{ path: "/x" }] });
    const back = { token_value, ...options };
    expect(await unmaskAll(token, [back])).toEqual([{ value, ...back }]);
    expect((await jobResult(token, "unmask", [back])).result).toEqual([{ value, ...back }]);
    expect((await jobResult(token, "mask", [sent])).result).toEqual([answer]);
  });

  it("stand for numbers only, not for what a text of the same digits stands for", async () => {
    const { token } = await newVault();
    const digits = await tokenOf(token, "4821", "Numeric Token");
    const planted = { token_value: { pin: Number(digits) }, numbers: ["pin"] };
    const answer = await call("PUT", PATHS.unmask, {
      token,
      body: { unmask: [planted], json: true },
    });
    expect(answer.error).toMatchObject({ code: "unmask_failed", item_index: 0 });
  });

  it("that are no tokens fail the request with the item's position", async () => {
    const { token } = await newVault();
    const unmask = [{ token_value: [] }, { token_value: { n: 123456 }, numbers: ["n"] }];
    const answer = await call("PUT", PATHS.unmask, { token, body: { unmask, json: true } });
    expect(answer.error).toMatchObject({ code: "unmask_failed", item_index: 1 });
    const record = await pollJob(token, await submit(token, "unmask", { unmask, json: true }));
    expect(record).toMatchObject({
      status: "FAILED",
      error_code: "unmask_failed",
      error_item_index: 1,
    });
  });
});

describe("json", () => {
  it("of an item counts before that of the request", async () => {
    const { token } = await newVault();
    const mask = [{ value: ["a b"] }, { value: ["a b"], json: false }];
    expect((await tryMask(token, mask, { json: true })).error).toMatchObject({
      code: "invalid_field",
      item_index: 1,
    });
    expect((await tryMask(token, [{ value: ["a b"], json: true }], { json: false })).status).toBe(
      200,
    );
  });

  it("is repeated in the answer of an item that has it, not of one that has not", async () => {
    const { token } = await newVault();
    const items = [
      { value: ["a b"] },
      { value: ["a b"], json: true },
      { value: "a b", json: false },
    ];
    expect(await maskAll(token, items, { json: true })).toEqual([
      { value: ["a b"], token_value: ["a b"], individual_tokens: [] },
      { value: ["a b"], json: true, token_value: ["a b"], individual_tokens: [] },
      { value: "a b", json: false, token_value: "a b", individual_tokens: [] },
    ]);
  });

  it("changes nothing for a text", async () => {
    const { token } = await newVault();
    const value = "Mail ada@example.com";
    const [plain, json] = await maskAll(token, [{ value }, { value, json: true }]);
    expect(json).toEqual({ ...plain, json: true });
    const texts = [{ token_value: plain?.token_value, json: true }];
    expect(await unmaskAll(token, texts)).toMatchObject([{ value }]);
  });
});

it("a text of a document gets the token it gets alone, in auto-detect and in token mode", async () => {
  const { token } = await newVault();
  const [entity, whole] = await maskAll(
    token,
    [
      { value: { "a/b": ["😀 ada@example.com"] } },
      { value: { "a/b": ["ada@example.com"] }, token_name: "Text Token" },
    ],
    { json: true },
  );
  const [alone, plain] = await maskAll(token, [
    { value: "ada@example.com" },
    { value: "ada@example.com", token_name: "Text Token" },
  ]);
  const of = alone?.individual_tokens?.[0];
  expect(entity?.individual_tokens).toEqual([
    { ...of, start_pos: 2, end_pos: 17, path: "/a~1b/0" },
  ]);
  expect(whole?.token_value).toEqual({ "a/b": [plain?.token_value] });
  expect(whole?.individual_tokens).toBeUndefined();
});

it.runIf(IS_LONG)("the largest document of many texts comes back, from a job", async () => {
  const { token } = await newVault();
  // Texts of one letter, which grow most: every one is masked as a whole.
  const value: JsonDocument = Array.from({ length: 13_000 }, (_, i) =>
    i % 7 === 0 ? " " : `${i % 10}`,
  );
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(65_536);
  const { result } = await jobResult(token, "mask", [{ value, json: true }]);
  const token_value = result[0]?.token_value;
  const back = await jobResult(token, "unmask", [{ token_value, json: true }]);
  expect(JSON.stringify(back.result[0]?.value) === JSON.stringify(value)).toBe(true);
});
