// The object's part in the deletion of its namespace: the namespace is closed in one step, then destroyed. The Registry
// decides when, and keeps the proof: nothing stays in this object.
import { failpoint } from "../../platform/failpoint.ts";
import { errorName, log } from "../../platform/log.ts";
import { hasSchema } from "../../platform/migrations.ts";
import type { RawEnv } from "../../platform/objects.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { ClosureReply } from "../rpc.ts";
import { RegistryLink } from "../runtime/registry-link.ts";
import { ErasureStore } from "../store/erasure.ts";
import { KeyStore } from "../store/keys.ts";
import { SettingStore } from "../store/settings.ts";

type DayKeys = Extract<ClosureReply, { isHeld: false }>["dayKeys"];

/** Mappings counted between two yields to callers. */
const COUNTED_AT_ONCE = 50_000;

/** Closes and destroys the namespace of one database, whether it is open or not. */
export class NamespaceDestroyer {
  readonly #storage: DurableObjectStorage;
  readonly #settings: SettingStore;
  readonly #keys: KeyStore;
  readonly #erasure: ErasureStore;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#settings = new SettingStore(storage.sql);
    this.#keys = new KeyStore(storage.sql);
    this.#erasure = new ErasureStore(storage.sql);
  }

  /** Whether the namespace is closed; the tables must exist. */
  get isClosed(): boolean {
    return this.#settings.text("closed") === "1";
  }

  /**
   * Mark the namespace closed; false when a legal hold prevents that. `isHeldInRegistry`: the Registry knows of a hold,
   * which this database may not know of when it was restored from an older copy, or is gone. No hold opens a closed one.
   */
  close(isHeldInRegistry: boolean): boolean {
    const isThere = hasSchema(this.#storage);
    const isClosed = isThere && this.isClosed;
    const isHeld = isHeldInRegistry || (isThere && this.#settings.isHeld);
    if (isHeld && !isClosed) return false;
    if (isThere) this.#settings.put("closed", 1);
    return true;
  }

  /**
   * Count the mappings and day keys of a closed namespace, in which nothing changes meanwhile. Rows that an older deletion
   * has yet to delete count here, because that deletion ends with the namespace. Of a damaged table, what can be read counts.
   */
  async whatThereIs(): Promise<ClosureReply> {
    // If a read finds damaged pages, SQLite rolls back what is not committed.
    await this.#storage.sync();
    const found = { isHeld: false as const, mappings: 0, dayKeys: [] as DayKeys };
    await asFarAsReadable(async () => {
      for (let after: number | null = Number.MIN_SAFE_INTEGER; after !== null; ) {
        // The namespace was destroyed meanwhile, by a call that has counted it.
        if (!hasSchema(this.#storage)) return;
        const { n, last } = this.#erasure.countAfter(after, COUNTED_AT_ONCE);
        found.mappings += n;
        after = last;
        if (n === COUNTED_AT_ONCE) await yieldToCallers();
      }
    });
    await asFarAsReadable(async () => {
      if (hasSchema(this.#storage)) found.dayKeys = this.#keys.allDayKeys();
    });
    return found;
  }

  /** Destroy everything, if there are tables: first the keys, in place, so that files are unreadable before they go. */
  async destroy(): Promise<void> {
    if (!hasSchema(this.#storage)) return;
    this.#storage.transactionSync(() => {
      this.#settings.put("closed", 1);
      this.#keys.destroyAll();
    });
    if (TEST_BUILD) await failpoint("namespace.keys-gone");
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
  }
}

async function asFarAsReadable(count: () => Promise<void>): Promise<void> {
  try {
    await count();
  } catch (error) {
    log("namespace.not-counted", { error: errorName(error) });
  }
}

/**
 * Record that a legal hold begins or has ended, also in a namespace that cannot be opened or may not serve: what it kept back
 * takes effect when the namespace serves again or is deleted. The Registry is told first, so that a restored copy cannot
 * forget the hold, nor renew it. A closed namespace takes none.
 */
export async function recordHold(
  storage: DurableObjectStorage,
  env: RawEnv,
  isOn: boolean,
): Promise<void> {
  if (!hasSchema(storage) || new NamespaceDestroyer(storage).isClosed) return;
  const settings = new SettingStore(storage.sql);
  const nid = settings.text("nid");
  if (nid === null) return;
  await new RegistryLink(env, nid).call((registry) => registry.noteHold(nid, isOn));
  settings.put("held", Number(isOn));
  // Opening the namespace may find damaged pages, and SQLite then rolls back what is not committed.
  await storage.sync();
}
