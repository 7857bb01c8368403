// Cancelling a job at each of its steps: it ends at once and stays so, no part of a result is kept, and tokens that it
// has made stay.
import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_OPEN_JOBS } from "../../../src/core/limits.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { cancelJob } from "../../../src/vault/jobs/job-purger.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import type { VaultRpc } from "../../../src/vault/rpc.ts";
import { acceptIn, everything } from "../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  maskItems,
  maskValues,
  type OpenVault,
  readJob,
  reopened,
  rows,
  runAlarmUntil,
  submit,
  trySubmit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { named, runSlices } from "../../support/vault/job-slices.ts";

afterEach(() => setFailpointHook(null));

const CANCELLED = { ok: true, value: "CANCELLED" };

const cancel = ({ calls, caller }: OpenVault, trackingId: string) =>
  calls.cancelJob(caller, trackingId);

/** Run a job to its end inside its object, and cancel it when a failpoint is met for the nth time. Gives its tracking id. */
async function runCancelledAt(
  vault: OpenVault,
  { point, nth = 1 }: { readonly point: string; readonly nth?: number },
  items: readonly unknown[],
  kind: "mask" | "unmask" = "mask",
  justBefore: (namespace: Namespace) => Promise<unknown> = async () => undefined,
): Promise<string> {
  let job = "";
  let met = 0;
  await inNamespace(vault, async (namespace) => {
    const { intake, runner, purger } = namespace;
    const submitJob: VaultRpc["submitJob"] = (...args) => intake.submit(...args);
    job = await submit({ caller: vault.caller, calls: { submitJob } }, items, kind);
    setFailpointHook(async (name) => {
      if (name !== point) return;
      met += 1;
      if (met === nth - 1) await justBefore(namespace);
      if (met !== nth) return;
      expect(await cancelJob(namespace, vault.caller, job)).toEqual(CANCELLED);
      // All of the job's data is deleted before the slice ends.
      while (purger.purgeSome());
    });
    while (await runner.runSlice(1));
    setFailpointHook(null);
  });
  expect(met).toBe(nth);
  return job;
}

async function expectNothingKept(vault: OpenVault, job: string): Promise<void> {
  const view = await readJob(vault, job, true);
  expect(view).toMatchObject({
    state: "CANCELLED",
    error: { code: "cancelled" },
    input: null,
    result: null,
    rest: null,
    expires: null,
  });
  expect(await count(vault, "job WHERE key IS NOT NULL")).toBe(0);
  expect(await count(vault, "job_meta")).toBe(0);
  expect(await count(vault, "job WHERE placeholder_key IS NOT NULL")).toBe(0);
  await runAlarmUntil(vault, async () => (await count(vault, "job_chunk")) === 0);
  expect(await count(vault, "job")).toBe(1);
}

