// Named namespaces and their deletion: request it, run it, and check what is left.
import { runDurableObjectAlarm } from "cloudflare:test";
import { expect } from "vitest";
import type { NamespaceJobView } from "../../../src/registry/rpc.ts";
import { claimsOf, ledgerOf, registry } from "./erasing.ts";
import { bindings, registryOf } from "./fresh-registry.ts";
import { accepted, alarmOf, issue, type OpenVault, rows, tablesOf } from "./fresh-vault.ts";

/** A namespace whose name the service's Registry knows. */
export interface NamedVault extends OpenVault {
  readonly namespace: string;
}

/** The answer to callers of a closed namespace. */
export const REFUSED = { ok: false, error: { code: "unauthenticated" } };

/** Create a namespace with an unused name in the Registry; its object is still empty. */
export async function openName(name: string = crypto.randomUUID()) {
  const { nid } = accepted(await registry.calls.makeNamespace(name, null));
  const object = bindings.VAULT.getByName(nid);
  return { namespace: name, nid, object, calls: object as unknown as OpenVault["calls"] };
}

/** A new named namespace with one active token. */
export async function namedVault(): Promise<NamedVault> {
  const vault = await openName();
  return { ...vault, ...(await issue(vault, {})) };
}

/** Request the deletion; it is in effect when this returns. */
export async function requestEnd(vault: { namespace: string }): Promise<NamespaceJobView> {
  return accepted(await registry.calls.deleteNamespace(vault.namespace));
}

/** Creation or deletion of a namespace, as its status shows it. */
export async function readEnd(trackingId: string): Promise<NamespaceJobView> {
  return accepted(await registry.calls.readNamespaceJob(trackingId));
}

/** Wait for the end, which only the Registry's own alarm brings about. */
export async function ended(trackingId: string): Promise<NamespaceJobView> {
  for (let i = 0; i < 500; i++) {
    const view = await readEnd(trackingId);
    if (view.state === "SUCCESS") return view;
    await scheduler.wait(20);
  }
  throw new Error("the deletion does not end");
}

/** The row of a namespace's deletion. */
export async function deletionRow({ nid }: { nid: string }) {
  const [row] = await rows(
    registryOf({ nid }),
    "SELECT * FROM namespace_deletion WHERE nid = ?",
    nid,
  );
  return row;
}

/** Run the Registry's alarm by hand, skipping waits after failures, until the deletion has ended. */
export async function pushEnd(vault: { nid: string }): Promise<NamespaceJobView> {
  for (let i = 0; i < 200; i++) {
    const row = await deletionRow(vault);
    if (row?.["state"] === "SUCCESS") return readEnd(String(row["tracking_id"]));
    await rows(registryOf(vault), "UPDATE namespace_deletion SET due = 1 WHERE due IS NOT NULL");
    await runDurableObjectAlarm(registryOf(vault).object);
    await registryOf(vault).calls.wakeOverdue();
    await scheduler.wait(2);
  }
  throw new Error("the deletion does not end");
}

/** Check everything that must hold after the deletion of a namespace with this many mappings. */
export async function expectEnded(vault: NamedVault, mappings: number): Promise<void> {
  const row = await deletionRow(vault);
  expect(row).toMatchObject({ state: "SUCCESS", mappings, due: null, name: vault.namespace });
  const view = await readEnd(String(row?.["tracking_id"]));
  expect(view).toMatchObject({ cleared: mappings, total: mappings, state: "SUCCESS" });
  const ledger = await ledgerOf(vault);
  const ofEnd = ledger.filter(({ target }) => target === "namespace");
  expect(ofEnd.map(({ phase }) => phase)).toEqual(["accepted", "finished"]);
  expect(claimsOf(view.receipt)).toMatchObject({
    nid: vault.nid,
    kind: "namespace",
    counts: { mappings },
    ledger: { position: ofEnd[1]?.position, hash: ofEnd[1]?.hash },
  });
  for (const table of ["namespace", "due_work", "id_ceiling"]) {
    expect(
      await rows(registryOf(vault), `SELECT nid FROM ${table} WHERE nid = ?`, vault.nid),
    ).toEqual([]);
  }
  expect(await vault.calls.unmask(vault.caller, { tokens: ["x"] })).toEqual(REFUSED);
  await expectEmpty(vault);
}

/** Check that the object stores nothing at all. */
export async function expectEmpty(vault: { object: DurableObjectStub }): Promise<void> {
  expect(await tablesOf(vault)).toEqual([]);
  expect(await alarmOf(vault)).toBeNull();
}
