// The Vault's way to the Registry. What the Registry cannot be told must not happen, so a failed call
// is an error of its own that ends a request with `unavailable`.
import { errorName, log } from "../core/log.ts";
import { type RawEnv, registryStub } from "../core/objects.ts";
import type { RegistryRpc } from "../registry/rpc.ts";

/** The Registry did not answer. */
export class RegistryUnreachable extends Error {
  constructor() {
    super("the Registry did not answer");
    this.name = "RegistryUnreachable";
  }
}

/** Calls the Registry for one namespace. */
export class RegistryLink {
  readonly #env: RawEnv;
  readonly nid: string;

  constructor(env: RawEnv, nid: string) {
    this.#env = env;
    this.nid = nid;
  }

  /** Call the Registry. Throws RegistryUnreachable and nothing else. */
  async call<T>(run: (registry: RegistryRpc, nid: string) => Promise<T>): Promise<T> {
    try {
      return await run(registryStub<RegistryRpc>(this.#env), this.nid);
    } catch (error) {
      log("vault.registry-unreachable", { error: errorName(error) });
      throw new RegistryUnreachable();
    }
  }
}
