// Erasure of one person whose data is in JSON documents.
import { describe, expect, it } from "vitest";
import { JSON_NUMBER_KIND } from "../../../../src/tokens/kinds.ts";
import {
  ended,
  freshVault,
  maskValues,
  type OpenVault,
  readJob,
  submit,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { eraseValues } from "../../../support/vault/person.ts";

const TEXT = "Text Token";

async function endedJob(vault: OpenVault, list: readonly unknown[], kind?: "unmask") {
  const id = await submit(vault, list, kind);
  await ended(vault, id);
  return id;
}

describe("a job that was submitted a document", () => {
  const document = { "Ann Miller": [{ tel: "+44 20 7946 0018", n: 4_105_551_234 }], ann: "x" };

  it.each<[string, string]>([
    ["a name of a member", "ann miller"],
    ["a text", "+44-20-7946.0018"],
    ["a number, masked or not", "4105551234"],
  ])("is purged when %s is looked for", async (_, sought) => {
    const vault = await freshVault();
    const job = await endedJob(vault, [{ value: document, token_name: TEXT, json: true }]);
    const other = await endedJob(vault, [{ value: ["Bob", 1], token_name: TEXT, json: true }]);
    expect((await eraseValues(vault, sought)).matches?.jobs).toBe(1);
    expect(await readJob(vault, job, true)).toMatchObject({ state: "PURGED", input: null });
    expect((await readJob(vault, other))?.state).toBe("SUCCESS");
  });

  it("is left alone where only words of the API match", async () => {
    const vault = await freshVault();
    const item = { value: { n: "x" }, token_name: TEXT, json: true, numbers: ["a"] };
    const job = await endedJob(vault, [item]);
    await eraseValues(vault, "json", "numbers", "value", "path", TEXT);
    expect((await readJob(vault, job))?.state).toBe("SUCCESS");
  });
});

describe("a job that unmasked a document", () => {
  it("is purged for a text it gave back, also under a name of the API", async () => {
    const vault = await freshVault();
    // Values that are names of a token and a format, too: in a result they are somebody's text.
    const [first = "", second = ""] = await maskValues(vault, [TEXT, "see URL here"]);
    const of = (token_value: object) => endedJob(vault, [{ token_value, json: true }], "unmask");
    const jobs = [await of({ token_name: first }), await of({ format: second })];
    expect((await readJob(vault, jobs[0] ?? ""))?.result).toMatchObject([
      { value: { token_name: TEXT } },
    ]);
    await eraseValues(vault, TEXT, "URL");
    for (const job of jobs) expect((await readJob(vault, job))?.state).toBe("PURGED");
  });

  it("is purged for a number it gave back, which is gone itself", async () => {
    const vault = await freshVault();
    const value = 410_555_123_499_999;
    const [token = ""] = await maskValues(vault, [String(value)], JSON_NUMBER_KIND);
    const item = { token_value: { a: [Number(token)] }, numbers: ["a"], json: true };
    const job = await endedJob(vault, [item], "unmask");
    const other = await endedJob(vault, [{ token_value: { a: [5] }, json: true }], "unmask");
    const [number = Number.NaN] = ((await readJob(vault, job))?.result ?? []).map(
      (one) => (one as { value: { a: number[] } }).value.a[0],
    );
    expect(number).toBe(value);
    const { matches } = await eraseValues(vault, String(number));
    expect(matches).toMatchObject({ exact: 1, jobs: 1 });
    expect(await readJob(vault, job)).toMatchObject({ state: "PURGED", result: null });
    expect(await unmaskTokens(vault, [token])).toEqual([null]);
    expect((await readJob(vault, other))?.state).toBe("SUCCESS");
  });
});

it("a document in an unmask job that holds what is looked for beside its tokens is purged", async () => {
  const vault = await freshVault();
  const [token = ""] = await maskValues(vault, ["Bob"]);
  const document = { about: `Ann Miller and <URL>${token}</URL>`, deep: [[{ "x y": 1 }]] };
  const job = await endedJob(vault, [{ token_value: document, json: true }], "unmask");
  expect((await readJob(vault, job))?.state).toBe("SUCCESS");
  await eraseValues(vault, "Ann Miller");
  expect((await readJob(vault, job))?.state).toBe("PURGED");
});
