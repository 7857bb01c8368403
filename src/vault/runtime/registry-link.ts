// The Vault's way to the Registry. What the Registry cannot be told must not happen, so a failed call
// is an error of its own that ends a request with `unavailable`.
import { registryOfNid } from "../../core/registries.ts";
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

/** What keeps the namespace's replay parts did not take or give one. */
export class KeeperUnreachable extends RegistryUnreachable {}

/** Calls the Registry for one namespace. */
export class RegistryLink {
  readonly #env: RawEnv;
  readonly nid: string;
  /** What the Registry had noted before it was told anything; undefined until it has been asked. */
  #notedDue: number | null | undefined;
  #hasTold = false;

  constructor(env: RawEnv, nid: string) {
    this.#env = env;
    this.nid = nid;
  }

  /** What the Registry knows of the namespace, see RegistryRpc. Throws RegistryUnreachable. */
  async namespaceState(wanted: WantedIds | null = null): Promise<NamespaceState> {
    const state = await this.call((registry, nid) => registry.namespaceState(nid, wanted));
    // While a new version is rolled out, a Registry of the former one may answer: it has neither of these.
    const { raisedTo = null, due }: Partial<NamespaceState> = state;
    this.#notedDue = due;
    return { ...state, raisedTo };
  }

  /**
   * Tell when the namespace next has work. The first time nothing is sent when the Registry has that noted: so it
   * is at most starts. Throws RegistryUnreachable.
   */
  async noteDue(due: number | null): Promise<void> {
    if (!this.#hasTold && this.#notedDue === due) return;
    this.#hasTold = true;
    await this.call((registry, nid) => registry.noteDue(nid, due));
  }

  /** The Registry that knows of the namespace; looked up each time, for a stub stays broken once its object was. */
  #registry(): RegistryRpc {
    return registryStub<RegistryRpc>(this.#env, registryOfNid(this.nid));
  }

  /** Call what keeps the namespace's replay parts; `run` may run again. Throws KeeperUnreachable and nothing else. */
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
