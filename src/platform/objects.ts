// How one object reaches another: by binding, name and, where one is given, jurisdiction.
import {
  ALL_REGISTRIES,
  jurisdictionOfRegistry,
  REGISTRIES,
  registryOfNid,
} from "../core/registries.ts";

/** The part of an object namespace binding that we use, without the platform's generic types. */
interface ObjectBinding {
  getByName(name: string): unknown;
  idFromName(name: string): { toString(): string };
  jurisdiction?(jurisdiction: string): ObjectBinding;
}

/** A binding that reaches one host and no other. */
interface HostBinding {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Bindings, settings and secrets as the runtime passes them; every secret may be missing. */
export interface RawEnv {
  readonly VAULT: ObjectBinding;
  readonly REGISTRY: ObjectBinding;
  readonly VAULT_ROOT_KEY?: string | null;
  readonly VAULT_MASTER_KEY?: string | null;
  readonly RESULT_RETENTION_HOURS?: string | null;
  readonly STORAGE_CAPACITY_BYTES?: string | null;
  /** Language-model providers (platform/model-upstreams.ts): address, the operator's key, the binding under `serve`. */
  readonly LLM_OPENAI_URL?: string | null;
  readonly LLM_OPENAI_KEY?: string | null;
  readonly LLM_OPENAI?: HostBinding | null;
  readonly LLM_ANTHROPIC_URL?: string | null;
  readonly LLM_ANTHROPIC_KEY?: string | null;
  readonly LLM_ANTHROPIC?: HostBinding | null;
  readonly LLM_PATIENCE_SECONDS?: string | null;
  /** Callback addresses (platform/callbacks.ts), the key that signs callbacks, and the bindings under `serve`. */
  readonly CALLBACKS?: string | null;
  readonly CALLBACKS_SECRET?: string | null;
  readonly [name: `CALLBACK_${string}`]: HostBinding | null | undefined;
  /** External recognizers (platform/recognizers.ts), how long they may take, and their bindings under `serve`. */
  readonly RECOGNIZERS?: string | null;
  readonly RECOGNIZERS_PATIENCE_MS?: string | null;
  readonly [name: `RECOGNIZER_${string}`]: HostBinding | null | undefined;
  /** A key that allows reading the metrics, and nothing else. */
  readonly METRICS_KEY?: string | null;
  /** Log one line for every so many requests; 0: none. */
  readonly REQUEST_LOG?: string | null;
  /** How requests are recorded: "strict"; "off"; anything else: through a buffer (http/audit-notes.ts). */
  readonly AUDIT?: string | null;
  /** "1": lists of tokens contain the tokens themselves, as in the API that this one follows (docs/migrating.md). */
  readonly LIST_BEARERS?: string | null;
  /** "true" when the databases are files on a disk of the operator's own. */
  readonly OWN_DISK?: string | null;
  /** How many namespaces may be open at once where open files are limited (`serve`). */
  readonly MAX_OPEN_NAMESPACES?: string | null;
  /** "1": agents get the tool `unmask` (http/mcp). */
  readonly MCP_UNMASK?: string | null;
  /** How often `serve` has restarted a runtime that had died. */
  readonly RESTARTS?: string | null;
}

/** The stub of a namespace's Vault object. Throws when the runtime lacks the jurisdiction. */
export function vaultStub<Rpc>(env: RawEnv, nid: string, jurisdiction: string | null): Rpc {
  return within(env.VAULT, jurisdiction).getByName(nid) as Rpc;
}

/** The binding restricted to a jurisdiction; null: as it is. Throws when the runtime lacks the jurisdiction. */
function within(binding: ObjectBinding, jurisdiction: string | null): ObjectBinding {
  if (jurisdiction === null) return binding;
  if (binding.jurisdiction === undefined) throw new Error("no jurisdictions in this runtime");
  return binding.jurisdiction(jurisdiction);
}

/** Whether the runtime has this jurisdiction. */
export function offersJurisdiction(env: RawEnv, jurisdiction: string): boolean {
  try {
    vaultStub(env, "probe", jurisdiction);
    return true;
  } catch {
    return false;
  }
}

/** The stub of the object that keeps a namespace's replay parts: of the Registry's class, in its jurisdiction. */
export function replayKeeperStub<Rpc>(env: RawEnv, nid: string): Rpc {
  const binding = within(env.REGISTRY, jurisdictionOfRegistry(registryOfNid(nid)));
  return binding.getByName(`replay-${nid}`) as Rpc;
}

/** The stub of the Registry object of this number. Throws when it is bound to a jurisdiction that the runtime lacks. */
export function registryStub<Rpc>(env: RawEnv, number: number): Rpc {
  const binding = within(env.REGISTRY, jurisdictionOfRegistry(number));
  return binding.getByName(registryName(number % REGISTRIES)) as Rpc;
}

/** Number of the Registry that an object id belongs to; null for other objects. An alarm may start one without its name. */
export function registryNumber(env: RawEnv, id: { toString(): string }): number | null {
  const text = id.toString();
  // Every start calls this, also of keepers of replay parts: so a jurisdiction that the runtime lacks is tried only once.
  for (let first = 0; first < ALL_REGISTRIES; first += REGISTRIES) {
    const jurisdiction = jurisdictionOfRegistry(first);
    if (jurisdiction !== null && !offersJurisdiction(env, jurisdiction)) continue;
    const binding = within(env.REGISTRY, jurisdiction);
    for (let number = 0; number < REGISTRIES; number++) {
      if (binding.idFromName(registryName(number)).toString() === text) return first + number;
    }
  }
  return null;
}

/** Name of a Registry object. The first keeps its name from when it was the only one: old and small deployments have it. */
export function registryName(number: number): string {
  return number === 0 ? "registry" : `registry-${number}`;
}
