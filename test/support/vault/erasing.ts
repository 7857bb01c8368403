// Deletions for tests: request one, stop its alarm at a failpoint, follow it to its end; and make mappings of
// other days by setting the clock inside the object.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { expect } from "vitest";
import { type Age, DAY_MS, dayOf, isoDate } from "../../../src/core/time.ts";
import type { LedgerEntry } from "../../../src/erasure/ledger-entry.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { DeletionView, PersonQuery } from "../../../src/vault/deletion-rpc.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { registryNamed } from "./fresh-registry.ts";
import {
  accepted,
  KIND,
  type OpenVault,
  rows,
  runAlarmUntil,
  unmaskTokens,
} from "./fresh-vault.ts";
import { inNamespace, mask } from "./inside.ts";

/** The Registry of the service itself; looked up each time, because an aborted stub stays broken. */
export const registry = {
  get calls() {
    return registryNamed("registry").calls;
  },
  get object() {
    return registryNamed("registry").object;
  },
};

/** Noon (UTC) ten days ago. */
export const NOON = (dayOf(Date.now()) - 10) * DAY_MS + DAY_MS / 2;

/** The age that covers all mappings. */
export function everything(): Age {
  return { date: isoDate(Date.now() + DAY_MS) };
}

/** Request a deletion; it is in effect when this returns. */
export async function requestDeletion(
  { calls, caller }: OpenVault,
  age: Age = everything(),
): Promise<DeletionView> {
  return accepted(await calls.requestDeletion(caller, age));
}

/** A deletion, as its status shows it. */
export async function readDeletion(
  { calls, caller }: OpenVault,
  trackingId: string,
): Promise<DeletionView> {
  return accepted(await calls.readDeletion(caller, trackingId));
}

/** Wait for a deletion's end, which only its own alarm brings about: some 0.1 s. Polls cost more than the deletion does. */
export async function deletionEnded(vault: OpenVault, trackingId: string): Promise<DeletionView> {
  for (let i = 0; i < 500; i++) {
    const view = await readDeletion(vault, trackingId);
    if (view.state === "SUCCESS" || view.state === "FAILED") return view;
    await scheduler.wait(i === 0 ? 40 : 20);
  }
  throw new Error("the deletion does not end");
}

/** Delete by age and wait for the end. */
export async function erase(vault: OpenVault, age: Age = everything()): Promise<DeletionView> {
  return deletionEnded(vault, (await requestDeletion(vault, age)).trackingId);
}

/** Run alarms by hand, skipping waits after failures, until all deletions have ended. */
export async function pushDeletions(vault: OpenVault): Promise<void> {
  await runAlarmUntil(vault, async () => {
    await rows(vault, "UPDATE deletion SET due = 1 WHERE due IS NOT NULL");
    // Run by hand, whether or not the object believes that an alarm is set.
    await runDurableObjectAlarm(vault.object);
    const [open] = await rows(vault, "SELECT count(*) AS n FROM deletion WHERE state <> 'SUCCESS'");
    if (open?.["n"] === 0) return true;
    await vault.calls.wake();
    return false;
  });
}

/** A failpoint that stops callers. */
export interface Stall {
  /** Wait until a caller has stopped there. */
  reached(): Promise<void>;
  /** Let all callers pass from now on. */
  release(): void;
}

/**
 * Stop callers at this failpoint, after the first `first` of them; at other failpoints they only yield. At most
 * `places` callers are stopped; later ones pass.
 */
export function stallAt(point: string, first = 0, places = Number.POSITIVE_INFINITY): Stall {
  let isStuck = true;
  let passed = 0;
  let waiting = 0;
  setFailpointHook(async (at) => {
    await scheduler.wait(0);
    if (at !== point) return;
    passed += 1;
    if (passed <= first || waiting >= places) return;
    waiting += 1;
    while (isStuck) await scheduler.wait(1);
  });
  return {
    async reached() {
      for (let i = 0; waiting === 0; i++) {
        if (i > 2_000) throw new Error(`nobody comes to ${point}`);
        await scheduler.wait(1);
      }
    },
    release() {
      isStuck = false;
    },
  };
}

/** Accept a deletion, and stop its alarm before it deletes a row. */
export async function acceptAndHold(
  vault: OpenVault,
  age: Age = everything(),
): Promise<DeletionView & { readonly stall: Stall }> {
  const stall = stallAt("delete.count");
  const view = await requestDeletion(vault, age);
  await stall.reached();
  return { ...view, stall };
}

/** Work inside the object with a fixed clock, then make it read its database again. */
export async function atTime(
  vault: OpenVault,
  ms: number,
  run: (namespace: Namespace) => Promise<void>,
): Promise<void> {
  await inNamespace(vault, run, { clock: () => ms });
  await evictDurableObject(vault.object);
}

/** Mask values at another time; times must increase from call to call. */
export async function maskAt(
  vault: OpenVault,
  ms: number,
  values: string[],
  kind: number = KIND.default,
  attributes?: (string | null)[],
): Promise<string[]> {
  let tokens: string[] = [];
  await atTime(vault, ms, async (namespace) => {
    tokens = await mask(namespace, values, kind, attributes);
  });
  return tokens;
}

/** Accept a deletion, inside the object. */
export async function acceptIn(namespace: Namespace, age: Age): Promise<DeletionView> {
  return accepted(await namespace.deletionService.accept(age, "age", { userId: "admin" }));
}

/** Accept an erasure of what a person's query matches, inside the object. */
export async function acceptPersonIn(
  namespace: Namespace,
  person: PersonQuery,
): Promise<DeletionView> {
  return accepted(await namespace.deletionService.acceptPerson(person, { userId: "admin" }));
}

/** Run all deletions of a namespace to their end, inside the object. */
export async function runAll(namespace: Namespace): Promise<void> {
  for (let i = 0; await namespace.deletionRunner.runSlice(); i++) {
    if (i > 5_000) throw new Error("the deletions do not end");
    await scheduler.wait(0);
  }
}

/** The namespace's entries in the erasure ledger. */
export async function ledgerOf({ nid }: { nid: string }): Promise<LedgerEntry[]> {
  return registry.calls.ledgerSince(nid, 0, 1_000);
}

/** Phases in the ledger, by job. */
export async function phasesOf(vault: OpenVault): Promise<Record<string, string[]>> {
  const phases: Record<string, string[]> = {};
  for (const { trackingId, phase } of await ledgerOf(vault)) {
    phases[trackingId] = [...(phases[trackingId] ?? []), phase];
  }
  return phases;
}

/** Check that tokens have no value. */
export async function expectDead(vault: OpenVault, tokens: readonly string[]): Promise<void> {
  expect(await unmaskTokens(vault, tokens)).toEqual(tokens.map(() => null));
}

/** The claims of a receipt, unverified. */
export function claimsOf(receipt: string | null): Record<string, unknown> {
  const [, payload = ""] = (receipt ?? "").split(".");
  return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
}
