// Bodies and queries that are small to send and large to handle: each is refused early, and the service continues.
import { describe, expect, it } from "vitest";
import { newVault } from "../../support/namespaces.ts";
import { call, mask, PATHS, pollJob, submit, unmask } from "../../support/requests.ts";

const VALUE = { value: "x", token_name: "Text Token" };

async function refusalOf(path: string, raw: string) {
  const { token } = await newVault();
  const answer = await call("PUT", path, { token, raw });
  expect((await mask(token, [VALUE]))[0]?.token_value).toBeTypeOf("string");
  return { status: answer.status, code: answer.error.code };
}

describe("an asynchronous body is refused early", () => {
  it("with a million members beside its list", async () => {
    const members = Array.from({ length: 1_000_000 }, (_, i) => `"${i.toString(36)}":1`).join(",");
    expect(await refusalOf(PATHS.maskAsync, `{"mask":[{"value":"x"}],${members}}`)).toEqual({
      status: 413,
      code: "too_much_beside_list",
    });
  });

  it("with one large member beside its list", async () => {
    const raw = `{"junk":"${"x".repeat(1_100_000)}","mask":[{"value":"x"}]}`;
    expect((await refusalOf(PATHS.maskAsync, raw)).code).toBe("too_much_beside_list");
  });

  it("with millions of items", async () => {
    const raw = `{"mask":[${"1,".repeat(5_000_000)}1]}`;
    expect(await refusalOf(PATHS.maskAsync, raw)).toEqual({ status: 413, code: "too_many_items" });
  });

  it("when it is a bare list, however long", async () => {
    const raw = `[${"{},".repeat(5_000_000)}{}]`;
    expect((await refusalOf(PATHS.maskAsync, raw)).code).toBe("mask_missing");
  });
});

describe("a synchronous request", () => {
  it("with more entities than it may have is refused, and a job does it", async () => {
    const { token } = await newVault();
    const text = "10.1.2.3 ".repeat(6_000);
    const sent = { token, body: { mask: [{ value: text }, { value: text }] } };
    const answer = await call("PUT", PATHS.mask, sent);
    expect([answer.status, answer.error.code]).toEqual([413, "too_many_entities"]);
    const job = await pollJob(token, await submit(token, "mask", sent.body));
    expect(job.status).toBe("SUCCESS");
  });

  it.each([
    ["a document of many values", 1_000, 1],
    ["many items", 1, 40],
  ])("whose attributes come to millions of pairs, for %s", async (_name, texts, count) => {
    const { token } = await newVault();
    const value = texts === 1 ? "t" : Array.from({ length: texts }, (_, i) => `t${i}`);
    const attributes = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`k${i}`, 1]));
    const item = { value, json: true, token_name: "Text Token", attributes };
    const body = { mask: Array(count).fill(item) };
    const answer = await call("PUT", PATHS.mask, { token, body });
    expect([answer.status, answer.error.code]).toEqual([413, "too_many_attributes"]);
    const job = await pollJob(token, await submit(token, "mask", body));
    // Short items are cut into chunks, each of which is within the limit.
    expect(job.status).toBe(texts === 1 ? "SUCCESS" : "FAILED");
    expect(job.error_msg ?? "").toContain(texts === 1 ? "" : "Attributes times values");
  });

  it("whose values have a dozen attributes each is served", async () => {
    const { token } = await newVault();
    const attributes = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`k${i}`, i]));
    const items = Array.from({ length: 1_000 }, (_, i) => ({
      ...VALUE,
      value: `v${i}`,
      attributes,
    }));
    expect(await mask(token, items)).toHaveLength(1_000);
  });

  it("that keeps known tokens still lets the words it leaves alone come back", async () => {
    const { token } = await newVault();
    const body = { known_tokens: "keep", mask: [{ value: "neverseen" }] };
    const answer = await call("PUT", PATHS.mask, { token, body });
    expect(answer.status).toBe(200);
    expect(await unmask(token, ["neverseen"])).toEqual(["neverseen"]);
  });
});

describe("a status call", () => {
  it("counts an id as often as it is asked for", async () => {
    const { token } = await newVault();
    const items = Array.from({ length: 400 }, (_, i) => ({
      value: `${i} ${"y".repeat(4_000)}`,
      token_name: "Text Token",
    }));
    const id = await submit(token, "mask", { mask: items });
    await pollJob(token, id);
    const status = Array.from({ length: 60 }, () => ({ tracking_id: id }));
    const answer = await call("PUT", PATHS.status, { token, body: { status } });
    expect([answer.status, answer.error.code]).toEqual([413, "result_too_large"]);
    expect(answer.error.message).toContain(id);
  });

  it("counts inputs it was asked to include", async () => {
    const { token } = await newVault();
    const items = Array.from({ length: 400 }, () => ({
      value: "z".repeat(4_097),
      token_name: "X",
    }));
    const id = await submit(token, "mask", { mask: items });
    await pollJob(token, id);
    const status = Array.from({ length: 60 }, () => ({ tracking_id: id }));
    const body = { status, include_input: true };
    const answer = await call("PUT", PATHS.status, { token, body });
    expect([answer.status, answer.error.code]).toEqual([413, "result_too_large"]);
  });
});
