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
 * What a call to an object says that was closed before the call began, or before the answer arrived
 * (vault/runtime/object-recycler.ts). It may be made again.
 */
export const CLOSED = "closed after an erasure";

/** Times a call is made that finds its object closed; each time after another deletion's end. */
const MAX_CALLS = 3;

/** Name of the one Registry object. */
const REGISTRY_NAME = "registry";

/** The stub of a namespace's Vault object. Throws where the runtime has no jurisdictions. */
export function vaultStub<Rpc>(env: RawEnv, nid: string, jurisdiction: string | null): Rpc {
  if (jurisdiction === null) return env.VAULT.getByName(nid) as Rpc;
  if (env.VAULT.jurisdiction === undefined) throw new Error("no jurisdictions in this runtime");
  return env.VAULT.jurisdiction(jurisdiction).getByName(nid) as Rpc;
}

/** Whether the runtime has such a jurisdiction. */
export function offersJurisdiction(env: RawEnv, jurisdiction: string): boolean {
  try {
    vaultStub(env, "probe", jurisdiction);
    return true;
  } catch {
    return false;
  }
}

/**
 * Call a namespace's Vault object; `call` runs again when the object was closed. Throws what the platform throws (object
 * unreachable, overloaded, restarted), and where the runtime has no jurisdictions.
 */
export async function callVaultObject<Rpc, T>(
  env: RawEnv,
  { nid, jurisdiction }: { readonly nid: string; readonly jurisdiction: string | null },
  call: (vault: Rpc) => Promise<T>,
): Promise<T> {
  for (let calls = 1; ; calls++) {
    try {
      // A stub stays broken once its object was closed.
      const answer = await call(vaultStub<Rpc>(env, nid, jurisdiction));
      // It has arrived: the object may close.
      (answer as Partial<Disposable>)[Symbol.dispose]?.();
      return answer;
    } catch (error) {
      const isClosed = error instanceof Error && error.message === CLOSED;
      if (!isClosed || calls === MAX_CALLS) throw error;
    }
  }
}

/** The stub of the Registry object. */
export function registryStub<Rpc>(env: RawEnv): Rpc {
  return env.REGISTRY.getByName(REGISTRY_NAME) as Rpc;
}
