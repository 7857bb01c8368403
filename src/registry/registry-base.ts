// What every part of a Registry object works with: what its object gives it, its tables, and the other objects.

import { Part } from "../core/part.ts";
import { randomNaming } from "../core/registries.ts";
import { systemClock } from "../platform/clock.ts";
import { callReplayKeeper, callVaultObject } from "../platform/object-calls.ts";
import {
  offersJurisdiction,
  type RawEnv,
  registryNumber,
  registryStub,
} from "../platform/objects.ts";
import { systemRandom } from "../platform/random.ts";
import type { VaultRpc } from "../vault/rpc.ts";
import type { RegistryPeerRpc, RegistryRpc, ReplayKeeperRpc } from "./rpc.ts";
import { DueWorkStore, type OverdueRow } from "./store/due-work.ts";
import { HandoverStore } from "./store/handover.ts";
import { KeyRotationStore } from "./store/key-rotations.ts";
import { LedgerStore } from "./store/ledger.ts";
import { NamespaceDeletionStore } from "./store/namespace-deletions.ts";
import { NamespaceStore } from "./store/namespaces.ts";
import { OperatorStore } from "./store/operators.ts";
import { PeerStore } from "./store/peers.ts";
import { Tables } from "./tables.ts";

/** What each part is given; what it needs beside this, it lists itself. */
export type RegistryBase = Readonly<ReturnType<typeof openBase>>;

/** A part of a Registry. */
export abstract class RegistryPart<Others = unknown> extends Part<RegistryBase & Others> {}

/** Open what an object stores, and the ways to others. */
export function openBase({ storage, id }: DurableObjectState, env: RawEnv) {
  // Null for an object of the class under a name of its own.
  const number = registryNumber(env, id);
  const registry = (other: number) => registryStub<RegistryRpc & RegistryPeerRpc>(env, other);
  const peers = new PeerStore(storage.sql);
  const join = async () => !number || registry(0).join(number);
  return {
    number,
    storage,
    /** A Registry by its number. */
    registry,
    peers,
    clock: systemClock,
    random: number === null ? systemRandom : randomNaming(number, systemRandom),
    rootKeyText: env.VAULT_ROOT_KEY,
    tables: new Tables({ storage, peers, join }),
    namespaces: new NamespaceStore(storage.sql),
    deletions: new NamespaceDeletionStore(storage.sql),
    dueWork: new DueWorkStore(storage.sql),
    ledgerStore: new LedgerStore(storage.sql),
    handovers: new HandoverStore(storage.sql),
    operators: new OperatorStore(storage.sql),
    rotations: new KeyRotationStore(storage.sql),
    /** Call the object of a namespace; may throw. */
    callVault: <T>(place: OverdueRow, call: (vault: VaultRpc) => Promise<T>) =>
      inTime(callVaultObject(env, place, call)),
    /** Call what keeps a namespace's replay parts; may throw. */
    callKeeper: <T>(nid: string, call: (keeper: ReplayKeeperRpc) => Promise<T>) =>
      callReplayKeeper(env, nid, call),
    offersJurisdiction: (jurisdiction: string) => offersJurisdiction(env, jurisdiction),
  };
}

/**
 * How long a Registry waits for a Vault object: the next round of its work begins when this one has ended, so an object
 * that hangs must not keep it open. Waking one takes a moment, and deleting the largest database seconds.
 */
export const VAULT_ANSWER_MS = 60_000;

/** The answer of a Vault object. Throws when there is none in time; what it does goes on. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const tooLate = async (): Promise<never> => {
    await scheduler.wait(VAULT_ANSWER_MS, { signal: waiting.signal });
    throw new Error("a namespace does not answer");
  };
  try {
    return await Promise.race([answer, tooLate()]);
  } finally {
    waiting.abort();
  }
}
