// A pass over many chunks of a job: read, masked in the order of digests, and written, in slices between which
// anything may happen.
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { deletionEnded, requestDeletion, stallAt } from "../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  KIND,
  maskItems,
  maskValues,
  type ReadView,
  rows,
  submit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { type Item, named, progressOf, runSlices } from "../../support/vault/job-slices.ts";
import { create, policyNamed } from "../../support/vault/policy.ts";

afterEach(() => setFailpointHook(null));

const CHUNKS = 36;
const EACH = 40;
/** Slices of a job of so many chunks, with one chunk at a time: see the first test. */
const SLICES = 23;

/** Chunks of values, some of them more than once, in letters of one to four bytes. */
function chunksOf(count = CHUNKS, each = EACH): Item[][] {
  const value = (i: number) => `${["value", "größe", "値", "🦅"][(i % 701) % 4]} ${i % 701}`;
  return Array.from({ length: count }, (_, c) =>
    Array.from({ length: each }, (_, i) => named(value(c * each + i))),
  );
}

const valuesOf = (chunks: readonly Item[][]) => chunks.flat().map(({ value }) => String(value));
const tokensOf = (view: ReadView) =>
  (view.result as { token_value: string }[]).map((one) => one.token_value);

describe("a pass over chunks", () => {
  it("reads four at a time, masks 500 values, writes four, and leaves a short rest to short slices", async () => {
    const vault = await freshVault();
    const done: unknown[] = [];
    await runSlices(vault, chunksOf(), { most: 1, slices: SLICES }, ({ jobs }) => {
      done.push(jobs.find(1)?.done_chunks);
    });
    const gathered = new Array<number>(8).fill(0);
    const masked = new Array<number>(3).fill(0);
    const written = [4, 8, 12, 16, 20, 24, 28, 32];
    expect(done).toEqual([...gathered, ...masked, ...written, 33, 34, 35, 36]);
    expect(await progressOf(vault)).toMatchObject({ state: "SUCCESS", done_items: CHUNKS * EACH });
  });

  it("masks no more bytes at once than as many chunks may have", async () => {
    const vault = await freshVault();
    const chunks = Array.from({ length: 16 }, (_, c) =>
      Array.from({ length: 16 }, (_, i) => named(`${c * 16 + i} `.padEnd(4_000, "x"))),
    );
    const done: unknown[] = [];
    await runSlices(vault, chunks, { most: 4, slices: 6 }, ({ jobs }) => {
      done.push(jobs.find(1)?.done_chunks);
    });
    // 65 of 256 values are 256 KiB.
    expect(done).toEqual([0, 0, 0, 0, 0, 16]);
    expect(await progressOf(vault)).toMatchObject({ state: "SUCCESS", done_items: 256 });
  });

  it("gives each value the token that it has, in the order of the items", async () => {
    const vault = await freshVault();
    const chunks = chunksOf();
    const view = await ended(vault, await runSlices(vault, chunks, { most: 1, slices: SLICES }));
    const values = valuesOf(chunks);
    expect(new Set(values).size).toBe(701);
    expect(await count(vault, "mapping")).toBe(701);
    expect((view.result as Item[]).map(({ value }) => value)).toEqual(values);
    expect(tokensOf(view)).toEqual(await maskValues(vault, values, KIND.text));
    const [job] = await rows(vault, "SELECT result_bytes FROM job");
    const bytes = new TextEncoder().encode(JSON.stringify(view.result)).length;
    expect(job?.["result_bytes"]).toBe(bytes + "][".length * (CHUNKS - 1) - (CHUNKS - 1));
  });

  it("names the mappings that each chunk needs", async () => {
    const vault = await freshVault();
    await runSlices(vault, chunksOf(8, 3), { most: 4, slices: 3 });
    const needed = await rows(
      vault,
      "SELECT json_array_length(mapping_ids) AS n FROM job_chunk WHERE part = 2 ORDER BY number",
    );
    expect(needed.map(({ n }) => n)).toEqual([3, 3, 3, 3, 3, 3, 3, 3]);
  });

  it("has tokens of all kinds", async () => {
    const vault = await freshVault();
    const names = ["Text Token", "Numeric Token", "Special Token", "Default Token"];
    const chunks = Array.from({ length: 12 }, (_, c) =>
      Array.from({ length: 30 }, (_, i) => ({
        value: `${(c * 30 + i) * 7919}`,
        token_name: names[i % names.length],
      })),
    );
    const view = await ended(vault, await runSlices(vault, chunks, { most: 2, slices: 3 }));
    expect(view.state).toBe("SUCCESS");
    expect(await unmaskTokens(vault, tokensOf(view))).toEqual(valuesOf(chunks));
  });

  it.each([0, 5, 9, 15])(
    "ends before a text to search in chunk %i, which is done alone",
    async (at) => {
      const vault = await freshVault();
      const chunks = chunksOf(18, 4);
      chunks[at] = [{ value: "write to ann@example.com" }];
      const view = await ended(vault, await runSlices(vault, chunks, { most: 2, slices: 2 }));
      expect(view.state).toBe("SUCCESS");
      expect((view.result as Item[]).map(({ value }) => value)).toEqual(valuesOf(chunks));
      expect(tokensOf(view)[4 * at]).toMatch(/^write to (?!ann@)/);
    },
  );

  it("keeps attributes", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(18, 4);
    chunks[7] = [{ ...named("with"), attributes: { customer: 7 } }];
    const view = await ended(vault, await runSlices(vault, chunks, { most: 2, slices: 2 }));
    expect(view.state).toBe("SUCCESS");
    expect(await count(vault, "attribute")).toBe(1);
  });

  it.each([0, 7, 13])("fails with the place of an item in chunk %i in the whole", async (at) => {
    const vault = await freshVault();
    const [token] = await maskValues(vault, ["x"], KIND.text);
    const chunks = chunksOf(18, 3);
    const document = { value: { [token ?? ""]: 1 }, json: true, token_name: "Text Token" };
    chunks[at] = [named("a"), document, named("b")];
    const id = await runSlices(vault, chunks, { most: 2, slices: 1 });
    expect(await ended(vault, id)).toMatchObject({ state: "FAILED", result: null });
    expect(await progressOf(vault)).toMatchObject({
      error_code: "token_in_name",
      error_index: 3 * at + 1,
    });
  });
});

