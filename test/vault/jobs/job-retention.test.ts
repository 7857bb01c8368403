import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/core/time.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { JobPurger } from "../../../src/vault/jobs/job-purger.ts";
import { Liveness } from "../../../src/vault/state/liveness.ts";
import { JobRequestStore } from "../../../src/vault/store/job-callbacks.ts";
import { JobChunkStore } from "../../../src/vault/store/job-chunks.ts";
import { JobStore } from "../../../src/vault/store/jobs.ts";
import { SettingStore } from "../../../src/vault/store/settings.ts";
import {
  alarmOf,
  count,
  ended,
  freshVault,
  maskItems,
  type OpenVault,
  readJob,
  rows,
  runAlarmUntil,
  submit,
} from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const HOUR_MS = 3_600_000;

async function finishedJob(items = 10): Promise<{ vault: OpenVault; trackingId: string }> {
  const vault = await freshVault();
  const trackingId = await submit(vault, maskItems(items));
  await ended(vault, trackingId);
  return { vault, trackingId };
}

/** Two days later: what a failed job was given goes, while its row stays for a month however often the alarm comes. */
const afterRetention = (vault: OpenVault) =>
  rows(vault, "UPDATE job SET due = 1, finished = finished - ?", 2 * DAY_MS);

const stateOf = async (vault: OpenVault): Promise<unknown> =>
  (await rows(vault, "SELECT state FROM job"))[0]?.["state"];

describe("a finished job", () => {
  it("keeps its result for 24 hours, and says until when", async () => {
    const { vault, trackingId } = await finishedJob();
    const view = await readJob(vault, trackingId);
    expect(view?.expires).toBe((view?.finished ?? 0) + 24 * HOUR_MS);
  });

  it("becomes PURGED when its time is over, and its row goes 30 days after its end", async () => {
    const { vault, trackingId } = await finishedJob(900);
    await rows(vault, "UPDATE job SET due = 1");
    await runAlarmUntil(vault, async () => (await count(vault, "job_chunk")) === 0);
    await runAlarmUntil(vault, async () => {
      const [row] = await rows(vault, "SELECT due FROM job");
      return Number(row?.["due"]) > Date.now();
    });
    const [row] = await rows(
      vault,
      `SELECT state, (SELECT count(*) FROM job WHERE key IS NOT NULL) + (SELECT count(*) FROM job_meta) AS sealed, due, finished
         FROM job`,
    );
    expect(row).toMatchObject({ state: "PURGED", sealed: 0 });
    expect(row?.["due"]).toBe(Number(row?.["finished"]) + 30 * DAY_MS);
    expect(await readJob(vault, trackingId, true)).toMatchObject({
      state: "PURGED",
      items: 900,
      input: null,
      result: null,
      expires: null,
      error: null,
      rest: null,
    });
    // The mappings stay: only the copy of the answer goes.
    expect(await count(vault, "mapping")).toBe(900);
    await rows(vault, "UPDATE job SET due = 1, finished = finished - ?", 30 * DAY_MS);
    await runAlarmUntil(vault, async () => (await count(vault, "job")) === 0);
    expect(await readJob(vault, trackingId)).toBeNull();
  });

  it("loses its key first, then its chunks piece by piece", async () => {
    const { vault } = await finishedJob(450);
    await runInDurableObject(vault.object, (_, { storage }) => {
      storage.sql.exec("UPDATE job SET due = 1");
      const jobs = new JobStore(storage.sql);
      const chunks = new JobChunkStore(storage.sql);
      const liveness = new Liveness(new SettingStore(storage.sql));
      const jobRequests = new JobRequestStore(storage.sql);
      const stores = { jobs, jobRequests, chunks, ends: { noteEnd: () => undefined } };
      const settings = { clock: () => Date.now(), retentionMs: 1_000 };
      const purger = new JobPurger({ ...stores, storage, liveness, ...settings });
      const look = () =>
        storage.sql
          .exec(
            "SELECT state, (SELECT count(*) FROM job WHERE key IS NOT NULL) = 0 AS keyless, (SELECT count(*) FROM job_chunk) AS chunks FROM job",
          )
          .one();
      expect(look()).toEqual({ state: "SUCCESS", keyless: 0, chunks: 2 });
      expect(purger.purgeSome()).toBe(true);
      expect(look()).toEqual({ state: "PURGED", keyless: 1, chunks: 2 });
      expect(purger.purgeSome()).toBe(true);
      expect(look()).toEqual({ state: "PURGED", keyless: 1, chunks: 0 });
      expect(purger.purgeSome()).toBe(true);
      expect(purger.purgeSome()).toBe(false);
    });
  });

  it("stays FAILED when it had failed, and loses its input likewise", async () => {
    const vault = await freshVault();
    const trackingId = await submit(vault, [{ value: "x", token_name: "Nope" }]);
    await ended(vault, trackingId);
    await afterRetention(vault);
    await runAlarmUntil(vault, async () => (await count(vault, "job_chunk")) === 0);
    expect(await readJob(vault, trackingId)).toMatchObject({
      state: "FAILED",
      input: null,
      error: { code: "unknown_token_name", index: 0 },
    });
  });

  it("loses its error's detail with its input: the caller wrote both", async () => {
    const vault = await freshVault();
    const trackingId = await submit(vault, [{ value: "x", token_name: "Nope" }]);
    await ended(vault, trackingId);
    await afterRetention(vault);
    await runAlarmUntil(vault, async () => (await count(vault, "job_chunk")) === 0);
    const view = await readJob(vault, trackingId);
    expect(view?.error?.code).toBe("unknown_token_name");
    expect(view?.error?.detail).toBeUndefined();
  });

  it("is not served after its time, though the alarm has not come yet", async () => {
    const { vault, trackingId } = await finishedJob();
    await rows(vault, "UPDATE job SET due = 1");
    expect((await readJob(vault, trackingId))?.result).toBeNull();
  });
});

