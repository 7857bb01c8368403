// A Registry object of its own for a test, under a random name; the service itself uses one name.
import { env } from "cloudflare:workers";
import type { RegistryRpc } from "../../../src/registry/rpc.ts";

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

/** A Registry object nobody has used. */
export function freshRegistry(): RegistryUnderTest {
  return registryNamed(crypto.randomUUID());
}
