// The audit log of a namespace: a chain of sealed batches, its deletion by age, and that the rest still verifies.
import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import {
  type AuditBatch,
  type AuditPage,
  type AuditRecord,
  recordsIn,
} from "../../../src/core/audit.ts";
import { MAX_AUDIT_BYTES } from "../../../src/core/limits.ts";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import { auditHash, NO_AUDIT_HASH } from "../../../src/crypto/audit-chain.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import {
  atTime,
  claimsOf,
  deletionEnded,
  ledgerOf,
  NOON,
  stallAt,
} from "../../support/vault/erasing.ts";
import { registryOf } from "../../support/vault/fresh-registry.ts";
import {
  count,
  freshVault,
  issue,
  type OpenVault,
  reopened,
  rows,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

let serial = 0;

function record({ caller }: OpenVault, more: Partial<AuditRecord> = {}): AuditRecord {
  serial += 1;
  return {
    ...{ time: new Date(NOON).toISOString(), request_id: `request ${serial}` },
    ...{ token_id: caller.tokenId, user: caller.userId, operation: "PUT /api/vault/mask" },
    ...{ outcome: "ok", duration_ms: 3, items: 2, ...more },
  };
}

const sentBy = (sender: string, ...records: AuditRecord[]) => ({ sender, records, unchecked: [] });

/** Keep a batch at an instant. */
function keepAt(vault: OpenVault, at: number, ...records: AuditRecord[]): Promise<void> {
  return atTime(vault, at, async ({ audit, ledgerSync }: Namespace) => {
    // Before a namespace has read the ledger, it writes nothing to it.
    await ledgerSync.ensure();
    await audit.append(sentBy(crypto.randomUUID(), ...records));
  });
}

async function readAll({ calls, caller }: OpenVault): Promise<AuditPage> {
  const reply = await calls.readAudit(caller, { after: 0 });
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
}

/** Fails unless each batch follows the one before, and the first the checkpoint. */
async function expectChain({ checkpoint, batches }: AuditPage): Promise<void> {
  let { batch, hash } = checkpoint;
  for (const link of batches) {
    expect([link.batch, link.previous]).toEqual([batch + 1, hash]);
    if (link.text !== null) expect(link.hash).toBe(await auditHash(hash, link.text));
    ({ batch, hash } = link);
  }
}

const idsIn = ({ batches }: AuditPage) =>
  batches.flatMap((batch) => recordsIn(batch).map(({ request_id }) => request_id));

describe("records", () => {
  it("of one batch are counted together by operation, outcome and user", async () => {
    const vault = await freshVault();
    const sent = [record(vault), record(vault), record(vault, { outcome: "forbidden", items: 5 })];
    await vault.calls.recordAudit(sentBy("a", ...sent));
    await vault.calls.recordAudit(sentBy("b", record(vault)));
    expect(
      await rows(vault, "SELECT outcome, requests, items, ms FROM usage ORDER BY outcome"),
    ).toEqual([
      { outcome: "forbidden", requests: 1, items: 5, ms: 3 },
      { outcome: "ok", requests: 3, items: 6, ms: 9 },
    ]);
  });

  it("are read as they were sent, in a chain, after the object has gone as well", async () => {
    const vault = await freshVault();
    const sent = [record(vault), record(vault, { outcome: "forbidden", reason: "a ticket" })];
    await Promise.all([
      vault.calls.recordAudit(sentBy("a", ...sent)),
      vault.calls.recordAudit(sentBy("b", record(vault))),
      vault.calls.recordAudit(sentBy("c", record(vault))),
    ]);
    await abortAllDurableObjects();
    const page = await readAll(reopened(vault));
    expect(page.checkpoint).toEqual({ batch: 0, hash: NO_AUDIT_HASH });
    expect(page.batches).toHaveLength(3);
    expect(recordsIn(page.batches[0] as AuditBatch)).toEqual(sent);
    await expectChain(page);
  });

  it("that are sent again are kept once; those of a token that is on no list are not", async () => {
    const vault = await freshVault();
    const { token } = await issue(vault, { userId: "gone" });
    await vault.calls.deactivateToken(token.tokenId);
    const stranger = record(vault, { token_id: token.tokenId });
    const unchecked = [token.tokenId, vault.caller.tokenId];
    const batch = { sender: "a", records: [stranger, record(vault)], unchecked };
    for (let time = 0; time < 2; time++)
      expect((await vault.calls.recordAudit(batch)).ok).toBe(true);
    await abortAllDurableObjects();
    await reopened(vault).calls.recordAudit(batch);
    expect(idsIn(await readAll(reopened(vault)))).toEqual([`request ${serial}`]);
  });

  it("stand nowhere in clear", async () => {
    const vault = await freshVault();
    const reason = "an unusual reason";
    await vault.calls.recordAudit(sentBy("a", record(vault, { reason, user: "ann@example.com" })));
    const kept = await rows(vault, "SELECT hex(sealed) AS sealed, * FROM audit_batch");
    const counted = await rows(vault, "SELECT hex(user) AS user FROM usage");
    expect(JSON.stringify([kept, counted])).not.toMatch(/unusual|example/);
    expect(kept).toHaveLength(1);
  });

  it("of a batch that is damaged are lost, and the others are read", async () => {
    const vault = await freshVault();
    for (const sender of ["a", "b", "c"])
      await vault.calls.recordAudit(sentBy(sender, record(vault)));
    const before = await readAll(vault);
    await rows(vault, "UPDATE audit_batch SET sealed = randomblob(30) WHERE serial = 2");
    const page = await readAll(vault);
    expect(page.batches.map(({ text }) => text)).toEqual(
      before.batches.map(({ batch, text }) => (batch === 2 ? null : text)),
    );
    expect(idsIn(page)).toHaveLength(2);
    await expectChain(page);
    await vault.calls.recordAudit(sentBy("d", record(vault)));
    await expectChain(await readAll(vault));
  });

  it("of a day whose key is lost are listed as unreadable, and later ones are read", async () => {
    const vault = await freshVault();
    for (const sender of ["a", "b"]) await vault.calls.recordAudit(sentBy(sender, record(vault)));
    await rows(vault, "DELETE FROM audit_day");
    await vault.calls.recordAudit(sentBy("c", record(vault)));
    const page = await readAll(vault);
    expect(page.batches.map(({ batch, text }) => [batch, text === null])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    await expectChain(page);
  });

  it("are told to the erasure ledger once a day", async () => {
    const vault = await freshVault();
    for (const at of [0, 1_000, DAY_MS]) await keepAt(vault, NOON + at, record(vault));
    const { batches } = await readAll(vault);
    const anchors = (await ledgerOf(vault)).filter(({ phase }) => phase === "audited");
    const told = anchors.map(({ watermark, details }) => [watermark, JSON.parse(details).hash]);
    expect(told).toEqual([1, 3].map((batch) => [batch, batches[batch - 1]?.hash]));
    await abortAllDurableObjects();
    expect((await readAll(reopened(vault))).batches).toHaveLength(3);
    // A ledger that has lost them does not make the namespace refuse.
    await rows(registryOf(vault), "DELETE FROM ledger WHERE nid = ?", vault.nid);
    await abortAllDurableObjects();
    expect((await readAll(reopened(vault))).batches).toHaveLength(3);
  });

  it("are kept while the Registry hangs", async () => {
    const vault = await freshVault();
    const registry = { nid: vault.nid, call: () => new Promise<never>(() => undefined) };
    await inNamespace(
      vault,
      async ({ audit }) => {
        for (const sender of ["a", "b"]) await audit.append(sentBy(sender, record(vault)));
      },
      { registry: registry as never },
    );
    expect((await readAll(vault)).batches).toHaveLength(2);
  });

  it("beyond the room there is give way, the oldest first", async () => {
    const vault = await freshVault();
    for (const sender of ["a", "b"]) await vault.calls.recordAudit(sentBy(sender, record(vault)));
    await rows(vault, "UPDATE setting SET value = ? WHERE name = 'audit_bytes'", MAX_AUDIT_BYTES);
    await rows(
      vault,
      `WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
       INSERT INTO audit_batch (serial, sender, records, total, hash, sealed)
       SELECT i, 'by hand', 1, i, printf('%064d', i), zeroblob(100) FROM n`,
    );
    await vault.calls.recordAudit(sentBy("last", record(vault)));
    expect(await count(vault, "audit_batch")).toBe(1_101);
    const [floor] = await rows(vault, "SELECT value FROM setting WHERE name = 'audit_floor_hash'");
    expect(floor).toEqual({ value: "1000".padStart(64, "0") });
  });
});

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
    const reply = await vault.calls.requestDeletion(vault.caller, { date }, undefined, "audit");
    if (!reply.ok) throw new Error(reply.error.code);
    // With the answer already.
    const page = await readAll(vault);
    expect(idsIn(page)).toEqual(ids.slice(3));
    expect(page.checkpoint).toEqual({ batch: 3, hash: before.batches[2]?.hash });
    await expectChain(page);
    const view = await deletionEnded(vault, reply.value.trackingId);
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
    const reply = await vault.calls.requestDeletion(
      vault.caller,
      { duration: 1 },
      undefined,
      "audit",
    );
    if (!reply.ok) throw new Error(reply.error.code);
    await deletionEnded(vault, reply.value.trackingId);
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
    const reply = await vault.calls.requestDeletion(vault.caller, { date }, undefined, "audit");
    if (!reply.ok) throw new Error(reply.error.code);
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
