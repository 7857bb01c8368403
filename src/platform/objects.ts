// How one object reaches another: by binding, name and, where asked for, jurisdiction.
import {
  ALL_REGISTRIES,
  jurisdictionOfRegistry,
  REGISTRIES,
  registryOfNid,
} from "../core/registries.ts";

/** What an object namespace binding offers us, free of the platform's generic types. */
interface ObjectBinding {
  getByName(name: string): unknown;
  idFromName(name: string): { toString(): string };
  jurisdiction?(jurisdiction: string): ObjectBinding;
}

/** What leads to one host and no other. */
interface Way {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Bindings and secrets as the runtime hands them over; every secret may be missing. */
export interface RawEnv {
  readonly VAULT: ObjectBinding;
  readonly REGISTRY: ObjectBinding;
  readonly VAULT_ROOT_KEY?: string | null;
  readonly VAULT_MASTER_KEY?: string | null;
  readonly RESULT_RETENTION_HOURS?: string | null;
  readonly STORAGE_CAPACITY_BYTES?: string | null;
  /** Providers of language models (platform/model-upstreams.ts): address of the API, the operator's key, the way there under `serve`. */
  readonly LLM_OPENAI_URL?: string | null;
  readonly LLM_OPENAI_KEY?: string | null;
  readonly LLM_OPENAI?: Way | null;
  readonly LLM_ANTHROPIC_URL?: string | null;
  readonly LLM_ANTHROPIC_KEY?: string | null;
  readonly LLM_ANTHROPIC?: Way | null;
  readonly LLM_PATIENCE_SECONDS?: string | null;
  /** Where callbacks may go (platform/callbacks.ts), what they are signed with, and the ways there under `serve`. */
  readonly CALLBACKS?: string | null;
  readonly CALLBACKS_SECRET?: string | null;
  readonly [way: `CALLBACK_${string}`]: Way | null | undefined;
  /** External recognizers (platform/recognizers.ts), how long they may take, and the ways there under `serve`. */
  readonly RECOGNIZERS?: string | null;
  readonly RECOGNIZERS_PATIENCE_MS?: string | null;
  readonly [way: `RECOGNIZER_${string}`]: Way | null | undefined;
  /** Lets in whoever collects metrics, and nothing else. */
  readonly METRICS_KEY?: string | null;
  /** A line of the log for each of so many requests; 0: for none. */
  readonly REQUEST_LOG?: string | null;
  /** Whether requests are recorded: "strict", "off", or else in a buffer (http/audit-notes.ts). */
  readonly AUDIT?: string | null;
  /** "1": lists of tokens tell the tokens, as those of the API do that this one follows (docs/migrating.md). */
  readonly LIST_BEARERS?: string | null;
  /** "true" where the databases are files on a disk of our own. */
  readonly OWN_DISK?: string | null;
  /** How many namespaces may be open at a time, where the files they have open are counted (`serve`). */
  readonly MAX_OPEN_NAMESPACES?: string | null;
  /** "1": agents may have the tool `unmask` (http/mcp). */
  readonly MCP_UNMASK?: string | null;
  /** Times that `serve` has started a runtime that had died again. */
  readonly RESTARTS?: string | null;
}

/** The stub of a namespace's Vault object. Throws where the runtime has no jurisdictions. */
export function vaultStub<Rpc>(env: RawEnv, nid: string, jurisdiction: string | null): Rpc {
  return within(env.VAULT, jurisdiction).getByName(nid) as Rpc;
}

/** The binding's objects of a jurisdiction. Throws where the runtime has none. */
function within(binding: ObjectBinding, jurisdiction: string | null): ObjectBinding {
  if (jurisdiction === null) return binding;
  if (binding.jurisdiction === undefined) throw new Error("no jurisdictions in this runtime");
  return binding.jurisdiction(jurisdiction);
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

/** The stub of what keeps a namespace's replay parts: an object of the Registries' class, bound as they are. */
export function replayKeeperStub<Rpc>(env: RawEnv, nid: string): Rpc {
  const binding = within(env.REGISTRY, jurisdictionOfRegistry(registryOfNid(nid)));
  return binding.getByName(`replay-${nid}`) as Rpc;
}

/** The stub of the Registry object of this number. Throws where it is bound, and the runtime has no jurisdictions. */
export function registryStub<Rpc>(env: RawEnv, number: number): Rpc {
  const binding = within(env.REGISTRY, jurisdictionOfRegistry(number));
  return binding.getByName(registryName(number % REGISTRIES)) as Rpc;
}

/** Which Registry an object of the class is, null for none of them. An alarm may start it without its name. */
export function registryNumber(env: RawEnv, id: { toString(): string }): number | null {
  const text = id.toString();
  // Asked at every start, of keepers of replay parts, too: what a runtime does not have is tried once a jurisdiction.
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

/** Name of a Registry object. The first has that of what was the only one: an old deployment, or a small one, has it. */
export function registryName(number: number): string {
  return number === 0 ? "registry" : `registry-${number}`;
}
