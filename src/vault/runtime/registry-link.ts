// The Vault's calls to the Registry. What the Registry cannot record must not happen, so a failed call throws an error of
// its own, which ends the request with `unavailable`.
import { registryOfNid } from "../../core/registries.ts";
import type { LedgerEntry, LedgerFacts } from "../../erasure/ledger-entry.ts";
import { errorName, log } from "../../platform/log.ts";
import { callReplayKeeper } from "../../platform/object-calls.ts";
import { type RawEnv, registryStub } from "../../platform/objects.ts";
import type {
  NamespaceState,
  RegistryRpc,
  ReplayKeeperRpc,
  WantedIds,
} from "../../registry/rpc.ts";

/** The Registry did not answer. */
export class RegistryUnreachable extends Error {
  constructor() {
    super("the Registry did not answer");
    this.name = "RegistryUnreachable";
  }
}

/** The ReplayKeeper object did not store or return a replay part. */
export class KeeperUnreachable extends RegistryUnreachable {}

/** Calls the Registry for one namespace. */
export class RegistryLink {
  readonly #env: RawEnv;
  readonly nid: string;
  /** The due time that the Registry had recorded when it was last asked; undefined until then. */
  #recordedDue: number | null | undefined;
  #hasReported = false;

  constructor(env: RawEnv, nid: string) {
    this.#env = env;
    this.nid = nid;
  }

  /** The state that the Registry records of the namespace (see RegistryRpc). Throws RegistryUnreachable. */
  async namespaceState(wanted: WantedIds | null = null): Promise<NamespaceState> {
    const state = await this.call((registry, nid) => registry.namespaceState(nid, wanted));
    // During a rollout, a Registry of the previous version may answer, which sends neither of these members.
    const { raisedTo = null, due }: Partial<NamespaceState> = state;
    this.#recordedDue = due;
    return { ...state, raisedTo };
  }

  /**
   * Tell the Registry when the namespace next has work. The first call sends nothing if the Registry has this time already,
   * which is usual after a start. Throws RegistryUnreachable.
   */
  async noteDue(due: number | null): Promise<void> {
    if (!this.#hasReported && this.#recordedDue === due) return;
    this.#hasReported = true;
    await this.call((registry, nid) => registry.noteDue(nid, due));
  }

  /** Append to the namespace's ledger (see RegistryRpc). Throws RegistryUnreachable. */
  append(facts: LedgerFacts): Promise<LedgerEntry> {
    return this.call((registry, nid) => registry.appendLedger(nid, facts));
  }

  /** The ledger's entry for a job and phase; null when it has none. Throws RegistryUnreachable. */
  entryOf(trackingId: string, phase: "accepted" | "finished"): Promise<LedgerEntry | null> {
    return this.call(async (registry, nid) => {
      const position = (await registry.positionsOfJob(nid, trackingId))[phase];
      if (position === null) return null;
      const [entry] = await registry.ledgerSince(nid, position - 1, 1);
      return entry ?? null;
    });
  }

  /** A new stub of the namespace's Registry for each call: a stub stays broken once its object has failed. */
  #registry(): RegistryRpc {
    return registryStub<RegistryRpc>(this.#env, registryOfNid(this.nid));
  }

  /** Call the namespace's ReplayKeeper object; `run` may run again. Throws KeeperUnreachable and nothing else. */
  async callKeeper<T>(run: (keeper: ReplayKeeperRpc) => Promise<T>): Promise<T> {
    return this.#reach(() => callReplayKeeper(this.#env, this.nid, run), KeeperUnreachable);
  }

  /** Call the Registry. Throws RegistryUnreachable and nothing else. */
  async call<T>(run: (registry: RegistryRpc, nid: string) => Promise<T>): Promise<T> {
    return this.#reach(async () => run(this.#registry(), this.nid));
  }

  async #reach<T>(run: () => Promise<T>, Failure = RegistryUnreachable): Promise<T> {
    try {
      return await run();
    } catch (error) {
      log("vault.registry-unreachable", { error: errorName(error) });
      throw new Failure();
    }
  }
}
