// Lists of jobs in the vault: bounded reads, and jobs that are no longer shown.
import { describe, expect, it } from "vitest";
import type { JobQuery } from "../../../src/vault/job-rpc.ts";
import {
  accepted,
  ended,
  freshVault,
  maskItems,
  type OpenVault,
  rows,
  submit,
} from "../../support/vault/fresh-vault.ts";

const ANY: JobQuery = { state: null, kind: null, isOwn: false, pageToken: null, limit: 10 };

async function page({ calls, caller }: OpenVault, query: Partial<JobQuery> = {}) {
  return accepted(await calls.listJobs(caller, { ...ANY, ...query }));
}

describe("a list of jobs", () => {
  it("passes over a bounded number of rows for a page, and goes on behind them", async () => {
    const vault = await freshVault();
    const oldest = await submit(vault, maskItems(1));
    await ended(vault, oldest);
    await rows(
      vault,
      `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 5000)
       INSERT INTO job SELECT 1000 + value, 'filler-' || value, kind, 'PURGED', submitter, NULL, items,
         chunks, done_chunks, done_items, 0, 0, 0, 0, NULL, submitted, started, finished, NULL, NULL,
         policy, policy_version, NULL, NULL FROM job, n WHERE serial = 1`,
    );
    const first = await page(vault, { state: "SUCCESS" });
    expect(first.jobs).toEqual([]);
    expect(first.next).not.toBeNull();
    const second = await page(vault, { state: "SUCCESS", pageToken: first.next });
    expect(second.jobs.map((job) => job.trackingId)).toEqual([oldest]);
    expect(second.next).toBeNull();
  });

  it("shows a job whose row is damaged as FAILED, and all others as they are", async () => {
    const vault = await freshVault();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push(await submit(vault, maskItems(1)));
    for (const id of ids) await ended(vault, id);
    await rows(vault, "UPDATE job SET chunks = -1 WHERE tracking_id = ?", ids[1] ?? "");
    const { jobs } = await page(vault);
    expect(jobs.map(({ trackingId, state }) => [trackingId, state])).toEqual([
      [ids[2], "SUCCESS"],
      [ids[1], "FAILED"],
      [ids[0], "SUCCESS"],
    ]);
    expect(jobs[1]?.error).toEqual({ code: "internal" });
  });

  it("does not show what is still being received", async () => {
    const vault = await freshVault();
    await submit(vault, maskItems(1));
    await rows(vault, "UPDATE job SET state = 'RECEIVING'");
    expect(await page(vault)).toEqual({ jobs: [], next: null });
  });

  it("shows a job over its time as PURGED, and purges it", async () => {
    const vault = await freshVault();
    const id = await submit(vault, maskItems(1));
    await ended(vault, id);
    await rows(vault, "UPDATE job SET due = 1");
    const [job] = (await page(vault)).jobs;
    expect(job).toMatchObject({ trackingId: id, state: "PURGED", expires: null, result: null });
    expect(await rows(vault, "SELECT * FROM job WHERE key IS NOT NULL")).toEqual([]);
  });
});
