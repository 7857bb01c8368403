// The deletion of audit records by age: whole days go with their keys, and the rest still verifies.

import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { expectChain, idsIn, keepAt, readAll, record, sentBy } from "../../support/vault/audit.ts";
import { claimsOf, deletionEnded, ledgerOf, NOON, stallAt } from "../../support/vault/erasing.ts";
import { accepted, count, freshVault, reopened, rows } from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

describe("a deletion of records", () => {
  async function threeDays() {
    const vault = await freshVault();
    for (const day of [0, 1, 1, 2]) await keepAt(vault, NOON + day * DAY_MS, record(vault));
    return { vault, ids: idsIn(await readAll(vault)), before: await readAll(vault) };
  }

  it("takes whole days before a date, with their keys, and the rest verifies", async () => {
    const { vault, ids, before } = await threeDays();
    const date = isoDate(NOON + 2 * DAY_MS);
    const preview = await vault.calls.previewDeletion(vault.caller, { date }, "audit");
    expect(preview).toMatchObject({ ok: true, value: { records: 3 } });
    const reply = accepted(
      await vault.calls.requestDeletion(vault.caller, { date }, undefined, "audit"),
    );
    // With the answer already.
    const page = await readAll(vault);
    expect(idsIn(page)).toEqual(ids.slice(3));
    expect(page.checkpoint).toEqual({ batch: 3, hash: before.batches[2]?.hash });
    await expectChain(page);
    const view = await deletionEnded(vault, reply.trackingId);
    expect(view).toMatchObject({ state: "SUCCESS", cleared: 3, total: 3 });
    expect(claimsOf(view.receipt)).toMatchObject({
      ...{ kind: "audit", counts: { audit_records: 3 } },
      destroyed_keys: [0, 1].map((day) => ({ day: isoDate(NOON + day * DAY_MS), version: 1 })),
    });
    expect(await count(vault, "audit_batch")).toBe(1);
    await vault.calls.recordAudit(sentBy("later", record(vault)));
    await abortAllDurableObjects();
    const later = await readAll(reopened(vault));
    await expectChain(later);
    expect(later.batches.map(({ batch }) => batch)).toEqual([4, 5]);
  });

  it("while a page is read leaves a page that begins behind what was deleted", async () => {
    const { vault, ids, before } = await threeDays();
    const stall = stallAt("audit.opened");
    const reading = readAll(vault);
    await stall.reached();
    const date = isoDate(NOON + 2 * DAY_MS);
    const reply = await vault.calls.requestDeletion(vault.caller, { date }, undefined, "audit");
    stall.release();
    const page = await reading;
    expect(reply.ok).toBe(true);
    expect(page.checkpoint).toEqual({ batch: 3, hash: before.batches[2]?.hash });
    expect(idsIn(page)).toEqual(ids.slice(3));
    await expectChain(page);
  });

  it("of all that is over leaves a chain that goes on; no mapping is touched", async () => {
    const { vault, before } = await threeDays();
    const reply = accepted(
      await vault.calls.requestDeletion(vault.caller, { duration: 1 }, undefined, "audit"),
    );
    await deletionEnded(vault, reply.trackingId);
    expect(await count(vault, "audit_batch")).toBe(0);
    const [watermark] = await rows(vault, "SELECT value FROM setting WHERE name = 'watermark'");
    expect(watermark?.["value"] ?? 0).toBe(0);
    await vault.calls.recordAudit(sentBy("later", record(vault)));
    const page = await readAll(vault);
    expect(page.checkpoint).toEqual({ batch: 4, hash: before.batches[3]?.hash });
    expect(page.batches.map(({ batch }) => batch)).toEqual([5]);
    await expectChain(page);
  });

  it("goes some megabytes at a time", async () => {
    const vault = await freshVault();
    await rows(
      vault,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
       INSERT INTO audit_batch (serial, sender, records, total, hash, sealed)
       SELECT i, 'by hand', 1, i, printf('%064d', i), zeroblob(1000000) FROM n`,
    );
    await inNamespace(vault, async ({ audit, storage }) => {
      const steps: (number | null)[] = [];
      storage.transactionSync(() => audit.dropUpTo(28));
      do steps.push(audit.deleteSome());
      while (steps.at(-1) !== null);
      expect(steps).toEqual([5, 5, 5, 5, 5, 3, null]);
    });
    expect(await count(vault, "audit_batch")).toBe(2);
  });

  it("that is only tried out writes nothing", async () => {
    const { vault } = await threeDays();
    const days = "SELECT * FROM audit_day";
    const before = await rows(vault, days);
    for (const [day, records] of [
      [0, 0],
      [1, 1],
      [2, 3],
      [3, 4],
      [4, 4],
    ] as const) {
      const date = isoDate(NOON + day * DAY_MS);
      const preview = await vault.calls.previewDeletion(vault.caller, { date }, "audit");
      expect(preview).toMatchObject({ ok: true, value: { records } });
    }
    expect(await rows(vault, days)).toEqual(before);
  });

  it("is refused for a day that is not over", async () => {
    const { vault } = await threeDays();
    const date = isoDate(Date.now() + DAY_MS);
    const reply = await vault.calls.requestDeletion(vault.caller, { date }, undefined, "audit");
    expect(reply).toMatchObject({ error: { code: "date_in_future" } });
  });

  it("goes by the order of batches where the clock went back", async () => {
    const vault = await freshVault();
    for (const day of [0, 900, 1, 2]) await keepAt(vault, NOON + day * DAY_MS, record(vault));
    const date = isoDate(NOON + 2 * DAY_MS);
    const reply = await vault.calls.requestDeletion(vault.caller, { date }, undefined, "audit");
    expect(reply.ok).toBe(true);
    expect((await readAll(vault)).checkpoint.batch).toBe(3);
  });

  it("is repeated in a copy of before it", async () => {
    const { vault } = await threeDays();
    for (const table of ["audit_day", "wrapped_key", "audit_batch"]) {
      await rows(vault, `CREATE TABLE copy_of_${table} AS SELECT * FROM ${table}`);
    }
    const date = isoDate(NOON + DAY_MS);
    accepted(await vault.calls.requestDeletion(vault.caller, { date }, undefined, "audit"));
    const entry = (await ledgerOf(vault)).find(
      ({ phase, target }) => phase === "accepted" && target === "audit",
    );
    expect(entry).toMatchObject({ watermark: 1, cutoff: null });
    // By hand: the namespace as it was.
    await rows(vault, "DELETE FROM deletion");
    await rows(vault, "DELETE FROM setting WHERE name LIKE 'audit_floor%'");
    await rows(
      vault,
      "UPDATE setting SET value = ? WHERE name = 'ledger_position'",
      (entry?.position ?? 0) - 1,
    );
    for (const table of ["audit_day", "wrapped_key", "audit_batch"]) {
      await rows(vault, `INSERT OR REPLACE INTO ${table} SELECT * FROM copy_of_${table}`);
    }
    await abortAllDurableObjects();
    const page = await readAll(reopened(vault));
    expect([page.checkpoint.batch, page.batches.length]).toEqual([1, 3]);
  });
});
