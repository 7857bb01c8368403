// The number under which an entity type is recorded. A built-in type has the number of its compact tokens; a policy's
// own type has a keyed digest of its name, so the database reveals no names and needs no list of them.
import { type EntityName, entityRule } from "../../core/entities.ts";
import { compactNumber } from "../../tokens/forms/plain/compact-form.ts";
import type { NamespaceBase } from "../namespace-base.ts";

/** Longest digest that a number holds exactly. The chance that two of 1,000 names collide is 2 in a billion. */
const DIGEST_BYTES = 6;
/** Greater than the numbers of all built-in types. */
const FIRST_OWN = 0x100;

/** The number of each name. */
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
  const digests = await keyring.digestAll("entity-type", own);
  for (const [i, digest] of digests.entries()) {
    const bytes = digest.subarray(0, DIGEST_BYTES);
    const number = bytes.reduce((sum, byte) => sum * 0x100 + byte, 0);
    numbers.set(own[i] as EntityName, FIRST_OWN + number);
  }
  return numbers;
}
