// Waiting for the end of jobs inside the object: which calls are resumed, and that no waiter is left.
import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/core/time.ts";
import type { VaultRpc } from "../../../src/vault/rpc.ts";
import {
  freshVault,
  issue,
  maskItems,
  readJob,
  rows,
  submit,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

const DONE = { ok: true, value: null };

/** A job that is not due for a day. */
async function sleepingJob(items: readonly unknown[] = maskItems(20_000)) {
  const vault = await freshVault();
  let job = "";
  // Without an alarm, which would run it at once.
  await inNamespace(vault, async ({ intake }) => {
    const submitJob: VaultRpc["submitJob"] = (...args) => intake.submit(...args);
    job = await submit({ caller: vault.caller, calls: { submitJob } }, items);
  });
  await rows(vault, "UPDATE job SET due = ?", Date.now() + DAY_MS);
  return { vault, job };
}

describe("one who waits for jobs", () => {
  it.each([
    ["good", maskItems(3), "SUCCESS"],
    ["bad", [{}], "FAILED"],
  ])("is told of a %s end at once", async (_, items, state) => {
    const { vault, job } = await sleepingJob(items);
    const began = Date.now();
    const waited = vault.calls.awaitJobs(vault.caller, [job], 9_000);
    await scheduler.wait(50);
    await rows(vault, "UPDATE job SET due = 1");
    await vault.calls.recheckLedger(0);
    await runDurableObjectAlarm(vault.object);
    expect(await waited).toEqual(DONE);
    expect(Date.now() - began).toBeLessThan(8_000);
    expect((await readJob(vault, job))?.state).toBe(state);
  });

  it("is told as soon as the last of them has ended", async () => {
    const { vault, job } = await sleepingJob();
    const began = Date.now();
    const waited = vault.calls.awaitJobs(vault.caller, [job, "unknown"], 9_000);
    await scheduler.wait(50);
    await vault.calls.cancelJob(vault.caller, job);
    expect(await waited).toEqual(DONE);
    expect(Date.now() - began).toBeLessThan(8_000);
  });

  it("goes on after the time it has asked for", async () => {
    const { vault, job } = await sleepingJob();
    const began = Date.now();
    expect(await vault.calls.awaitJobs(vault.caller, [job], 100)).toEqual(DONE);
    expect(Date.now() - began).toBeGreaterThanOrEqual(90);
  });

  it("waits for nothing that has ended, is unknown, or that it may not read", async () => {
    const { vault, job } = await sleepingJob();
    const stranger = (await issue(vault, { userId: "other", permissions: ["mask"] })).caller;
    const began = Date.now();
    expect(await vault.calls.awaitJobs(stranger, [job], 9_000)).toEqual(DONE);
    expect(await vault.calls.awaitJobs(vault.caller, ["unknown"], 9_000)).toEqual(DONE);
    await vault.calls.cancelJob(vault.caller, job);
    expect(await vault.calls.awaitJobs(vault.caller, [job], 9_000)).toEqual(DONE);
    expect(Date.now() - began).toBeLessThan(8_000);
  });
});