describe("purging", () => {
  it("does not wait for the end of a large job", async () => {
    const { vault, trackingId } = await finishedJob();
    setFailpointHook(() => scheduler.wait(20));
    const large = await submit(vault, maskItems(20_000, "large"));
    await rows(vault, "UPDATE job SET due = 1 WHERE tracking_id = ?", trackingId);
    // Both in one answer: the job may end between two.
    let view = await readJob(vault, large);
    while ((view?.doneItems ?? 20_000) < 2_000) {
      await scheduler.wait(5);
      view = await readJob(vault, large);
    }
    expect(view?.state).toBe("IN-PROGRESS");
    expect((await readJob(vault, trackingId))?.state).toBe("PURGED");
  });
});

/** Behind the object's back, which would remember that nothing was erased in its life: so it goes. */
async function eraseByHand(vault: OpenVault, statement: string): Promise<void> {
  await rows(vault, statement);
  await evictDurableObject(vault.object);
}

describe("a result that speaks of an erased mapping", () => {
  it("is never served: the job is PURGED with the code erased", async () => {
    const { vault, trackingId } = await finishedJob(450);
    await eraseByHand(
      vault,
      "DELETE FROM mapping WHERE id = (SELECT id FROM mapping ORDER BY id LIMIT 1 OFFSET 300)",
    );
    expect(await readJob(vault, trackingId, true)).toMatchObject({
      state: "PURGED",
      error: { code: "erased" },
      result: null,
      input: null,
    });
    expect(
      await rows(
        vault,
        "SELECT state, (SELECT count(*) FROM job WHERE key IS NOT NULL) AS keys FROM job",
      ),
    ).toEqual([{ state: "PURGED", keys: 0 }]);
  });

  it("of an unmask job is not served either", async () => {
    const vault = await freshVault();
    const masked = await ended(vault, await submit(vault, maskItems(5)));
    const tokens = (masked.result as { token_value: string }[]).map(({ token_value }) => ({
      token_value,
    }));
    const trackingId = await submit(vault, tokens, "unmask");
    expect((await ended(vault, trackingId)).state).toBe("SUCCESS");
    await eraseByHand(vault, "DELETE FROM mapping WHERE id = (SELECT max(id) FROM mapping)");
    expect(await readJob(vault, trackingId, true)).toMatchObject({
      state: "PURGED",
      error: { code: "erased" },
      result: null,
    });
  });

  it("does not touch other jobs", async () => {
    const { vault, trackingId } = await finishedJob();
    const other = await submit(vault, maskItems(3, "other"));
    await ended(vault, other);
    await eraseByHand(vault, "DELETE FROM mapping WHERE id = (SELECT min(id) FROM mapping)");
    expect((await readJob(vault, trackingId))?.state).toBe("PURGED");
    expect((await readJob(vault, other))?.result).toHaveLength(3);
    expect(await stateOf(vault)).toBe("PURGED");
  });

  it("has its chunks deleted soon: the alarm is armed for it", async () => {
    const { vault, trackingId } = await finishedJob();
    await eraseByHand(vault, "DELETE FROM mapping");
    await readJob(vault, trackingId);
    // Asked again: an alarm that rings at this moment is not armed, and has not done its work yet.
    await expect
      .poll(async () => {
        const isArmed = ((await alarmOf(vault)) ?? Number.POSITIVE_INFINITY) < Date.now() + 60_000;
        return isArmed || (await count(vault, "job_chunk")) === 0;
      })
      .toBe(true);
  });
});
