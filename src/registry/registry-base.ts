// The base of every part of a Registry object: its settings, its tables, and access to other objects. The first write makes
// the tables, so that reading creates none; before that, the first Registry is told, so that lists and the watch cover every
// Registry that stores anything.

import { Part } from "../core/part.ts";
import { randomNaming } from "../core/registries.ts";
import { systemClock } from "../platform/clock.ts";
import { inTime } from "../platform/in-time.ts";
import { migrate, migrateExisting } from "../platform/migrations.ts";
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
import { REGISTRY_MIGRATIONS } from "./schema/migrations.ts";
import { DueWorkStore, type OverdueRow } from "./store/due-work.ts";
import { HandoverStore } from "./store/handover.ts";
import { KeyRotationStore } from "./store/key-rotations.ts";
import { LedgerStore } from "./store/ledger.ts";
import { NamespaceDeletionStore } from "./store/namespace-deletions.ts";
import { NamespaceStore } from "./store/namespaces.ts";
import { OperatorStore } from "./store/operators.ts";
import { PeerStore } from "./store/peers.ts";

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly peers: PeerStore;
  /** Reports this Registry to the first one; returns whether that one has nothing left to hand over. */
  readonly join: () => Promise<boolean>;
}

/** Knows whether the tables exist, and makes them. */
class Tables extends Part<Parts> {
  #areThere: boolean;

  constructor(parts: Parts) {
    super(parts);
    this.#areThere = migrateExisting(parts.storage, REGISTRY_MIGRATIONS, systemClock());
  }

  get areThere(): boolean {
    return this.#areThere;
  }

  /** Make the tables unless they exist. Throws when the first Registry does not answer. */
  async make(): Promise<void> {
    if (this.#areThere) return;
    const { storage, peers, join } = this.parts;
    const isSettled = await join();
    migrate(storage, REGISTRY_MIGRATIONS, systemClock());
    if (isSettled) peers.settle();
    this.#areThere = true;
  }
}

/** What every part receives; a part lists anything else it needs itself. */
export type RegistryBase = Readonly<ReturnType<typeof openBase>>;

/** A part of a Registry. */
export abstract class RegistryPart<Others = unknown> extends Part<RegistryBase & Others> {}

/** Open an object's stores, and access to other objects. */
export function openBase({ storage, id }: DurableObjectState, env: RawEnv) {
  // Null for an object of this class with another name.
  const number = registryNumber(env, id);
  const registry = (other: number) => registryStub<RegistryRpc & RegistryPeerRpc>(env, other);
  const peers = new PeerStore(storage.sql);
  const join = async () => !number || registry(0).join(number);
  return {
    number,
    storage,
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
    /** Call a namespace's Vault object; may throw. */
    callVault: <T>(namespace: OverdueRow, call: (vault: VaultRpc) => Promise<T>) =>
      inTime(callVaultObject(env, namespace, call), VAULT_ANSWER_MS),
    /** Call the keeper of a namespace's replay parts; may throw. */
    callKeeper: <T>(nid: string, call: (keeper: ReplayKeeperRpc) => Promise<T>) =>
      callReplayKeeper(env, nid, call),
    offersJurisdiction: (jurisdiction: string) => offersJurisdiction(env, jurisdiction),
  };
}

/**
 * How long a Registry waits for a Vault object. A round of work ends only when all its calls have, so an object that
 * hangs must not keep it open. Waking one takes a moment, deleting the largest database seconds.
 */
export const VAULT_ANSWER_MS = 60_000;
