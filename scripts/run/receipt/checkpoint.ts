// Is a checkpoint of the ledger genuine? Needs the key set only.

import type { JWK } from "jose";
import { z } from "zod";
import type { Checkpoint } from "./ledger.ts";
import { verifySigned } from "./verify.ts";

const TYPE = "ledger-checkpoint+jws";

/** What a checkpoint states; a later service may state more beside it. */
const statements = z.looseObject({
  version: z.literal(1),
  nid: z.string(),
  entries: z.int().min(1),
  first: z.literal(1),
  last: z.int().min(1),
  hash: z.string(),
  before: z.iso.datetime(),
});

/** Why a checkpoint is not genuine, or not the one of its place, in plain words; null when it is. */
export async function faultOfCheckpoint(
  { nid, position, hash, checkpoint }: Checkpoint,
  keys: readonly JWK[],
): Promise<string | null> {
  const signed = await verifySigned(checkpoint, TYPE, keys);
  if (!signed.ok) return signed.reason;
  const parsed = statements.safeParse(signed.payload);
  if (!parsed.success) return "The signature fits, but it is no checkpoint that can be read here.";
  const { nid: ofNid, entries, last, hash: stated } = parsed.data;
  const isOfPlace = ofNid === nid && entries === position && last === position && stated === hash;
  return isOfPlace ? null : "It is another one: what it states does not fit its place.";
}
