// The audit log of a namespace: a chain of sealed batches.

import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { type AuditBatch, recordsIn } from "../../../src/core/audit.ts";
import { MAX_AUDIT_BYTES } from "../../../src/core/limits.ts";
import { DAY_MS } from "../../../src/core/time.ts";
import { NO_AUDIT_HASH } from "../../../src/crypto/audit-chain.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { expectChain, idsIn, keepAt, readAll, record, sentBy } from "../../support/vault/audit.ts";
import { ledgerOf, NOON } from "../../support/vault/erasing.ts";
import { registryOf } from "../../support/vault/fresh-registry.ts";
import { count, freshVault, issue, reopened, rows } from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

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

  it("in many small batches are read in pages, each some 30 ms of work", async () => {
    const vault = await freshVault();
    for (let n = 0; n < 201; n++) await vault.calls.recordAudit(sentBy(`${n}`, record(vault)));
    const page = await readAll(vault);
    expect([page.batches.length, page.hasMore]).toEqual([200, true]);
  });

  it("that are sent again are kept once; those of a token that is on no list are not", async () => {
    const vault = await freshVault();
    const { token } = await issue(vault, { userId: "gone" });
    await vault.calls.deactivateToken(token.tokenId);
    const stranger = record(vault, { token_id: token.tokenId });
    const unchecked = [token.tokenId, vault.caller.tokenId];
    const own = record(vault);
    const batch = { sender: "a", records: [stranger, own], unchecked };
    for (let time = 0; time < 2; time++)
      expect((await vault.calls.recordAudit(batch)).ok).toBe(true);
    await abortAllDurableObjects();
    await reopened(vault).calls.recordAudit(batch);
    expect(idsIn(await readAll(reopened(vault)))).toEqual([own.request_id]);
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
