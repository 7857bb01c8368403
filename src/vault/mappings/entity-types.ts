// The number that an entity type is recorded by. Of a built-in type it is that of its compact tokens; what policies define
// has a keyed digest of its name: the database does not tell names, and needs no list of them.
import { type EntityName, entityRule } from "../../core/entities.ts";
import { digestAllIn } from "../../crypto/digest.ts";
import { compactNumber } from "../../tokens/forms/plain/compact-form.ts";
import type { NamespaceBase } from "../namespace-base.ts";

/** Bytes of a digest that its number holds exactly. Two of 1,000 names meet with a chance of 2 in a billion. */
const DIGEST_BYTES = 6;
/** Above all numbers of built-in types. */
const FIRST_OWN = 0x100;

/** The numbers of names, by name. */
export async function entityNumbers(
  { keyring }: NamespaceBase,
  names: Iterable<EntityName>,
): Promise<Map<EntityName, number>> {
  const numbers = new Map<EntityName, number>();
  const own: EntityName[] = [];
  for (const name of new Set(names)) {
    if (entityRule(name) === null) own.push(name);
    else numbers.set(name, compactNumber(name));
  }
  if (own.length === 0) return numbers;
  const digests = await digestAllIn(await keyring.digestKey(), "entity-type", own);
  for (const [i, digest] of digests.entries()) {
    const bytes = digest.subarray(0, DIGEST_BYTES);
    const number = bytes.reduce((sum, byte) => sum * 0x100 + byte, 0);
    numbers.set(own[i] as EntityName, FIRST_OWN + number);
  }
  return numbers;
}
