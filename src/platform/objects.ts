// How one object reaches another: by binding, name and, where asked for, jurisdiction.

/** What an object namespace binding offers us, free of the platform's generic types. */
interface ObjectBinding {
  getByName(name: string): unknown;
  jurisdiction?(jurisdiction: string): ObjectBinding;
}

/** Bindings and secrets as the runtime hands them over; every secret may be missing. */
export interface RawEnv {
  readonly VAULT: ObjectBinding;
  readonly REGISTRY: ObjectBinding;
  readonly VAULT_ROOT_KEY?: string | null;
  readonly VAULT_MASTER_KEY?: string | null;
  readonly RESULT_RETENTION_HOURS?: string | null;
  readonly STORAGE_CAPACITY_BYTES?: string | null;
  /** "true" where the databases are files on a disk of our own. */
  readonly OWN_DISK?: string | null;
  /** How many namespaces may be open at a time, where the files they have open are counted (`serve`). */
  readonly MAX_OPEN_NAMESPACES?: string | null;
  /** Times that `serve` has started a runtime that had died again. */
  readonly RESTARTS?: string | null;
}

/**
 * What a call to an object says that was closed before the call began (vault/runtime/object-recycler.ts). Nothing of it
 * has been done, so it may be made again.
 */
export const CLOSED = "closed after an erasure";

/** Name of the one Registry object. */
const REGISTRY_NAME = "registry";

/** The stub of a namespace's Vault object. Throws where the runtime has no jurisdictions. */
export function vaultStub<Rpc>(env: RawEnv, nid: string, jurisdiction: string | null): Rpc {
  if (jurisdiction === null) return env.VAULT.getByName(nid) as Rpc;
  if (env.VAULT.jurisdiction === undefined) throw new Error("no jurisdictions in this runtime");
  return env.VAULT.jurisdiction(jurisdiction).getByName(nid) as Rpc;
}

/** The stub of the Registry object. */
export function registryStub<Rpc>(env: RawEnv): Rpc {
  return env.REGISTRY.getByName(REGISTRY_NAME) as Rpc;
}
