// Audit records for tests: batches at an instant, and whether what is kept is a chain.

import { expect } from "vitest";
import { type AuditPage, type AuditRecord, recordsIn } from "../../../src/core/audit.ts";
import { auditHash } from "../../../src/crypto/audit-chain.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { atTime, NOON } from "./erasing.ts";
import { accepted, type OpenVault } from "./fresh-vault.ts";

let serial = 0;

/** A record of a request that this namespace's token sent; each with a request id of its own. */
export function record({ caller }: OpenVault, more: Partial<AuditRecord> = {}): AuditRecord {
  serial += 1;
  return {
    ...{ time: new Date(NOON).toISOString(), request_id: `request ${serial}` },
    ...{ token_id: caller.tokenId, user: caller.userId, operation: "PUT /api/vault/mask" },
    ...{ outcome: "ok", duration_ms: 3, items: 2, ...more },
  };
}

/** A batch as a sender sends it. */
export const sentBy = (sender: string, ...records: AuditRecord[]) => ({
  sender,
  records,
  unchecked: [],
});

/** Keep a batch at an instant. */
export function keepAt(vault: OpenVault, at: number, ...records: AuditRecord[]): Promise<void> {
  return atTime(vault, at, async ({ audit, ledgerSync }: Namespace) => {
    // Before a namespace has read the ledger, it writes nothing to it.
    await ledgerSync.ensure();
    await audit.append(sentBy(crypto.randomUUID(), ...records));
  });
}

/** A page from the first record that is left. */
export async function readAll({ calls, caller }: OpenVault): Promise<AuditPage> {
  return accepted(await calls.readAudit(caller, { after: 0 }));
}

/** Fails unless each batch follows the one before, and the first the checkpoint. */
export async function expectChain({ checkpoint, batches }: AuditPage): Promise<void> {
  let { batch, hash } = checkpoint;
  for (const link of batches) {
    expect([link.batch, link.previous]).toEqual([batch + 1, hash]);
    if (link.text !== null) expect(link.hash).toBe(await auditHash(hash, link.text));
    ({ batch, hash } = link);
  }
}

/** The request ids of a page's records, in order. */
export const idsIn = ({ batches }: AuditPage) =>
  batches.flatMap((batch) => recordsIn(batch).map(({ request_id }) => request_id));