describe("a pass that is disturbed", () => {
  it.each([1, 2, 3, 4, 5, 6, 7])("by an erasure in slice %i gives living tokens", async (slice) => {
    const vault = await freshVault();
    const items = maskItems(8_100);
    const stall = stallAt("mask.before-commit", slice - 1, 1);
    const job = await submit(vault, items);
    await stall.reached();
    const { trackingId } = await requestDeletion(vault);
    stall.release();
    await deletionEnded(vault, trackingId);
    const view = await ended(vault, job);
    expect(view.state).toBe("SUCCESS");
    expect(await unmaskTokens(vault, tokensOf(view))).toEqual(items.map(({ value }) => value));
  });

  it("in every slice ends all the same", async () => {
    const vault = await freshVault();
    const disturb = ({ liveness }: Namespace) => liveness.overtake();
    // A pass is begun and given up in the second slice; from then on it is one chunk a slice.
    await runSlices(vault, chunksOf(12, 3), { most: 2, slices: 2 + 12 }, disturb);
    expect(await progressOf(vault)).toMatchObject({ state: "SUCCESS", done_items: 36 });
  });

  it("by a change of the policies is planned again", async () => {
    const vault = await freshVault();
    const items = maskItems(4_100);
    const stall = stallAt("mask.before-commit", 2, 1);
    const job = await submit(vault, items);
    await stall.reached();
    await create(vault, policyNamed("another"));
    stall.release();
    const view = await ended(vault, job);
    expect(view.state).toBe("SUCCESS");
    expect(await unmaskTokens(vault, tokensOf(view))).toEqual(items.map(({ value }) => value));
  });
});

describe("two long jobs", () => {
  it("take turns by passes, and none loses its own to the other", async () => {
    const vault = await freshVault();
    const both = [chunksOf(40, 40), chunksOf(40, 41)] as const;
    // A pass over 32 chunks is read in two slices, masked in one and written in two; one over 8 takes three.
    const jobs = [
      await runSlices(vault, both[0], { most: 4, slices: 0 }),
      await runSlices(vault, both[1], { most: 4, slices: 2 * (5 + 3) }),
    ];
    const states = await rows(vault, "SELECT state FROM job");
    expect(states.map(({ state }) => state)).toEqual(["SUCCESS", "SUCCESS"]);
    for (const [i, chunks] of both.entries()) {
      const view = await ended(vault, jobs[i] ?? "");
      expect(await unmaskTokens(vault, tokensOf(view))).toEqual(valuesOf(chunks));
    }
  });
});
