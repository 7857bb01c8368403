// Registry objects for tests: one of a test's own under a random name, or one of the service's 64.
import { env } from "cloudflare:workers";
import { registryOfNid } from "../../../src/core/registries.ts";
import type { RegistryRpc, ReplayKeeperRpc } from "../../../src/registry/rpc.ts";

/** Bindings of the test pool. */
export const bindings = env as unknown as {
  readonly VAULT: DurableObjectNamespace;
  readonly REGISTRY: DurableObjectNamespace;
};

/** A Registry object: its calls, and the stub that the pool's functions take. */
export interface RegistryUnderTest {
  readonly calls: RegistryRpc;
  readonly object: DurableObjectStub;
}

/** The Registry object of this name. */
export function registryNamed(name: string): RegistryUnderTest {
  const object = bindings.REGISTRY.getByName(name);
  return { calls: object as unknown as RegistryRpc, object };
}

/** The Registry object of this number. */
export function registryNumbered(number: number): RegistryUnderTest {
  return registryNamed(number === 0 ? "registry" : `registry-${number}`);
}

/** The Registry object for a namespace. */
export function registryOf({ nid }: { nid: string }): RegistryUnderTest {
  return registryNumbered(registryOfNid(nid));
}

/** The object that keeps a namespace's replay parts. */
export function keeperOf({ nid }: { nid: string }) {
  const { object } = registryNamed(`replay-${nid}`);
  return { calls: object as unknown as ReplayKeeperRpc, object };
}

/** An unused Registry object. */
export function freshRegistry(): RegistryUnderTest {
  return registryNamed(crypto.randomUUID());
}
