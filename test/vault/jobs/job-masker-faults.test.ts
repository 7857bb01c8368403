// Slices of mask jobs that fail, and those that are lost with the object's memory.
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import {
  count,
  ended,
  freshVault,
  type OpenVault,
  readJob,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { type Item, named, runSlices } from "../../support/vault/job-slices.ts";

afterEach(() => setFailpointHook(null));

/** Longer than any wait of a retry. */
const LATER_MS = 200_000;

const chunksOf = (count: number, each: number): Item[][] =>
  Array.from({ length: count }, (_, c) =>
    Array.from({ length: each }, (_, i) => named(`value ${c * each + i}`)),
  );

/** Run slices until the job has ended, each so much later that no retry has to wait. Gives how many there were. */
async function runToEnd(
  vault: OpenVault,
  most: number,
  slicesOfALife = Number.POSITIVE_INFINITY,
): Promise<number> {
  let [slices, now] = [0, Date.now()];
  const settings = { retentionMs: 1_000 * LATER_MS, clock: () => now };
  const isOpen = ({ jobs }: Namespace) => jobs.countOpen() > 0;
  for (let wasOpen = true; wasOpen && slices < 500; ) {
    await inNamespace(
      vault,
      async (namespace) => {
        namespace.runner.countCrashes();
        for (let i = 0; i < slicesOfALife && isOpen(namespace) && slices < 500; i++) {
          now += LATER_MS;
          await namespace.runner.runSlice(most);
          slices += 1;
        }
        wasOpen = isOpen(namespace);
      },
      settings,
    );
  }
  return slices;
}

const submitted = (vault: OpenVault, chunks: readonly Item[][]) =>
  runSlices(vault, chunks, { most: 1, slices: 0 });

describe("a long job", () => {
  it.each([7, 12])("ends well though every %ith commit fails", async (each) => {
    const vault = await freshVault();
    let hits = 0;
    setFailpointHook((point) => {
      if (point === "mask.before-commit" && ++hits % each === 0) throw new Error("now and then");
    });
    const id = await submitted(vault, chunksOf(20, 500));
    await runToEnd(vault, 1);
    expect(await readJob(vault, id)).toMatchObject({ state: "SUCCESS", doneItems: 10_000 });
  });

  it.each([1, 2, 3, 6])("ends well though memory is lost after every %i slices", async (life) => {
    const vault = await freshVault();
    const id = await submitted(vault, chunksOf(20, 3));
    await runToEnd(vault, 1, life);
    expect(await readJob(vault, id)).toMatchObject({ state: "SUCCESS", doneItems: 60 });
  });

  it.each([1, 2, 3, 4, 5, 6])("has the right results after a fault in commit %i", async (at) => {
    for (const point of ["mask.sealed", "mask.before-commit"]) {
      const vault = await freshVault();
      let hits = 0;
      setFailpointHook((name) => {
        if (name === point && ++hits === at) throw new Error("once");
      });
      const chunks = chunksOf(19, 3);
      const id = await submitted(vault, chunks);
      await runToEnd(vault, 3);
      const view = await ended(vault, id);
      expect(view.state).toBe("SUCCESS");
      const tokens = (view.result as { token_value: string }[]).map((one) => one.token_value);
      expect(await unmaskTokens(vault, tokens)).toEqual(chunks.flat().map(({ value }) => value));
      expect(await count(vault, "mapping")).toBe(57);
    }
  });

  it("is tried chunk by chunk where a slice has failed", async () => {
    const vault = await freshVault();
    let hits = 0;
    setFailpointHook((point) => {
      if (point === "mask.before-commit" && ++hits === 1) throw new Error("once");
    });
    await submitted(vault, chunksOf(6, 3));
    // The one that failed, one chunk, and the other five.
    expect(await runToEnd(vault, 8)).toBe(3);
  });
});
