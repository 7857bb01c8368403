// Slices that fail, with the test's clock and alarms run by the test: nothing here waits.
import { afterEach, describe, expect, it } from "vitest";
import { MAX_ATTEMPTS, retryDelay } from "../../../src/jobs/job.ts";
import { MAX_CHUNK_ITEMS, MAX_SLICE_CHUNKS } from "../../../src/jobs/slice.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { Recognizers } from "../../../src/platform/recognizers.ts";
import { doDueWork } from "../../../src/vault/due-work.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import {
  count,
  freshVault,
  maskItems,
  maskSubmission,
  type OpenVault,
  payloadOf,
  readJob,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace, submitIn } from "../../support/vault/inside.ts";
import { create, policyNamed } from "../../support/vault/policy.ts";

afterEach(() => setFailpointHook(null));

/** Make commits of mask jobs fail as long as `isBroken`. An alarm of an earlier test may commit, too: tries are counted by the job. */
function failCommits(isBroken: () => boolean): void {
  setFailpointHook((point) => {
    if (point !== "mask.before-commit" || !isBroken()) return;
    throw new Error("an injected fault that names SECRET");
  });
}

/** A namespace whose object knows of no job, so that no alarm of its own gets in; `clock.now` is its time. */
async function withClock(
  run: (namespace: Namespace, vault: OpenVault, clock: { now: number }) => Promise<void>,
): Promise<OpenVault> {
  const vault = await freshVault();
  const clock = { now: Date.now() };
  const settings = { clock: () => clock.now, retentionMs: 600_000 };
  await inNamespace(vault, (namespace) => run(namespace, vault, clock), settings);
  return vault;
}

describe("a slice that fails", () => {
  it("is counted, tried again after a growing wait, and then recovers", async () => {
    let isBroken = true;
    failCommits(() => isBroken);
    let trackingId = "";
    const vault = await withClock(async (namespace, vault, clock) => {
      trackingId = await submitIn(namespace, vault, maskItems(1_300));
      const waits: number[] = [];
      for (let attempts = 1; attempts <= 4; attempts++) {
        await doDueWork(namespace);
        const job = namespace.jobs.find(1);
        expect(job).toMatchObject({ state: "IN-PROGRESS", attempts });
        waits.push((job?.due ?? 0) - clock.now);
        // Not a moment sooner.
        clock.now = (job?.due ?? 0) - 1;
        await doDueWork(namespace);
        expect(namespace.jobs.find(1)).toEqual(job);
        clock.now += 1;
      }
      expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
      isBroken = false;
      await doDueWork(namespace);
      // Progress sets the count back.
      expect(namespace.jobs.find(1)).toMatchObject({ state: "SUCCESS", attempts: 0 });
    });
    expect(await readJob(vault, trackingId)).toMatchObject({ state: "SUCCESS", doneItems: 1_300 });
    expect(await count(vault, "mapping")).toBe(1_300);
  });

  it("ends its job FAILED with `internal` after the last attempt, with nothing of the result left", async () => {
    let trackingId = "";
    const vault = await withClock(async (namespace, vault, clock) => {
      // The first slice succeeds, the second never does.
      failCommits(() => (namespace.jobs.find(1)?.done_items ?? 0) > 0);
      trackingId = await submitIn(namespace, vault, maskItems(2_900));
      for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
        expect(namespace.jobs.find(1)?.state).not.toBe("FAILED");
        await doDueWork(namespace);
        clock.now += retryDelay(attempts) ?? 0;
      }
    });
    const view = await readJob(vault, trackingId);
    expect(view).toMatchObject({ state: "FAILED", result: null });
    expect(view?.error).toEqual({ code: "internal" });
    expect(await count(vault, "job_chunk WHERE part = 2")).toBe(0);
    // What the first slice committed stays committed.
    expect(await count(vault, "mapping")).toBe(MAX_SLICE_CHUNKS * MAX_CHUNK_ITEMS.mask);
  });

  it("ends its job with `recognizer_unavailable` where an external recognizer never answers", async () => {
    const vault = await freshVault();
    const entities = { WORD: "SECRET" };
    const external = { name: "other", language: "en", entities, optional: false };
    await create(vault, policyNamed("asking", { external }));
    const clock = { now: Date.now() };
    let asked = 0;
    const recognizers: Recognizers = {
      names: ["other"],
      async ask() {
        asked += 1;
        return null;
      },
    };
    let trackingId = "";
    await inNamespace(
      vault,
      async (namespace) => {
        const options = { policyName: "asking" };
        trackingId = await submitIn(namespace, vault, [{ value: "a text" }], options);
        for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
          await doDueWork(namespace);
          clock.now += retryDelay(attempts) ?? 0;
        }
      },
      { clock: () => clock.now, recognizers },
    );
    expect(asked).toBe(MAX_ATTEMPTS);
    const view = await readJob(vault, trackingId);
    expect(view).toMatchObject({ state: "FAILED", result: null });
    expect(view?.error).toEqual({ code: "recognizer_unavailable" });
  });

  it("does not hold up other jobs", async () => {
    await withClock(async (namespace, vault, clock) => {
      // The first slice of the first job fails once.
      failCommits(() => namespace.jobs.find(1)?.attempts === 0);
      await submitIn(namespace, vault, maskItems(10, "broken"));
      await submitIn(namespace, vault, maskItems(10, "fine"));
      await doDueWork(namespace);
      expect(namespace.jobs.find(1)).toMatchObject({ state: "IN-PROGRESS", attempts: 1 });
      expect(namespace.jobs.find(2)?.state).toBe("SUCCESS");
      clock.now += 1_000;
      await doDueWork(namespace);
      expect(namespace.jobs.find(1)?.state).toBe("SUCCESS");
    });
  });

  it("is claimed on the disk before it begins: in one commit with it the claim would be lost in its crash", async () => {
    const vault = await freshVault();
    await inNamespace(vault, async ({ intake, runner, jobs }, written) => {
      const item = JSON.stringify(maskItems(1)).slice(1, -1);
      const payload = payloadOf([1, 2].map(() => [1, item]));
      expect((await intake.submit(vault.caller, maskSubmission(), payload)).ok).toBe(true);
      const seen: unknown[] = [];
      setFailpointHook((point) => {
        if (point !== "mask.sealed") return;
        seen.push({ claimed: jobs.claimed().length, syncs: written.syncs });
      });
      written.syncs = 0;
      await runner.runSlice(1);
      await runner.runSlice(1);
      // Once for each job and alarm.
      expect(seen).toEqual([1, 2].map(() => ({ claimed: 1, syncs: 1 })));
    });
  });

  it("counts a crash: a claim that was never released is a failed try", async () => {
    let trackingId = "";
    const vault = await withClock(async (namespace, vault) => {
      const { jobs, clock } = namespace;
      trackingId = await submitIn(namespace, vault, maskItems(10));
      // Written by the test: the state after a slice has crashed its object for the seventh time.
      jobs.start(1, clock());
      jobs.postpone(1, MAX_ATTEMPTS - 1, clock());
      jobs.claim(1);
      await doDueWork(namespace);
      expect(jobs.find(1)).toMatchObject({ state: "FAILED", claimed: 0 });
    });
    expect(await readJob(vault, trackingId)).toMatchObject({
      state: "FAILED",
      error: { code: "internal" },
    });
    expect(await count(vault, "mapping")).toBe(0);
  });
});
