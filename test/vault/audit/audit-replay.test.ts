// Deletions of audit records that an older copy of the data repeats: after a restore of the data, and from a receipt after a
// restore of everything.
import { describe, expect, it } from "vitest";
import { recordsIn } from "../../../src/core/audit.ts";
import { DAY_MS } from "../../../src/core/time.ts";
import { namedVault } from "../../support/vault/ending.ts";
import { atTime, deletionEnded, NOON, pushDeletions } from "../../support/vault/erasing.ts";
import { registryOf } from "../../support/vault/fresh-registry.ts";
import {
  accepted,
  count,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { copyOf, restore } from "../../support/vault/restoring.ts";

function keepAudit(vault: OpenVault, at: number, request_id: string): Promise<void> {
  const { tokenId: token_id, userId: user } = vault.caller;
  const record = { time: new Date(at).toISOString(), request_id, token_id, user };
  const records = [{ ...record, operation: "PUT /api/vault/mask", outcome: "ok", duration_ms: 1 }];
  return atTime(vault, at, async ({ audit }) => {
    await audit.append({ sender: request_id, records, unchecked: [] });
  });
}

async function auditOf({ calls, caller }: OpenVault): Promise<string[]> {
  const page = accepted(await calls.readAudit(caller, { after: 0 }));
  return page.batches.flatMap((batch) => recordsIn(batch).map((record) => record.request_id));
}

async function deleteAudit(vault: OpenVault) {
  const { calls, caller } = vault;
  const asked = accepted(await calls.requestDeletion(caller, { duration: 5 }, undefined, "audit"));
  return deletionEnded(vault, asked.trackingId);
}

describe("a deletion of audit records", () => {
  it("is repeated from its receipt, by days: batches of later days may have the numbers of deleted ones", async () => {
    const vault = await namedVault();
    const tokens = await maskValues(vault, ["a"]);
    await keepAudit(vault, NOON, "first");
    const copy = await copyOf(vault);
    await keepAudit(vault, NOON + DAY_MS, "second");
    await keepAudit(vault, NOON + 2 * DAY_MS, "third");
    const { receipt } = await deleteAudit(vault);
    expect(await auditOf(vault)).toEqual([]);
    await rows(registryOf(vault), "DELETE FROM ledger WHERE nid = ?", vault.nid);
    await restore(vault, copy);
    await keepAudit(vault, NOON + 9 * DAY_MS, "later");
    expect(await auditOf(vault)).toEqual(["first", "later"]);
    const receipts = [{ receipt: receipt ?? "", search: [], found: [] }];
    const replayed = await registryOf(vault).calls.replayReceipts(receipts);
    expect(replayed).toMatchObject({ value: { jobs: [{ isNew: true }] } });
    expect((await vault.calls.recheckLedger(0)).ok).toBe(true);
    expect(await auditOf(vault)).toEqual(["later"]);
    expect(await unmaskTokens(vault, tokens)).toEqual(["a"]);
    await pushDeletions(vault);
    expect(await count(vault, "audit_batch")).toBe(1);
  });

  it("destroys the key of the copy's last day, too", async () => {
    const vault = await namedVault();
    await keepAudit(vault, NOON, "first");
    const copy = await copyOf(vault);
    await deleteAudit(vault);
    await restore(vault, copy);
    expect(await auditOf(vault)).toEqual([]);
    await pushDeletions(vault);
    const left = await rows(vault, "SELECT day FROM audit_day ORDER BY id");
    expect(left).toEqual([{ day: expect.any(Number) }]);
    expect(left[0]?.["day"]).toBeGreaterThan(NOON / DAY_MS);
  });
});
