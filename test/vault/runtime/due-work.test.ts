// What one alarm does beside those who call.
import { expect, it } from "vitest";
import { MAX_SLICE_CHUNKS } from "../../../src/jobs/slice.ts";
import { doDueWork } from "../../../src/vault/due-work.ts";
import type { JobRunner } from "../../../src/vault/jobs/job-runner.ts";
import type { ObjectRecycler } from "../../../src/vault/runtime/object-recycler.ts";
import { freshVault, KIND, rows } from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";
import { named, runSlices } from "../../support/vault/job-slices.ts";

const CALLERS = 16;
const { besideCallers, alone } = MAX_SLICE_CHUNKS;

const total = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);

const chunksOf = (count: number, each: number) =>
  Array.from({ length: count }, (_, c) =>
    Array.from({ length: each }, (_, i) => named(`job ${c} ${i}`)),
  );

/** Stands for the object's own, which counts who calls it. */
const recyclerOf = (callsBegun: () => number) =>
  ({
    get callsBegun() {
      return callsBegun();
    },
  }) as ObjectRecycler;

it("slices are longer while nobody calls, and short again as soon as somebody does", async () => {
  const vault = await freshVault();
  // Four slices without a call say that nobody is there.
  const slices: number[] = [
    ...new Array(4).fill(besideCallers),
    alone,
    alone,
    besideCallers,
    besideCallers,
  ];
  await runSlices(vault, chunksOf(total(slices), 1), { most: 1, slices: 0 });
  const done: number[] = [];
  await inNamespace(vault, async (namespace) => {
    const { runner, jobs } = namespace;
    let callsBegun = 0;
    const counted: Partial<JobRunner> = {
      countCrashes: () => runner.countCrashes(),
      releaseClaims: () => runner.releaseClaims(),
      runSlice: async (most: number) => {
        const ran = await runner.runSlice(most);
        if (ran) done.push(jobs.find(1)?.done_chunks ?? 0);
        // Somebody calls during the sixth slice.
        if (done.length === 6) callsBegun += 1;
        return ran;
      },
    };
    await doDueWork({
      ...namespace,
      runner: counted as JobRunner,
      recycler: recyclerOf(() => callsBegun),
    });
  });
  expect(done).toEqual(slices.map((_, i) => total(slices.slice(0, i + 1))));
});

it("sixteen callers beside a job are all answered, and the job ends", async () => {
  const vault = await freshVault();
  await runSlices(vault, chunksOf(15, 100), { most: 1, slices: 0 });
  await inNamespace(vault, async (namespace) => {
    let callsBegun = 0;
    let isOver = false;
    const tokens = new Map<string, string>();
    const caller = async (name: number) => {
      for (let n = 0; !isOver; n++) {
        callsBegun += 1;
        const value = `caller ${name} ${n}`;
        const [token] = await mask(namespace, [value], KIND.text);
        tokens.set(value, token ?? "");
        // As one who is elsewhere: what it sends next arrives with everybody else's.
        await scheduler.wait(0);
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, name) => caller(name));
    await doDueWork({ ...namespace, recycler: recyclerOf(() => callsBegun) });
    isOver = true;
    await Promise.all(callers);
    // Between any two of the job's five slices they get in.
    expect(callsBegun).toBeGreaterThan(4 * CALLERS);
    expect(tokens.size).toBe(callsBegun);
    expect(new Set(tokens.values()).size).toBe(callsBegun);
    const again = await mask(namespace, [...tokens.keys()], KIND.text);
    expect(again).toEqual([...tokens.values()]);
  });
  const states = await rows(vault, "SELECT state FROM job");
  expect(states.map(({ state }) => state)).toEqual(["SUCCESS"]);
});
