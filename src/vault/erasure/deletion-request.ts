// What is stored of a deletion's request: digests for its Idempotency-Key, and the ledger entry for its acceptance.
import type { AcceptanceDetails, DeletionTarget, LedgerFacts } from "../../erasure/ledger-entry.ts";
import type { RepeatableRequest } from "../deletion-rpc.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { DeletionRequest, DeletionRow } from "../store/deletion-row.ts";

/**
 * Keyed digests of a user's Idempotency-Key, and of that key with the request; null for a request without one. The second
 * covers the key, which is not stored: without it even a holder of file and root key cannot test guesses at the request.
 */
export async function digestsOfRequest(
  { keyring }: Pick<NamespaceBase, "keyring">,
  { userId, target }: { readonly userId: string; readonly target: DeletionTarget },
  request: RepeatableRequest | undefined,
): Promise<DeletionRequest | null> {
  if (request === undefined) return null;
  const text = JSON.stringify([userId, request.key]);
  const whole = JSON.stringify([userId, request.key, target, request.bodyDigest]);
  return {
    digest: await keyring.digest("deletion-request", text),
    body: await keyring.digest("deletion-body", whole),
  };
}

/** The facts of the ledger entry for a deletion's acceptance; `note` names its replay part, if it has one. */
export function acceptanceOf(row: DeletionRow, note: AcceptanceDetails): LedgerFacts {
  return {
    trackingId: row.tracking_id,
    phase: "accepted",
    target: row.target,
    at: row.accepted,
    watermark: row.cutoff_id,
    cutoff: row.cutoff,
    details: JSON.stringify(note),
  };
}
