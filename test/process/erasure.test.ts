// Erasure on a real service: what is on the disk afterwards, that a restored backup returns nothing, successive
// deletions, and the standing retention.

import { existsSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { send, submit, untilEnded } from "../support/node/api-client.ts";
import {
  acceptEraseAll,
  filesWith,
  issue,
  lookAtErasure,
  mask,
  type Pair,
  readable,
  restart,
  statementsOf,
  unmask,
  untilErased,
  wrappedDayKeys,
} from "../support/node/erasure.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { edit, query, registryPath, vaultPathOf } from "../support/node/object-files.ts";
import { cleanUp, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

const DAY_MS = 86_400_000;

afterEach(cleanUp);

const valuesOf = (pairs: readonly Pair[]) => pairs.map(({ value }) => value);

/** More keys than fit a page of the file. */
const JOBS = IS_LONG ? 300 : 80;

/** A namespace whose jobs held what was erased; gives their keys as they were stored. */
async function eraseJobs(service: Service): Promise<Buffer[]> {
  const { token, admin } = await issue(service, "jobs");
  const jobs = Array.from({ length: JOBS }, (_, job) => {
    const items = [{ value: `job ${job}`, token_name: "Text Token" }];
    return submit(service, token, "mask", items);
  });
  for (const id of await Promise.all(jobs)) await untilEnded(service, token, id);
  const path = vaultPathOf(service, token);
  const keys = query(path, "SELECT wrapped FROM job JOIN wrapped_key ON id = key").map((row) =>
    Buffer.from(row["wrapped"] as Uint8Array),
  );
  expect(keys).toHaveLength(JOBS);
  await untilErased(service, admin, await acceptEraseAll(service, admin));
  expect(query(path, "SELECT state FROM job GROUP BY state")).toEqual([{ state: "PURGED" }]);
  // The object closes itself a moment after the deletion's end: until then its log has the keys.
  await waitFor("the log is folded in", () => !existsSync(`${path}-wal`), 30_000);
  return keys;
}

/** A namespace with a retention of a day, and with values that `makeOld` has be from two days before, on a stopped service. */
async function setRetention(service: Service) {
  const { token, admin } = await issue(service, "retained");
  const old = await mask(service, token, "old", 300);
  const path = vaultPathOf(service, token);
  const [{ last } = {}] = query(path, "SELECT max(id) AS last FROM mapping");
  const young = await mask(service, token, "young one", 40);
  const data = { duration: 1 };
  const set = await send(service, admin, "namespace/retention", { data });
  expect(set.body.data).toEqual({ duration: 1, would_clear: 0 });
  const day = Math.floor(Date.now() / DAY_MS) - 2;
  // Sealed under that day's key, and the rule is due.
  const makeOld = () => {
    edit(path, `UPDATE mapping SET created = created - ${2 * DAY_MS} WHERE id <= ${last}`);
    edit(path, `INSERT INTO day_key SELECT ${day}, 1, max(id) + 1 FROM wrapped_key`);
    edit(path, "INSERT INTO wrapped_key SELECT max(id) + 1, 0, randomblob(93) FROM wrapped_key");
    edit(path, "UPDATE setting SET value = 1 WHERE name = 'retention_due'");
    return wrappedDayKeys(path).slice(0, 1);
  };
  return { token, admin, old, young, path, day, makeOld };
}

describe("the disk after an erasure and a stop", () => {
  it("holds no row and no key of what was erased, nor of jobs that held it, and all of what is younger", async () => {
    const service = await startService();
    const { token, admin } = await issue(service, "disk");
    await mask(service, token, "older", 1_500);
    const path = vaultPathOf(service, token);
    const oldKeys = wrappedDayKeys(path);
    expect(oldKeys.length).toBeGreaterThan(0);
    expect(filesWith(service.dataDir, oldKeys)).not.toEqual([]);
    const id = await acceptEraseAll(service, admin);
    const younger = await mask(service, token, "younger one", 300);
    const job = await untilErased(service, admin, id);
    expect(job).toMatchObject({
      status: "SUCCESS",
      response: { cleared_records: 1_500 },
      progress: { cleared: 1_500, total: 1_500, percent: 100 },
    });
    const { destroyed_keys, kind } = await statementsOf(service, job.receipt);
    expect(kind).toBe("age");
    const jobKeys = await eraseJobs(service);
    const retained = await setRetention(service);
    expect(await service.stop()).toBe(0);

    expect(filesWith(service.dataDir, oldKeys)).toEqual([]);
    const found = jobKeys.filter((key) => filesWith(service.dataDir, [key]).length > 0);
    expect(`${found.length} of ${JOBS}`).toBe(`0 of ${JOBS}`);
    expect(query(path, "SELECT count(*) AS n FROM mapping")).toEqual([{ n: 300n }]);
    const [{ cutoff_id } = {}] = query(path, "SELECT cutoff_id FROM deletion");
    for (const [table, column] of [
      ["mapping", "id"],
      ["attribute", "mapping_id"],
    ]) {
      const old = `SELECT count(*) AS n FROM ${table} WHERE ${column} <= ${cutoff_id}`;
      expect(query(path, old)).toEqual([{ n: 0n }]);
    }
    expect(destroyed_keys.length).toBeGreaterThan(0);
    for (const { day, version } of destroyed_keys) {
      const number = Date.parse(day) / DAY_MS;
      const where = `day = ${number} AND version = ${version}`;
      expect(query(path, `SELECT key FROM day_key WHERE ${where}`)).toEqual([{ key: null }]);
    }
    const oldKey = retained.makeOld();
    const again = await restart(service);
    expect(await unmask(again, token, younger)).toEqual(valuesOf(younger));
    await expectRetained(again, retained);
    await again.stop();
    expect(filesWith(again.dataDir, oldKey)).toEqual([]);
  });
});

/** A standing retention starts a deletion by itself when its time has come. */
async function expectRetained(
  service: Service,
  { token, admin, old, young, path, day }: Awaited<ReturnType<typeof setRetention>>,
): Promise<void> {
  expect(await unmask(service, token, young)).toEqual(valuesOf(young));
  const rows = () => query(path, "SELECT tracking_id, state FROM deletion");
  await waitFor("the rule was applied", () => rows()[0]?.["state"] === "SUCCESS", 30_000);
  const job = await untilErased(service, admin, String(rows()[0]?.["tracking_id"]));
  expect(job).toMatchObject({ status: "SUCCESS", response: { cleared_records: 300 } });
  expect(await statementsOf(service, job.receipt)).toMatchObject({
    kind: "retention",
    counts: { mappings: 300 },
    destroyed_keys: [{ day: new Date(day * DAY_MS).toISOString().slice(0, 10), version: 1 }],
  });
  expect(await readable(service, token, old.slice(0, 20))).toEqual([]);
  expect(await unmask(service, token, young)).toEqual(valuesOf(young));
  // Once a day, not again and again.
  expect(rows()).toHaveLength(1);
}

describe("deletions in a row", () => {
  it("each count what is theirs, and their receipts stand in one chain", async () => {
    // Without the audit's entry of the day, which comes some time.
    const service = await startService({ env: { AUDIT: "off" } });
    const { token, admin } = await issue(service, "row");
    await mask(service, token, "first", 800);
    const first = await acceptEraseAll(service, admin);
    await mask(service, token, "second one", 300);
    const second = await acceptEraseAll(service, admin);
    const left = await mask(service, token, "third", 50);
    const jobs = [
      await untilErased(service, admin, first),
      await untilErased(service, admin, second),
    ];
    expect(jobs.map((job) => [job.status, job.response.cleared_records])).toEqual([
      ["SUCCESS", 800],
      ["SUCCESS", 300],
    ]);
    expect(await unmask(service, token, left)).toEqual(valuesOf(left));
    const receipts = await Promise.all(jobs.map((job) => statementsOf(service, job.receipt)));
    const registry = registryPath(service.dataDir, token);
    const entries = query(registry, "SELECT * FROM ledger ORDER BY position");
    expect(entries.map((entry) => Number(entry["position"]))).toEqual([1, 2, 3, 4]);
    let previous: unknown = "0".repeat(64);
    for (const entry of entries) {
      expect(entry["previous_hash"]).toBe(previous);
      previous = entry["hash"];
    }
    for (const { ledger } of receipts) {
      const entry = entries[ledger.position - 1];
      expect(ledger).toMatchObject({
        hash: entry?.["hash"],
        previous_hash: entry?.["previous_hash"],
      });
    }
  });

  it.runIf(IS_LONG)("with nothing to erase end SUCCESS with 0", async () => {
    const service = await startService();
    const { admin } = await issue(service, "empty");
    const job = await untilErased(service, admin, await acceptEraseAll(service, admin));
    expect(job).toMatchObject({ status: "SUCCESS", response: { cleared_records: 0 } });
    expect((await lookAtErasure(service, admin, "no-such-job")).status).toBe(404);
  });
});
