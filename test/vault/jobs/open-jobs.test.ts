// Jobs that are open at the same time: who takes turns with whom, and how many there may be.

import { describe, expect, it } from "vitest";
import { FEW_OPEN_JOBS, MAX_OPEN_JOBS, MAX_OPEN_JOBS_FOR_FEW } from "../../../src/core/limits.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  ended,
  freshVault,
  issue,
  maskItems,
  type OpenVault,
  rows,
  submit,
  trySubmit,
} from "../../support/vault/fresh-vault.ts";
import { named, runSlices } from "../../support/vault/job-slices.ts";

describe("jobs among each other", () => {
  it("take turns: a small job is not stuck behind a large one submitted before", async () => {
    const vault = await freshVault();
    const chunks = (count: number, name: string) =>
      Array.from({ length: count }, (_, c) => [named(`${name} ${c}`)]);
    const large = await runSlices(vault, chunks(40, "large"), { most: 4, slices: 0 });
    // By hand, so that a busy machine has no say in it: a slice of the large job, then it is the small one's turn.
    const small = await runSlices(vault, chunks(1, "small"), { most: 4, slices: 2 });
    const jobs = await rows(vault, "SELECT state, done_chunks FROM job ORDER BY serial");
    expect(jobs).toEqual([
      { state: "IN-PROGRESS", done_chunks: 4 },
      { state: "SUCCESS", done_chunks: 1 },
    ]);
    const done = await ended(vault, small);
    const last = await ended(vault, large);
    expect(last.state).toBe("SUCCESS");
    expect(done.finished).toBeLessThanOrEqual(last.finished ?? 0);
  });

  it("leave each user the same share, however many jobs one has", async () => {
    const vault = await freshVault();
    const bob = { ...vault, ...(await issue(vault, { userId: "bob" })) };
    const chunks = (count: number, name: string) =>
      Array.from({ length: count }, (_, c) => [named(`${name} ${c}`)]);
    const none = { most: 1, slices: 0 };
    // Long ones, and many that are done in a slice each.
    for (let job = 0; job < 3; job++) await runSlices(vault, chunks(10, `long ${job}`), none);
    for (let job = 0; job < 10; job++) await runSlices(vault, chunks(1, `short ${job}`), none);
    await runSlices(bob, chunks(12, "bob"), { most: 1, slices: 20 });
    const [bobs] = await rows(vault, "SELECT done_chunks FROM job ORDER BY serial DESC LIMIT 1");
    expect(bobs).toEqual({ done_chunks: 10 });
    const [all] = await rows(vault, "SELECT sum(done_chunks) AS n FROM job");
    expect(all).toEqual({ n: 20 });
  });

  it("keep places for users who have few, and no more than those", async () => {
    const vault = await freshVault();
    const bob = { ...vault, ...(await issue(vault, { userId: "bob" })) };
    await ended(vault, await submit(vault, maskItems(1)));
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS);
    const refused = { ok: false, error: { code: "too_many_jobs" } };
    expect(await trySubmit(vault, maskItems(1))).toEqual(refused);
    // None ends meanwhile.
    let isStuck = true;
    setFailpointHook(async (point) => {
      while (isStuck && point.startsWith("mask.")) await scheduler.wait(1);
    });
    for (let job = 0; job < FEW_OPEN_JOBS; job++) await submit(bob, maskItems(1));
    expect(await trySubmit(bob, maskItems(1))).toEqual(refused);
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS_FOR_FEW - FEW_OPEN_JOBS);
    const carol = { ...vault, ...(await issue(vault, { userId: "carol" })) };
    expect(await trySubmit(carol, maskItems(1))).toEqual(refused);
    isStuck = false;
  });

  it("are refused when there are too many open ones, and accepted again afterwards", async () => {
    const vault = await freshVault();
    const first = await submit(vault, maskItems(1));
    await ended(vault, first);
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS - 1);
    expect(await trySubmit(vault, maskItems(1))).toMatchObject({ ok: true });
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS);
    expect(await trySubmit(vault, maskItems(1))).toEqual({
      ok: false,
      error: { code: "too_many_jobs" },
    });
    await rows(vault, "DELETE FROM job WHERE tracking_id LIKE 'filler%'");
    expect(await trySubmit(vault, maskItems(1))).toMatchObject({ ok: true });
  });

  it("do not slip past the limit by arriving at the same time", async () => {
    const vault = await freshVault();
    await ended(vault, await submit(vault, maskItems(1)));
    await fillWithOpenJobs(vault, MAX_OPEN_JOBS - 2);
    // No job ends meanwhile, however slow the machine is.
    let isStuck = true;
    setFailpointHook(async (point) => {
      while (isStuck && point.startsWith("mask.")) await scheduler.wait(1);
    });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => trySubmit(vault, maskItems(1))),
    );
    isStuck = false;
    expect(replies.filter((reply) => reply.ok).length).toBeLessThanOrEqual(2);
  });
});

/** By hand: open jobs that are not due, up to a number. */
async function fillWithOpenJobs(vault: OpenVault, total: number): Promise<void> {
  await rows(vault, "DELETE FROM job WHERE tracking_id LIKE 'filler%'");
  await rows(
    vault,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO job SELECT 100000 + i, 'filler' || i, kind, 'PENDING', submitter, meta, 1, 1, 0,
       0, 0, 0, 0, 0, submitted + 1000000000, submitted, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
     FROM n, (SELECT * FROM job ORDER BY serial LIMIT 1)`,
    total,
  );
}
