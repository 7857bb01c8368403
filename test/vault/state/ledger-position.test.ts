// Other writers add entries to a namespace's ledger. Whatever the namespace writes itself, an entry that it has not
// read is repeated.
import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { LedgerFacts } from "../../../src/erasure/ledger-entry.ts";
import {
  erase,
  expectDead,
  ledgerOf,
  NOON,
  registry,
  requestDeletion,
} from "../../support/vault/erasing.ts";
import { registryOf } from "../../support/vault/fresh-registry.ts";
import {
  freshVault,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { copyOf, restore } from "../../support/vault/restoring.ts";

/** An erasure of everything before an instant that comes from a receipt. */
async function feedBack(vault: OpenVault, trackingId: string, cutoff = Date.now() + 1) {
  const at = Date.now();
  const facts: LedgerFacts = {
    ...{ trackingId, phase: "accepted", target: "age", details: "{}" },
    ...{ at, watermark: null, cutoff },
  };
  return (await registry.calls.appendLedger(vault.nid, facts)).position;
}

let batches = 0;

/** Have the audit log store a record; the first of a day also writes to the ledger. */
async function record({ calls, caller }: OpenVault): Promise<void> {
  batches += 1;
  const one = {
    ...{ time: new Date(NOON).toISOString(), request_id: `request ${batches}` },
    ...{ token_id: caller.tokenId, user: caller.userId, operation: "PUT /api/vault/mask" },
    ...{ outcome: "ok", duration_ms: 3, items: 2 },
  };
  await calls.recordAudit({ sender: `batch ${batches}`, records: [one], unchecked: [] });
}

/** Forget on which day the audit log last wrote to the ledger, as if that were yesterday. */
const nextDay = (vault: OpenVault) =>
  rows(vault, "DELETE FROM setting WHERE name = 'audit_anchored'");

const phases = async (vault: OpenVault) => (await ledgerOf(vault)).map(({ phase }) => phase);

/** All entries after the head, whatever was read before. */
const ANYWHERE = 1_000_000;

describe("an erasure that was fed back is repeated", () => {
  it("when the audit told the ledger something behind it", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    await feedBack(vault, "1");
    await record(vault);
    expect(await phases(vault)).toEqual(["accepted", "audited"]);
    await vault.calls.recheckLedger(ANYWHERE);
    await expectDead(vault, tokens);
  });

  it("without being told to look, once the namespace has written something behind it", async () => {
    for (const write of [record, (vault: OpenVault) => requestDeletion(vault, { duration: 300 })]) {
      const vault = await freshVault();
      const tokens = await maskValues(vault, ["a"]);
      await feedBack(vault, "1");
      await write(vault);
      await expectDead(vault, tokens);
      await evictDurableObject(vault.object);
      await expectDead(vault, tokens);
    }
  });

  it("when the object went before it looked", async () => {
    for (const write of [record, (vault: OpenVault) => requestDeletion(vault, { duration: 300 })]) {
      const vault = await freshVault();
      const tokens = await maskValues(vault, ["a"]);
      await feedBack(vault, "1");
      await write(vault);
      await evictDurableObject(vault.object);
      await expectDead(vault, tokens);
    }
  });

  it("when it stands at a position that was read in a ledger that is lost", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    await record(vault);
    await rows(registryOf(vault), "DELETE FROM ledger WHERE nid = ?", vault.nid);
    await evictDurableObject(vault.object);
    expect(await unmaskTokens(vault, tokens)).toEqual(["a"]);
    await evictDurableObject(vault.object);
    await feedBack(vault, "1");
    await expectDead(vault, tokens);
  });

  it("when data and ledger are older copies, of two moments", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    await requestDeletion(vault, { duration: 300 });
    const copy = await copyOf(vault);
    await restore(vault, copy);
    await rows(registryOf(vault), "DELETE FROM ledger WHERE nid = ?", vault.nid);
    const position = await feedBack(vault, "another");
    for (const other of ["older", "oldest"]) await feedBack(vault, other, 1);
    const told = await vault.calls.recheckLedger(position - 1);
    expect(told.ok).toBe(true);
    await expectDead(vault, tokens);
  });
});

describe("a copy of before an erasure", () => {
  it("gives nothing back when the audit is written before anything else is asked", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    const copy = await copyOf(vault);
    await erase(vault);
    await restore(vault, copy);
    await record(vault);
    await expectDead(vault, tokens);
  });
});

describe("a ledger that has lost an erasure", () => {
  it("is not level again by what it is told of the audit", async () => {
    const vault = await freshVault();
    await erase(vault);
    await rows(registryOf(vault), "DELETE FROM ledger WHERE nid = ?", vault.nid);
    for (let day = 0; day < 4; day++) {
      await evictDurableObject(vault.object);
      await nextDay(vault);
      await record(vault);
      const reply = await vault.calls.unmask(vault.caller, { tokens: [] });
      expect(reply).toEqual({ ok: false, error: { code: "ledger_ahead" } });
    }
    expect(await phases(vault)).toEqual([]);
  });
});
