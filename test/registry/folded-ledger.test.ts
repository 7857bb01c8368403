// A namespace whose ledger has been folded: a current copy is not affected; older copies repeat the erasures that can
// be repeated, and otherwise refuse to serve.
import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { recordsIn } from "../../src/core/audit.ts";
import { DAY_MS } from "../../src/core/time.ts";
import { CHECKPOINT_AGE_MS } from "../../src/erasure/checkpoint.ts";
import {
  atTime,
  deletionEnded,
  erase,
  expectDead,
  ledgerOf,
  NOON,
  pushDeletions,
} from "../support/vault/erasing.ts";
import { registryOf } from "../support/vault/fresh-registry.ts";
import {
  accepted,
  count,
  freshVault,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../support/vault/fresh-vault.ts";
import { eraseValues } from "../support/vault/person.ts";
import { copyOf, restore } from "../support/vault/restoring.ts";

/** Two years. */
const LONG = 2 * CHECKPOINT_AGE_MS;

/** Written by the test: all entries and records are two years older, and 20 states of an audit log follow them. */
async function foldAll(vault: OpenVault): Promise<void> {
  const registry = registryOf(vault);
  await rows(
    vault,
    `UPDATE deletion SET accepted = accepted - ${LONG}, effective = effective - ${LONG}, finished = finished - ${LONG}`,
  );
  await rows(registry, `UPDATE ledger SET at = at - ${LONG} WHERE nid = ?`, vault.nid);
  const { length } = await ledgerOf(vault);
  for (let i = length + 1; i <= length + 20; i++) {
    await rows(
      registry,
      "INSERT INTO ledger VALUES (?, ?, ?, 'audited', 'audit', 1, 99, NULL, '{}', 'p', 'h')",
      vault.nid,
      i,
      `other ${i}`,
    );
  }
  await rows(vault, `UPDATE setting SET value = ${length + 20} WHERE name = 'ledger_position'`);
  await evictDurableObject(vault.object);
  for (let round = 0; round < 20; round++) {
    await registry.calls.wakeOverdue();
    if ((await ledgerOf(vault)).length === 1) return;
  }
  throw new Error("the ledger is not folded");
}

function keepAudit(vault: OpenVault, at: number, request_id: string): Promise<void> {
  const { tokenId: token_id, userId: user } = vault.caller;
  const record = { time: new Date(at).toISOString(), request_id, token_id, user };
  const records = [{ ...record, operation: "PUT /api/vault/mask", outcome: "ok", duration_ms: 1 }];
  return atTime(vault, at, async ({ audit }) => {
    await audit.append({ sender: request_id, records, unchecked: [] });
  });
}

/** The request ids of the audit records that can be read. */
async function auditOf({ calls, caller }: OpenVault): Promise<string[]> {
  const page = accepted(await calls.readAudit(caller, { after: 0 }));
  return page.batches.flatMap((batch) => recordsIn(batch).map((record) => record.request_id));
}

describe("a namespace whose ledger has been folded", () => {
  it("serves, erases, and is level with it", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    await erase(vault);
    await eraseValues(vault, "b");
    await foldAll(vault);
    const tokens = await maskValues(vault, ["c"]);
    expect((await erase(vault)).state).toBe("SUCCESS");
    await expectDead(vault, tokens);
    expect((await ledgerOf(vault)).map(({ phase }) => phase)).toEqual([
      "checkpoint",
      "accepted",
      "finished",
    ]);
    expect(await vault.calls.reAnchor(null)).toMatchObject({
      value: { problem: null, missing: [], repeated: [], lost: [], foldedSearches: 0 },
    });
  });

  it("has an older copy erase again by age, as one erasure", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a", "b"]);
    const copy = await copyOf(vault);
    await erase(vault);
    await foldAll(vault);
    await restore(vault, copy);
    await expectDead(vault, tokens);
    const young = await maskValues(vault, ["a"]);
    await pushDeletions(vault);
    expect(await count(vault, "mapping")).toBe(1);
    expect(await unmaskTokens(vault, young)).toEqual(["a"]);
    const phases = (await ledgerOf(vault)).map(({ phase }) => phase);
    expect(phases).toEqual(["checkpoint", "finished"]);
  });

  it("has an older copy delete audit records again, alone and beside an erasure by age", async () => {
    for (const isByAge of [false, true]) {
      const vault = await freshVault();
      const tokens = await maskValues(vault, ["a"]);
      await keepAudit(vault, NOON, "old");
      await keepAudit(vault, NOON + DAY_MS, "young");
      const copy = await copyOf(vault);
      if (isByAge) await erase(vault);
      const { calls, caller } = vault;
      const asked = accepted(
        await calls.requestDeletion(caller, { duration: 9 }, undefined, "audit"),
      );
      await deletionEnded(vault, asked.trackingId);
      expect(await auditOf(vault)).toEqual(["young"]);
      await foldAll(vault);
      await restore(vault, copy);
      expect(await vault.calls.reAnchor(null)).toMatchObject({
        value: { problem: null, lost: [], foldedSearches: 0 },
      });
      expect(await auditOf(vault)).toEqual(["young"]);
      expect(await unmaskTokens(vault, tokens)).toEqual([isByAge ? null : "a"]);
      await pushDeletions(vault);
      expect(await count(vault, "audit_batch")).toBe(1);
      expect(await count(vault, "deletion WHERE state = 'SUCCESS'")).toBe(isByAge ? 2 : 1);
    }
  });

  it("has an older copy stay closed that would need a search, until the operator has seen it", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["Ann", "Bob"]);
    const copy = await copyOf(vault);
    await eraseValues(vault, "Ann");
    await foldAll(vault);
    await restore(vault, copy);
    expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual({
      ok: false,
      error: { code: "replay_expired" },
    });
    const shown = { problem: "replay_expired", position: 0, ledgerPosition: 22, foldedSearches: 1 };
    expect(await vault.calls.reAnchor(null)).toMatchObject({
      value: { ...shown, missing: [], lost: [] },
    });
    await vault.calls.reAnchor({ position: 0, ledgerPosition: 22 });
    expect(await unmaskTokens(vault, tokens)).toEqual(["Ann", "Bob"]);
    expect((await ledgerOf(vault)).at(-1)).toMatchObject({ phase: "re-anchored", position: 23 });
  });

  it("writes only what the ledger has lost behind the checkpoint into it again", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    await erase(vault);
    await foldAll(vault);
    const { trackingId } = await erase(vault);
    await rows(registryOf(vault), "DELETE FROM ledger WHERE nid = ? AND position > 22", vault.nid);
    await evictDurableObject(vault.object);
    const view = { problem: "ledger_ahead", position: 24, ledgerPosition: 22 };
    expect(await vault.calls.reAnchor(null)).toMatchObject({
      value: { ...view, missing: [trackingId], repeated: [], lost: [] },
    });
  });
});
