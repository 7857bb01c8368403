// Erasures by value, token and attribute, for tests.
import type { DeletionView, PersonPreview, PersonQuery } from "../../../src/vault/deletion-rpc.ts";
import { deletionEnded } from "./erasing.ts";
import { keeperOf } from "./fresh-registry.ts";
import { accepted, type OpenVault, rows } from "./fresh-vault.ts";

/** Request an erasure; its exact matches are gone when this returns. */
export async function requestErasure(
  { calls, caller }: OpenVault,
  person: PersonQuery,
): Promise<DeletionView> {
  return accepted(await calls.requestErasure(caller, person));
}

/** Request an erasure and wait for its end. */
export async function erasePerson(vault: OpenVault, person: PersonQuery): Promise<DeletionView> {
  return deletionEnded(vault, (await requestErasure(vault, person)).trackingId);
}

/** Erase by value and wait for its end. */
export function eraseValues(vault: OpenVault, ...values: string[]): Promise<DeletionView> {
  return erasePerson(vault, { target: "value", values });
}

/** What an erasure would find. */
export async function previewErasure(
  { calls, caller }: OpenVault,
  person: PersonQuery,
): Promise<PersonPreview> {
  const reply = accepted(await calls.previewErasure(caller, person));
  if ("trackingId" in reply) throw new Error("the namespace is large");
  return reply;
}

/** Tokens of values of one kind, each with attributes. */
export async function maskWith(
  { calls, caller }: OpenVault,
  pairs: readonly (readonly [string, unknown])[],
  kind = 0x100,
): Promise<string[]> {
  return accepted(
    await calls.mask(caller, {
      values: pairs.map(([value]) => value),
      policySetVersion: 0,
      kinds: pairs.map(() => kind),
      attributes: pairs.map(([, attributes]) => JSON.stringify(attributes)),
    }),
  );
}

/** What the keeper of a namespace has of its replay parts. */
export const replayParts = (vault: OpenVault) =>
  rows(
    keeperOf(vault),
    "SELECT sha256, until, length(sealed) AS bytes FROM replay_part ORDER BY id",
  );
