// docs/decisions/laws.md#stable, #one-token-one-value-for-ever: a value has one token, whichever operation masks it and
// however many requests run at once.
import { describe, expect, it } from "vitest";
import { ENTITIES, type EntityType } from "../../../src/core/entities.ts";
import { newVault } from "../../support/namespaces.ts";
import {
  type Item,
  mask,
  maskText,
  only,
  pollJob,
  submit,
  unmask,
} from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const VALUES = {
  EMAIL_ADDRESS: "ada@example.org",
  PHONE_NUMBER: "+44 7943 582088",
  URL: "https://example.org/ada?x=1",
  IP_ADDRESS: "10.20.30.40",
  MAC_NUMBER: "00:1A:2B:3C:4D:5E",
  CREDIT_CARD: "4111111111111111",
  US_SSN: "756-45-6689",
  ACC_NO: "DE89370400440532013000",
  LITERAL: "<EMAIL>planted</EMAIL>",
} as const satisfies Partial<Record<EntityType, string>>;

type Sampled = keyof typeof VALUES;
const TYPES = Object.keys(VALUES) as Sampled[];

/** The item in token or format mode that equals auto-detect according to the public table. */
function itemOf(type: Sampled): Item {
  const { tokenName, format } = ENTITIES[type];
  const value = VALUES[type];
  return { value, token_name: tokenName, ...(format === null ? {} : { format }) };
}

describe("one value has one token", () => {
  it.each(TYPES)("%s: from auto-detect, from its row of the table and from a job", async (type) => {
    const { token, nid } = await newVault();
    const detected = only((await maskText(token, VALUES[type])).individual_tokens ?? []);
    expect(detected.pii_type).toBe(type);
    const direct = only(await mask(token, [itemOf(type)]));
    expect(direct.token_value).toBe(detected.token);
    const job = await pollJob(
      token,
      await submit(token, "mask", { mask: [itemOf(type), { value: VALUES[type] }] }),
    );
    expect(job.result?.[0]?.token_value).toBe(detected.token);
    expect(job.result?.[1]?.individual_tokens?.[0]?.token).toBe(detected.token);
    expect((await countRows(nid)).mapping).toBe(1);
  });

  it.each(TYPES)("%s: also when the job came first", async (type) => {
    const { token } = await newVault();
    const job = await pollJob(
      token,
      await submit(token, "mask", { mask: [{ value: VALUES[type] }] }),
    );
    const direct = only(await mask(token, [itemOf(type)]));
    expect(job.result?.[0]?.individual_tokens?.[0]?.token).toBe(direct.token_value);
  });

  it("in 50 requests at once, and one row", async () => {
    const { token, nid } = await newVault();
    const item = { value: "Ada Lovelace", token_name: "Text Token" };
    const answers = await Promise.all(Array.from({ length: 50 }, () => mask(token, [item])));
    expect(new Set(answers.map((answer) => only(answer).token_value)).size).toBe(1);
    expect((await countRows(nid)).mapping).toBe(1);
  });

  it("of a fixed shape in 30 requests at once, one row and one token row", async () => {
    const { token, nid } = await newVault();
    const item = { value: "5551234", token_name: "Numeric Token" };
    const answers = await Promise.all(Array.from({ length: 30 }, () => mask(token, [item])));
    expect(new Set(answers.map((answer) => only(answer).token_value)).size).toBe(1);
    const { mapping, shaped_token } = await countRows(nid);
    expect([mapping, shaped_token]).toEqual([1, 1]);
  });

  it("in overlapping batches and jobs at once", async () => {
    const { token, nid } = await newVault();
    const names = Array.from({ length: 60 }, (_, i) => `person ${i}`);
    const items = (from: number) =>
      names.slice(from, from + 30).map((value) => ({ value, token_name: "Text Token" }));
    const [jobs, batches] = await Promise.all([
      Promise.all(
        [0, 10, 20, 30].map(async (from) => {
          const job = await pollJob(token, await submit(token, "mask", { mask: items(from) }));
          return job.result ?? [];
        }),
      ),
      Promise.all([0, 5, 15, 25, 30].map((from) => mask(token, items(from)))),
    ]);
    const tokens = new Map<string, Set<string>>();
    for (const item of [...jobs, ...batches].flat()) {
      tokens.set(item.value, (tokens.get(item.value) ?? new Set()).add(item.token_value));
    }
    expect(tokens.size).toBe(60);
    for (const ofValue of tokens.values()) expect(ofValue.size).toBe(1);
    expect(new Set([...tokens.values()].map((set) => [...set][0])).size).toBe(60);
    expect((await countRows(nid)).mapping).toBe(60);
  });

  it("twice in one request and twice in one job", async () => {
    const { token, nid } = await newVault();
    const twice = {
      mask: Array.from({ length: 500 }, () => ({ value: "Ada", token_name: "Text Token" })),
    };
    const sync = new Set((await mask(token, twice.mask)).map((item) => item.token_value));
    const job = await pollJob(token, await submit(token, "mask", twice));
    for (const item of job.result ?? []) sync.add(item.token_value);
    expect([sync.size, job.result?.length]).toEqual([1, 500]);
    expect((await countRows(nid)).mapping).toBe(1);
  });
});

describe("one token has one value", () => {
  it("also among the ten thousand shortest numbers", async () => {
    const { token } = await newVault();
    const tokens = new Map<string, string>();
    for (let from = 0; from < 10_000; from += 1_000) {
      const items = Array.from({ length: 1_000 }, (_, i) => ({
        value: String(from + i),
        token_name: "Numeric Token",
      }));
      for (const item of await mask(token, items)) tokens.set(item.token_value, item.value);
    }
    expect(tokens.size).toBe(10_000);
    const some = [...tokens].filter((_, i) => i % 11 === 0);
    expect(
      await unmask(
        token,
        some.map(([text]) => text),
      ),
    ).toEqual(some.map(([, value]) => value));
  });
});