describe("a job that is cancelled", () => {
  it("before it has begun does nothing, and lets go of what was submitted", async () => {
    const vault = await freshVault();
    setFailpointHook(() => scheduler.wait(1));
    const job = await submit(vault, maskItems(20_000));
    expect(await cancel(vault, job)).toEqual(CANCELLED);
    await expectNothingKept(vault, job);
    expect((await readJob(vault, job))?.doneItems).toBeLessThan(20_000);
  });

  it.each([
    ["job.planned", "mask"],
    ["mask.sealed", "mask"],
    ["mask.before-commit", "mask"],
    ["job.unmask-planned", "unmask"],
    ["job.unmasked", "unmask"],
  ] as const)("in a slice at %s keeps nothing of it", async (point, kind) => {
    const vault = await freshVault();
    const tokens = kind === "mask" ? [] : await maskValues(vault, ["Ada"]);
    const items =
      kind === "mask"
        ? maskItems(5_000)
        : Array.from({ length: 500 }, () => ({ token_value: tokens[0] }));
    const job = await runCancelledAt(vault, { point }, items, kind);
    expect((await ended(vault, job)).state).toBe("CANCELLED");
    await expectNothingKept(vault, job);
    expect(await rows(vault, "SELECT state, error_code, attempts, claimed FROM job")).toEqual([
      { state: "FAILED", error_code: "cancelled", attempts: 0, claimed: 0 },
    ]);
  });

  it("while what was erased is masked anew keeps nothing either", async () => {
    const vault = await freshVault();
    const at = { point: "job.planned", nth: 4 };
    const eraseAll = (namespace: Namespace) => acceptIn(namespace, everything());
    // In the last of its three slices: the first two are done again.
    const job = await runCancelledAt(vault, at, maskItems(1_500), "mask", eraseAll);
    await expectNothingKept(vault, job);
    expect((await readJob(vault, job))?.doneItems).toBe(1_500);
  });

  it("while its whole result is looked through does not come to a good end", async () => {
    const vault = await freshVault();
    const chunks = Array.from({ length: 40 }, (_, i) => [named(`value ${i}`)]);
    let slices = 0;
    const job = await runSlices(vault, chunks, { most: 1, slices: 40 }, async (namespace) => {
      slices += 1;
      // Erases nothing, but whether it does has to be looked for.
      if (slices === 39) await acceptIn(namespace, { duration: 36_500 });
    });
    await inNamespace(vault, async (namespace, { queries }) => {
      const { runner, jobs } = namespace;
      expect(jobs.findAll([job])[0]).toMatchObject({ state: "IN-PROGRESS", done_chunks: 40 });
      const slice = runner.runSlice(1);
      while (!queries.some((query) => query.includes("isMatch"))) await scheduler.wait(0);
      expect(await cancelJob(namespace, vault.caller, job)).toEqual(CANCELLED);
      await slice;
    });
    await expectNothingKept(vault, job);
  });

  it("leaves the tokens that it has made, and masks go on with them", async () => {
    const vault = await freshVault();
    const items = maskItems(10_000);
    const job = await runCancelledAt(vault, { point: "mask.before-commit", nth: 3 }, items);
    const view = await ended(vault, job);
    expect([view.state, view.doneItems]).toEqual(["CANCELLED", 1_000]);
    const made = await count(vault, "mapping");
    expect(made).toBeGreaterThanOrEqual(view.doneItems);
    const values = items.slice(0, view.doneItems).map(({ value }) => value);
    const tokens = await maskValues(vault, values);
    expect(await count(vault, "mapping")).toBe(made);
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
  });

  it("twice, or ten times at once, is cancelled once and stays as it was", async () => {
    const vault = await freshVault();
    const job = await submit(vault, maskItems(20_000));
    const replies = await Promise.all(Array.from({ length: 10 }, () => cancel(vault, job)));
    expect(replies).toEqual(replies.map(() => CANCELLED));
    const before = await rows(vault, "SELECT finished, error_code FROM job");
    expect(await cancel(vault, job)).toEqual(CANCELLED);
    expect(await rows(vault, "SELECT finished, error_code FROM job")).toEqual(before);
  });

  it("after its end stays as it is, with its result", async () => {
    const vault = await freshVault();
    const good = await submit(vault, maskItems(3));
    const bad = await submit(vault, [{}]);
    await ended(vault, good);
    await ended(vault, bad);
    expect(await cancel(vault, good)).toEqual({ ok: true, value: "SUCCESS" });
    expect(await cancel(vault, bad)).toEqual({ ok: true, value: "FAILED" });
    expect((await readJob(vault, good))?.result).toHaveLength(3);
    expect((await readJob(vault, bad))?.error?.code).toBe("missing_value");
  });

  it("stays so when the object is lost at once, and does not run again", async () => {
    const vault = await freshVault();
    const job = await submit(vault, maskItems(20_000));
    expect(await cancel(vault, job)).toEqual(CANCELLED);
    await abortAllDurableObjects();
    const again = reopened(vault);
    await expectNothingKept(again, job);
  });

  it("makes its place free for another", async () => {
    const vault = await freshVault();
    const job = await submit(vault, maskItems(1));
    await ended(vault, job);
    // By hand: as many open jobs as one user may have.
    await rows(
      vault,
      `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
       INSERT INTO job SELECT 10 + value, 'open-' || value, kind, 'PENDING', submitter, NULL, items,
         chunks, 0, 0, 0, 0, 0, 0, ?, submitted, NULL, NULL, NULL, NULL, policy, policy_version, NULL, NULL
       FROM job, n WHERE serial = 1`,
      MAX_OPEN_JOBS,
      Date.now() + 3_600_000,
    );
    expect(await trySubmit(vault, maskItems(1))).toMatchObject({
      error: { code: "too_many_jobs" },
    });
    expect(await cancel(vault, "open-7")).toEqual(CANCELLED);
    expect(await trySubmit(vault, maskItems(1))).toMatchObject({ ok: true });
  });

  it("is unknown when there is none", async () => {
    const vault = await freshVault();
    const unknown = { ok: false, error: { code: "tracking_id_unknown" } };
    expect(await cancel(vault, "x")).toEqual(unknown);
  });
});
