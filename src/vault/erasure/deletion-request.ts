// What is kept of an Idempotency-Key that a deletion was asked for with.
import { digestIn } from "../../crypto/digest.ts";
import type { DeletionTarget } from "../../erasure/ledger-entry.ts";
import type { RepeatableRequest } from "../deletion-rpc.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { DeletionRequest } from "../store/deletion-row.ts";

/**
 * Digests of a user's key, and of the key with what was asked; null of a request that has none. The latter takes in the key,
 * which nobody keeps: without it, not even who has the file and the root key can try whether a value was asked for.
 */
export async function digestsOfRequest(
  { keyring }: Pick<NamespaceBase, "keyring">,
  { userId, target }: { readonly userId: string; readonly target: DeletionTarget },
  request: RepeatableRequest | undefined,
): Promise<DeletionRequest | null> {
  if (request === undefined) return null;
  const digestKey = await keyring.digestKey();
  const text = JSON.stringify([userId, request.key]);
  const whole = JSON.stringify([userId, request.key, target, request.bodyDigest]);
  return {
    digest: await digestIn(digestKey, "deletion-request", text),
    body: await digestIn(digestKey, "deletion-body", whole),
  };
}
