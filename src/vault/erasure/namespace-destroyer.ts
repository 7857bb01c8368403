// The end of a namespace, as its object sees it: closed in one block, then destroyed. When either is to
// happen is the Registry's to say, which also keeps the proof: nothing of it stays here.
import { failpoint } from "../../platform/failpoint.ts";
import { hasSchema } from "../../platform/migrations.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { ClosureReply } from "../rpc.ts";
import { ErasureStore } from "../store/erasure.ts";
import { KeyStore } from "../store/keys.ts";
import { SettingStore } from "../store/settings.ts";

/** Mappings that are counted between two turns of callers. */
const COUNTED_AT_ONCE = 50_000;

/** Closes and destroys the namespace of one database, whether anything has opened it or not. */
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

  /** True when the namespace was closed; the tables must exist. */
  get isClosed(): boolean {
    return this.#settings.text("closed") === "1";
  }

  /** Mark the namespace closed; false when it is held, and so is not. */
  close(): boolean {
    if (!hasSchema(this.#storage)) return true;
    if (!this.isClosed && this.#settings.isHeld) return false;
    this.#settings.put("closed", 1);
    return true;
  }

  /**
   * What there is to destroy in a closed namespace, where nothing comes or goes while it is counted. Rows that an older
   * deletion has not come to yet count here: that deletion ends with the namespace.
   */
  async whatThereIs(): Promise<ClosureReply> {
    let mappings = 0;
    for (let after: number | null = Number.MIN_SAFE_INTEGER; after !== null; ) {
      // Destroyed meanwhile: whoever did so had counted.
      if (!hasSchema(this.#storage)) return { isHeld: false, mappings, dayKeys: [] };
      const { n, last } = this.#erasure.countBehind(after, COUNTED_AT_ONCE);
      mappings += n;
      after = last;
      if (n === COUNTED_AT_ONCE) await yieldToCallers();
    }
    const dayKeys = this.#keys.dayKeysBefore(Number.MAX_SAFE_INTEGER, 0);
    return { isHeld: false, mappings, dayKeys };
  }

  /**
   * Destroy everything. The keys go first, overwritten in place: until the files themselves are gone
   * nothing in them can be opened. An object without tables is left as it is.
   */
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
