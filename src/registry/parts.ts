// The parts of a Registry object: the stores over its tables, and what works with them.

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
import { Folding } from "./folding.ts";
import { Handover } from "./handover.ts";
import { inTime } from "./in-time.ts";
import { Ledger } from "./ledger.ts";
import { NamespaceEraser } from "./namespace-eraser.ts";
import type { RegistryPeerRpc, RegistryRpc, ReplayKeeperRpc } from "./rpc.ts";
import { DueWorkStore, type OverdueRow } from "./store/due-work.ts";
import { HandoverStore } from "./store/handover.ts";
import { LedgerStore } from "./store/ledger.ts";
import { NamespaceDeletionStore } from "./store/namespace-deletions.ts";
import { NamespaceStore } from "./store/namespaces.ts";
import { PeerStore } from "./store/peers.ts";
import { Tables } from "./tables.ts";
import { Takeover } from "./takeover.ts";
import { Watch } from "./watch.ts";

/** What a Registry object is made of. */
export type RegistryParts = ReturnType<typeof openParts>;

/** The parts of one object. */
export function openParts({ storage, id }: DurableObjectState, env: RawEnv) {
  // Null for an object of the class under a name of its own.
  const number = registryNumber(env, id);
  const registry = (other: number) => registryStub<RegistryRpc & RegistryPeerRpc>(env, other);
  const peers = new PeerStore(storage.sql);
  const join = async () => !number || registry(0).join(number);
  const base = {
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
    callVault: <T>(place: OverdueRow, call: (vault: VaultRpc) => Promise<T>) =>
      inTime(callVaultObject(env, place, call)),
    callKeeper: <T>(nid: string, call: (keeper: ReplayKeeperRpc) => Promise<T>) =>
      callReplayKeeper(env, nid, call),
    offersJurisdiction: (jurisdiction: string) => offersJurisdiction(env, jurisdiction),
  };
  const handover = new Handover(base);
  const ledger = new Ledger(base);
  const watch = new Watch({ ...base, handover });
  const arm = () => watch.arm();
  const eraser = new NamespaceEraser({ ...base, ledger, handover, arm });
  const takeover = new Takeover({ ...base, handover, arm });
  const folding = new Folding({ ...base, takeover });
  return { ...base, handover, takeover, folding, ledger, watch, eraser };
}
