// What one alarm does beside other calls.
import { expect, it, vi } from "vitest";
import { MAX_SLICE_CHUNKS } from "../../../src/jobs/slice.ts";
import { doDueWork } from "../../../src/vault/due-work.ts";
import type { JobRunner } from "../../../src/vault/jobs/job-runner.ts";
import type { ObjectRecycler } from "../../../src/vault/runtime/object-recycler.ts";
import { freshVault, KIND, rows } from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";
import { named, runSlices } from "../../support/vault/job-slices.ts";

const CALLERS = 16;

const chunksOf = (count: number, each: number) =>
  Array.from({ length: count }, (_, c) =>
    Array.from({ length: each }, (_, i) => named(`job ${c} ${i}`)),
  );

it("a slice of a job has a few chunks, never more", async () => {
  const vault = await freshVault();
  await runSlices(vault, chunksOf(3 * MAX_SLICE_CHUNKS - 1, 1), { most: 1, slices: 0 });
  const done: number[] = [];
  await inNamespace(vault, async (namespace) => {
    const { runner, jobs } = namespace;
    const watched: Partial<JobRunner> = {
      countCrashes: () => runner.countCrashes(),
      releaseClaims: () => runner.releaseClaims(),
      runSlice: async (most: number) => {
        const ran = await runner.runSlice(most);
        if (ran) done.push(jobs.find(1)?.done_chunks ?? 0);
        return ran;
      },
    };
    await doDueWork({ ...namespace, runner: watched as JobRunner });
  });
  expect(done).toEqual(
    [1, 2, 3].map((n) => Math.min(n * MAX_SLICE_CHUNKS, 3 * MAX_SLICE_CHUNKS - 1)),
  );
});

it("callers are let in twice behind a slice when somebody came, else once", async () => {
  /** Turns of the event loop after each slice of a job of two. */
  const pauses = async (callsBegun: () => number) => {
    const vault = await freshVault();
    await runSlices(vault, chunksOf(2 * MAX_SLICE_CHUNKS, 1), { most: 1, slices: 0 });
    const turns: number[] = [];
    await inNamespace(vault, async (namespace) => {
      const { runner } = namespace;
      const waits = vi.spyOn(scheduler, "wait");
      let isFirst = true;
      const watched: Partial<JobRunner> = {
        countCrashes: () => runner.countCrashes(),
        releaseClaims: () => runner.releaseClaims(),
        runSlice: async (most: number) => {
          if (!isFirst) turns.push(waits.mock.calls.length);
          isFirst = false;
          const ran = await runner.runSlice(most);
          waits.mockClear();
          return ran;
        },
      };
      const recycler = {
        get callsBegun() {
          return callsBegun();
        },
      } as ObjectRecycler;
      await doDueWork({ ...namespace, runner: watched as JobRunner, recycler });
      waits.mockRestore();
    });
    return turns;
  };
  let calls = 0;
  // An alarm that an earlier test left may wait at the same time: seen once suffices.
  const AGAIN = { timeout: 20_000 };
  await expect.poll(() => pauses(() => 0), AGAIN).toEqual([3, 3]);
  await expect.poll(() => pauses(() => ++calls), AGAIN).toEqual([6, 6]);
});

it("sixteen callers beside a job are all answered, and the job ends", async () => {
  const vault = await freshVault();
  await runSlices(vault, chunksOf(20, 100), { most: 1, slices: 0 });
  await inNamespace(vault, async (namespace) => {
    let calls = 0;
    let isOver = false;
    const tokens = new Map<string, string>();
    const caller = async (name: number) => {
      for (let n = 0; !isOver; n++) {
        calls += 1;
        const value = `caller ${name} ${n}`;
        const [token] = await mask(namespace, [value], KIND.text);
        tokens.set(value, token ?? "");
        // As one who is elsewhere: what it sends next arrives with everybody else's.
        await scheduler.wait(0);
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, name) => caller(name));
    await doDueWork(namespace);
    isOver = true;
    await Promise.all(callers);
    // Between any two of the job's five slices they get in.
    expect(calls).toBeGreaterThan(4 * CALLERS);
    expect(tokens.size).toBe(calls);
    expect(new Set(tokens.values()).size).toBe(calls);
    const again = await mask(namespace, [...tokens.keys()], KIND.text);
    expect(again).toEqual([...tokens.values()]);
  });
  const states = await rows(vault, "SELECT state FROM job");
  expect(states.map(({ state }) => state)).toEqual(["SUCCESS"]);
});
