// Slices of mask jobs: several chunks are masked together, and other work may happen between two slices.
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { deletionEnded, erase, requestDeletion, stallAt } from "../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  KIND,
  maskItems,
  maskValues,
  rows,
  submit,
  tokensOf,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { type Item, named, progressOf, runSlices } from "../../support/vault/job-slices.ts";
import { create, policyNamed } from "../../support/vault/policy.ts";

afterEach(() => setFailpointHook(null));

/** Chunks of values, some of them more than once, in letters of one to four bytes. */
function chunksOf(count: number, each = 3, distinct = 701): Item[][] {
  const value = (i: number) => `${["value", "größe", "値", "🦅"][i % 4]} ${i}`;
  return Array.from({ length: count }, (_, c) =>
    Array.from({ length: each }, (_, i) => named(value((c * each + i) % distinct))),
  );
}

const valuesOf = (chunks: readonly Item[][]) => chunks.flat().map(({ value }) => String(value));

describe("a slice of several chunks", () => {
  it("gives each chunk its own results, in order, and the mappings they need", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(36, 40);
    const view = await ended(vault, await runSlices(vault, chunks, { most: 16, slices: 3 }));
    expect(view.state).toBe("SUCCESS");
    const values = valuesOf(chunks);
    expect(new Set(values).size).toBe(701);
    expect(await count(vault, "mapping")).toBe(701);
    expect((view.result as Item[]).map(({ value }) => value)).toEqual(values);
    expect(tokensOf(view)).toEqual(await maskValues(vault, values, KIND.text));
    const needed = await rows(
      vault,
      "SELECT json_array_length(mapping_ids) AS n FROM job_chunk WHERE part = 2 ORDER BY number",
    );
    expect(needed.map(({ n }) => n)).toEqual(new Array(36).fill(40));
    const [job] = await rows(vault, "SELECT result_bytes FROM job");
    const bytes = new TextEncoder().encode(JSON.stringify(view.result)).length;
    // Brackets of each chunk count, commas between them do not.
    expect(job?.["result_bytes"]).toBe(bytes + "][".length * 35 - 35);
  });

  it("counts on by as many, and ends where the chunks end", async () => {
    const vault = await freshVault();
    const done: unknown[] = [];
    await runSlices(vault, chunksOf(6), { most: 4, slices: 2 }, async ({ jobs }) => {
      done.push(jobs.find(1)?.done_chunks);
    });
    expect(done).toEqual([4, 6]);
    expect(await progressOf(vault)).toMatchObject({ state: "SUCCESS", done_items: 18 });
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
    const view = await ended(vault, await runSlices(vault, chunks, { most: 6, slices: 2 }));
    expect(view.state).toBe("SUCCESS");
    expect(await unmaskTokens(vault, tokensOf(view))).toEqual(valuesOf(chunks));
  });

  it.each([0, 2, 4])(
    "ends before a text to search in chunk %i, which is done alone",
    async (at) => {
      const vault = await freshVault();
      const chunks = chunksOf(5);
      chunks[at] = [{ value: "write to ann@example.com" }];
      const done: unknown[] = [];
      const slices = at === 2 ? 3 : 2;
      const id = await runSlices(vault, chunks, { most: 8, slices }, ({ jobs }) => {
        done.push(jobs.find(1)?.done_chunks);
      });
      expect(done).toEqual([...new Set([at, at + 1, 5])].filter((chunk) => chunk > 0));
      const view = await ended(vault, id);
      expect((view.result as Item[]).map(({ value }) => value)).toEqual(valuesOf(chunks));
      expect(tokensOf(view)[3 * at]).toMatch(/^write to (?!ann@)/);
    },
  );

  it("takes documents of many values for as many chunks", async () => {
    const vault = await freshVault();
    const leaves = Array.from({ length: 2_000 }, () => "x");
    const document = [{ value: leaves, json: true, token_name: "Text Token" }];
    const done: unknown[] = [];
    await runSlices(
      vault,
      new Array(4).fill(document),
      { most: 8, slices: 2 },
      async ({ jobs }) => {
        done.push(jobs.find(1)?.done_chunks);
      },
    );
    expect(done).toEqual([2, 4]);
  });

  it("keeps attributes", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(8);
    chunks[7] = [{ ...named("with"), attributes: { customer: 7 } }];
    const view = await ended(vault, await runSlices(vault, chunks, { most: 4, slices: 2 }));
    expect(view.state).toBe("SUCCESS");
    expect(await count(vault, "attribute")).toBe(1);
  });

  it.each([0, 2, 7])("fails with the place of an item in chunk %i in the whole", async (at) => {
    const vault = await freshVault();
    const [token] = await maskValues(vault, ["x"], KIND.text);
    const chunks = chunksOf(8);
    const document = { value: { [token ?? ""]: 1 }, json: true, token_name: "Text Token" };
    chunks[at] = [named("a"), document, named("b")];
    const id = await runSlices(vault, chunks, { most: 4, slices: 1 });
    expect(await ended(vault, id)).toMatchObject({ state: "FAILED", result: null });
    expect(await progressOf(vault)).toMatchObject({
      error_code: "token_in_name",
      error_index: 3 * at + 1,
    });
  });
});

describe("a mask job that is disturbed", () => {
  it("between slices, by an erasure, loses nothing", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(6);
    const id = await runSlices(vault, chunks, { most: 4, slices: 1 });
    await erase(vault);
    const view = await ended(vault, id);
    expect(view.state).toBe("SUCCESS");
    expect(await unmaskTokens(vault, tokensOf(view))).toEqual(valuesOf(chunks));
  });

  it.each([1, 2])("by an erasure in slice %i gives living tokens", async (slice) => {
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

  it("by a change of the policies is planned again", async () => {
    const vault = await freshVault();
    const items = maskItems(4_100);
    const stall = stallAt("mask.before-commit", 1, 1);
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
  it("take turns by slices, and none loses its own to the other", async () => {
    const vault = await freshVault();
    const both = [chunksOf(16, 40), chunksOf(16, 41)] as const;
    const done: unknown[] = [];
    const jobs = [
      await runSlices(vault, both[0], { most: 8, slices: 0 }),
      await runSlices(vault, both[1], { most: 8, slices: 4 }, async ({ jobs }) => {
        done.push([1, 2].map((serial) => jobs.find(serial)?.done_chunks));
      }),
    ];
    expect(done).toEqual([
      [8, 0],
      [8, 8],
      [16, 8],
      [16, 16],
    ]);
    for (const [i, chunks] of both.entries()) {
      const view = await ended(vault, jobs[i] ?? "");
      expect(await unmaskTokens(vault, tokensOf(view))).toEqual(valuesOf(chunks));
    }
  });
});
