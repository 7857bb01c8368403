// A job's slice that does several chunks at once, as it does while nobody else calls. Twice as many are asked for: so
// many a pass would mask in the time (mask-pass.test.ts).
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { erase } from "../../support/vault/erasing.ts";
import {
  ended,
  freshVault,
  KIND,
  maskValues,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { type Item, named, progressOf, runSlices } from "../../support/vault/job-slices.ts";

afterEach(() => setFailpointHook(null));

const chunksOf = (count: number, each = 3) =>
  Array.from({ length: count }, (_, c) =>
    Array.from({ length: each }, (_, i) => named(`value ${(c * each + i) % 7}`)),
  );

describe("a slice of several chunks", () => {
  it("gives what single ones give: each chunk its own results, and the mappings they need", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(5);
    const view = await ended(vault, await runSlices(vault, chunks, { most: 8, slices: 2 }));
    expect(view.state).toBe("SUCCESS");
    const values = chunks.flat().map(({ value }) => value);
    const tokens = (view.result as { value: string; token_value: string }[]).map((one) => {
      expect(typeof one.token_value).toBe("string");
      return one.token_value;
    });
    expect((view.result as Item[]).map(({ value }) => value)).toEqual(values);
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
    expect(new Set(tokens).size).toBe(7);
    const ids = await rows(
      vault,
      "SELECT json_array_length(mapping_ids) AS n FROM job_chunk WHERE part = 2 ORDER BY number",
    );
    expect(ids.map(({ n }) => n)).toEqual([3, 3, 3, 3, 3]);
    const [job] = await rows(vault, "SELECT result_bytes FROM job");
    expect(job?.["result_bytes"]).toBe(JSON.stringify(view.result).length + 4 * "][".length - 4);
  });

  it("counts on by as many, and ends where the chunks end", async () => {
    const vault = await freshVault();
    await runSlices(vault, chunksOf(6), { most: 8, slices: 1 });
    expect(await progressOf(vault)).toMatchObject({
      state: "IN-PROGRESS",
      done_chunks: 4,
      done_items: 12,
    });
  });

  it("stops before texts that have to be searched, and does those alone", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(5);
    chunks[2] = [{ value: "write to ann@example.com" }];
    const seen: unknown[] = [];
    const states: number[] = [];
    setFailpointHook((point) => {
      if (point === "mask.before-commit") states.push(0);
    });
    const id = await runSlices(vault, chunks, { most: 8, slices: 3 }, () =>
      seen.push(states.length),
    );
    expect(seen).toEqual([1, 2, 3]);
    expect(await progressOf(vault)).toMatchObject({
      state: "SUCCESS",
      done_chunks: 5,
      done_items: 13,
    });
    expect((await ended(vault, id)).result).toHaveLength(13);
  });

  it("fails with the place of an item in the whole", async () => {
    const vault = await freshVault();
    const [token] = await maskValues(vault, ["x"], KIND.text);
    const chunks = chunksOf(4);
    const document = { value: { [token ?? ""]: 1 }, json: true, token_name: "Text Token" };
    chunks[2] = [named("a"), document, named("b")];
    await runSlices(vault, chunks, { most: 8, slices: 1 });
    expect(await progressOf(vault)).toMatchObject({
      state: "FAILED",
      error_code: "token_in_name",
      error_index: 7,
    });
  });

  it("loses nothing when something is erased between slices", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(6);
    await runSlices(vault, chunks, { most: 8, slices: 1 });
    await erase(vault);
    const [row] = await rows(vault, "SELECT tracking_id FROM job");
    const view = await ended(vault, String(row?.["tracking_id"]));
    expect(view.state).toBe("SUCCESS");
    const tokens = (view.result as { token_value: string }[]).map((one) => one.token_value);
    const values = chunks.flat().map(({ value }) => value);
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
  });
});
