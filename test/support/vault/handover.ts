// The move of a former namespace to its own Registry: what the first one still knows, and whether all has arrived.

import { evictDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import { registryOfName } from "../../../src/core/registries.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { FormerRegistryRpc, RegistryPeerRpc, RegistryRpc } from "../../../src/registry/rpc.ts";
import { FORMER_ENTRIES, type FormerNamespace } from "./former.ts";
import { registryNumbered, registryOf } from "./fresh-registry.ts";
import { rows } from "./fresh-vault.ts";

/** An entry of the ledger, but for its chain. */
export const FACTS = {
  trackingId: "new",
  phase: "accepted",
  target: "age",
  at: 1,
  watermark: null,
  cutoff: 1,
  details: "{}",
} as const;

const TABLES = [
  ...["namespace", "namespace_deletion", "due_work", "ledger", "ledger_replay"],
  ...["id_ceiling", "token_ceiling"],
];

/** What a Registry answers its own version, its peers and earlier versions. */
export type Calls = RegistryRpc & RegistryPeerRpc & FormerRegistryRpc;

/** The Registry that was the only one. */
export const first = () => registryNumbered(0);

/** The Registry that a namespace's nid names. */
export const callsOf = (vault: { nid: string }) => registryOf(vault).calls as Calls;

/** The Registry that keeps a name. */
export const callsNamed = (name: string) => registryNumbered(registryOfName(name)).calls as Calls;

/** The first Registry's alarm, until it holds nothing that is another's. */
export async function settle(): Promise<void> {
  setFailpointHook(null);
  // What has failed waits in memory to be tried again. Only what runs can be evicted.
  await first().calls.ping();
  await evictDurableObject(first().object);
  for (let i = 0; i < 200; i++) {
    await first().calls.wakeOverdue();
    if ((await rows(first(), "SELECT * FROM setting")).length > 0) return;
    await scheduler.wait(5);
  }
  throw new Error("it does not settle");
}

/** How much the first Registry knows of a namespace. */
export async function leftOf({ nid }: { nid: string }): Promise<number> {
  let left = 0;
  for (const table of TABLES) {
    left += (await rows(first(), `SELECT nid FROM ${table} WHERE nid = ?`, nid)).length;
  }
  return left;
}

/** All records are in the namespace's own Registry, once, and in no other. */
export async function expectMoved(former: FormerNamespace): Promise<void> {
  const { name, nid } = former;
  const calls = callsOf(former);
  expect(await calls.namespaceState(nid)).toMatchObject({
    position: FORMER_ENTRIES,
    idCeiling: 70,
    tokenCeilings: [
      { space: 7, ceiling: 77 },
      { space: 8, ceiling: 88 },
    ],
    fate: "kept",
    isHeld: true,
    due: 9_000_000_000_000,
  });
  const entries = await calls.ledgerSince(nid, 0, 1_000);
  expect(entries.map(({ position, hash }) => [position, hash])).toEqual(
    Array.from({ length: FORMER_ENTRIES }, (_, i) => [i + 1, `hash ${i + 1}`]),
  );
  expect(entries[0]).toMatchObject({ details: '{"a":"é"}', watermark: null, cutoff: 6 });
  for (const part of [0, 1, 2]) {
    const sealed = await calls.ledgerReplay(nid, 2, part);
    expect([...new Uint8Array(sealed ?? new ArrayBuffer(0))]).toEqual(Array(40).fill(part + 1));
  }
  const record = { name, nid, jurisdiction: null, creationTrackingId: `created ${nid}` };
  expect(await calls.readNamespace(nid)).toEqual({ ok: true, value: record });
  expect(await callsNamed(name).findNamespace(name)).toEqual({ ok: true, value: record });
  expect(await callsNamed(name).makeNamespace(name, null)).toEqual({
    ok: true,
    value: { ...record, isNew: false },
  });
  const listed = await first().calls.listNamespaces("", 1_000);
  expect(listed.filter((one) => one.nid === nid)).toEqual([record]);
  expect(await callsOf(former).readNamespaceJob(`created ${nid}`)).toMatchObject({ ok: true });
}
