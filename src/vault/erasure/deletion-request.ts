// What is stored of a deletion's request: digests for its Idempotency-Key, and the facts of its ledger entries.
import type { AcceptanceDetails, DeletionTarget, LedgerFacts } from "../../erasure/ledger-entry.ts";
import type { FinishDetails } from "../../erasure/receipt.ts";
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

/** The facts of a deletion's ledger entry for a phase, reached at a time. */
export function factsOf(
  row: DeletionRow,
  phase: "accepted" | "finished",
  at: number,
  details: AcceptanceDetails | FinishDetails,
): LedgerFacts {
  return {
    ...{ trackingId: row.tracking_id, phase, target: row.target, at },
    ...{ watermark: row.cutoff_id, cutoff: row.cutoff, details: JSON.stringify(details) },
  };
}
