// A job's slice that does several chunks at once, as it does while nobody else calls.
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../src/core/failpoint.ts";
import type { Namespace } from "../../src/vault/namespace.ts";
import { erase } from "./erasing.ts";
import {
  ended,
  freshVault,
  KIND,
  maskSubmission,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "./fresh-vault.ts";
import { inNamespace } from "./inside.ts";
import { accepted } from "./policy.ts";

afterEach(() => setFailpointHook(null));

type Item = Record<string, unknown>;
const named = (value: string): Item => ({ value, token_name: "Text Token" });

/** Submit a job of these chunks and run slices of up to `most` of them, until `slices` are done. */
async function run(
  vault: OpenVault,
  chunks: readonly (readonly Item[])[],
  { most, slices }: { most: number; slices: number },
  between: (namespace: Namespace) => void = () => undefined,
): Promise<string> {
  const texts = chunks.map((items) => JSON.stringify(items).slice(1, -1));
  const submission = maskSubmission(
    texts.map((text, i) => ({ items: chunks[i]?.length ?? 0, bytes: text.length })),
  );
  let trackingId = "";
  const work = async (namespace: Namespace) => {
    const payload = new Response(texts.join("")).body as ReadableStream<Uint8Array>;
    trackingId = accepted(await namespace.intake.submit(vault.caller, submission, payload));
    for (let i = 0; i < slices; i++) {
      expect(await namespace.runner.runSlice(most)).not.toBeNull();
      between(namespace);
    }
  };
  // So long that no result is gone before it is read, however busy the machine.
  await inNamespace(vault, work, { retentionMs: 600_000 });
  return trackingId;
}

const progress = async (vault: OpenVault) =>
  (await rows(vault, "SELECT state, done_chunks, done_items, error_code, error_index FROM job"))[0];
const chunksOf = (count: number, each = 3) =>
  Array.from({ length: count }, (_, c) =>
    Array.from({ length: each }, (_, i) => named(`value ${(c * each + i) % 7}`)),
  );

describe("a slice of several chunks", () => {
  it("gives what single ones give: each chunk its own results, and the mappings they need", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(5);
    const view = await ended(vault, await run(vault, chunks, { most: 4, slices: 2 }));
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
    await run(vault, chunksOf(6), { most: 4, slices: 1 });
    expect(await progress(vault)).toMatchObject({
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
    const id = await run(vault, chunks, { most: 4, slices: 3 }, () => seen.push(states.length));
    expect(seen).toEqual([1, 2, 3]);
    expect(await progress(vault)).toMatchObject({
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
    await run(vault, chunks, { most: 4, slices: 1 });
    expect(await progress(vault)).toMatchObject({
      state: "FAILED",
      error_code: "token_in_name",
      error_index: 7,
    });
  });

  it("loses nothing when something is erased between slices", async () => {
    const vault = await freshVault();
    const chunks = chunksOf(6);
    await run(vault, chunks, { most: 4, slices: 1 });
    await erase(vault);
    const [row] = await rows(vault, "SELECT tracking_id FROM job");
    const view = await ended(vault, String(row?.["tracking_id"]));
    expect(view.state).toBe("SUCCESS");
    const tokens = (view.result as { token_value: string }[]).map((one) => one.token_value);
    const values = chunks.flat().map(({ value }) => value);
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
  });
});
