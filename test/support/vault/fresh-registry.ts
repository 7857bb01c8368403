// A Registry object of its own for a test, under a random name; the service itself uses 64 names.
import { env } from "cloudflare:workers";
import { registryOfNid } from "../../../src/core/registries.ts";
import type { RegistryRpc, ReplayKeeperRpc } from "../../../src/registry/rpc.ts";

/** The bindings as the test pool gives them. */
export const bindings = env as unknown as {
  readonly VAULT: DurableObjectNamespace;
  readonly REGISTRY: DurableObjectNamespace;
};

/** One Registry object: its calls, and the object as the pool's functions want it. */
export interface RegistryUnderTest {
  readonly calls: RegistryRpc;
  readonly object: DurableObjectStub;
}

/** The Registry object of a name. */
export function registryNamed(name: string): RegistryUnderTest {
  const object = bindings.REGISTRY.getByName(name);
  return { calls: object as unknown as RegistryRpc, object };
}

/** The Registry object of this number. */
export function registryNumbered(number: number): RegistryUnderTest {
  return registryNamed(number === 0 ? "registry" : `registry-${number}`);
}

/** The Registry object that keeps what is known of a namespace. */
export function registryOf({ nid }: { nid: string }): RegistryUnderTest {
  return registryNumbered(registryOfNid(nid));
}

/** The object that keeps the replay parts of a namespace. */
export function keeperOf({ nid }: { nid: string }) {
  const { object } = registryNamed(`replay-${nid}`);
  return { calls: object as unknown as ReplayKeeperRpc, object };
}

/** A Registry object nobody has used. */
export function freshRegistry(): RegistryUnderTest {
  return registryNamed(crypto.randomUUID());
}
