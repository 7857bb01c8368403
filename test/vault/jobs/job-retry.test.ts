import { afterEach, describe, expect, it } from "vitest";
import { MAX_ATTEMPTS } from "../../../src/jobs/job.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  count,
  ended,
  freshVault,
  maskItems,
  maskSubmission,
  type OpenVault,
  readJob,
  rows,
  runAlarmUntil,
  submit,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

const OPEN = "state IN ('PENDING', 'IN-PROGRESS')";

/** Make every commit of a job fail until told otherwise; counts the tries. */
function failCommits(): { tries: number; isBroken: boolean } {
  const fault = { tries: 0, isBroken: true };
  setFailpointHook((point) => {
    if (point !== "mask.before-commit" || !fault.isBroken) return;
    fault.tries += 1;
    throw new Error("an injected fault that names SECRET");
  });
  return fault;
}

/** By hand: the waiting time before the next try is over. */
async function skipWaiting(vault: OpenVault): Promise<void> {
  await rows(vault, `UPDATE job SET due = 1 WHERE ${OPEN}`);
}

describe("a slice that fails", () => {
  it("is counted, tried again after a growing wait, and then recovers", async () => {
    const vault = await freshVault();
    const fault = failCommits();
    const trackingId = await submit(vault, maskItems(1_300));
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await runAlarmUntil(vault, async () => fault.tries >= attempt);
      await runAlarmUntil(vault, async () => (await attemptsOf(vault)) >= attempt);
      expect(await attemptsOf(vault)).toBe(attempt);
      expect((await readJob(vault, trackingId))?.state).toBe("IN-PROGRESS");
      const [row] = await rows(vault, "SELECT due FROM job");
      waits.push(Math.round((Number(row?.["due"]) - Date.now()) / 1000));
      await skipWaiting(vault);
    }
    expect(waits[0]).toBeLessThanOrEqual(1);
    expect(waits[3]).toBeGreaterThan(waits[1] ?? 0);
    expect(waits[3]).toBeLessThanOrEqual(8);
    fault.isBroken = false;
    await runAlarmUntil(vault, async () => (await count(vault, `job WHERE ${OPEN}`)) === 0);
    expect(await ended(vault, trackingId)).toMatchObject({ state: "SUCCESS", doneItems: 1_300 });
    // Progress sets the count back.
    expect(await attemptsOf(vault)).toBe(0);
    expect(await count(vault, "mapping")).toBe(1_300);
  });

  it("ends its job FAILED with `internal` after the last attempt, with nothing of the result left", async () => {
    const vault = await freshVault();
    let commits = 0;
    setFailpointHook((point) => {
      // The first slice succeeds, the second never does.
      if (point === "mask.before-commit" && ++commits > 1) throw new Error("broken for good");
    });
    const trackingId = await submit(vault, maskItems(2_300));
    await runAlarmUntil(vault, async () => {
      await skipWaiting(vault);
      return (await count(vault, `job WHERE ${OPEN}`)) === 0;
    });
    expect(commits).toBe(1 + MAX_ATTEMPTS);
    const view = await ended(vault, trackingId);
    expect(view).toMatchObject({ state: "FAILED", error: { code: "internal" }, result: null });
    expect(view.error).toEqual({ code: "internal" });
    expect(await count(vault, "job_chunk WHERE part = 2")).toBe(0);
    // What the first slice committed stays committed.
    expect(await count(vault, "mapping")).toBe(1_500);
  });

  it("does not hold up other jobs", async () => {
    const vault = await freshVault();
    let isFirst = true;
    setFailpointHook((point) => {
      if (point !== "mask.before-commit" || !isFirst) return;
      isFirst = false;
      throw new Error("the first slice of the first job fails once");
    });
    const broken = await submit(vault, maskItems(10, "broken"));
    const fine = await submit(vault, maskItems(10, "fine"));
    expect((await ended(vault, fine)).state).toBe("SUCCESS");
    expect((await ended(vault, broken)).state).toBe("SUCCESS");
  });

  it("is claimed on the disk before it begins: in one commit with it the claim would be lost in its crash", async () => {
    const vault = await freshVault();
    await inNamespace(vault, async ({ intake, runner, jobs }, written) => {
      const item = JSON.stringify(maskItems(1)).slice(1, -1);
      const submission = maskSubmission([1, 2].map(() => ({ items: 1, bytes: item.length })));
      const payload = new Response(item.repeat(2)).body as ReadableStream<Uint8Array>;
      expect((await intake.submit(vault.caller, submission, payload)).ok).toBe(true);
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
    const vault = await freshVault();
    failCommits();
    const trackingId = await submit(vault, maskItems(10));
    await runAlarmUntil(vault, async () => (await attemptsOf(vault)) === 1);
    setFailpointHook(null);
    // By hand: what an object leaves behind that a slice took down with it for the seventh time.
    await rows(vault, "UPDATE job SET claimed = 1, attempts = ?, due = 1", MAX_ATTEMPTS - 1);
    await runAlarmUntil(vault, async () => (await count(vault, `job WHERE ${OPEN}`)) === 0);
    expect(await ended(vault, trackingId)).toMatchObject({
      state: "FAILED",
      error: { code: "internal" },
    });
    expect(await count(vault, "mapping")).toBe(0);
  });
});

async function attemptsOf(vault: OpenVault): Promise<number> {
  const [row] = await rows(vault, "SELECT attempts FROM job");
  return Number(row?.["attempts"]);
}
