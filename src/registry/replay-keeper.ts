// Keeps the sealed replay parts that repeat an erasure of single mappings after a restore, for 60 days: each
// namespace's in an object of its own, so that they take no space in a Registry. The object has the Registries'
// class, so that it is on their disk and in backups with them. A part is identified by its SHA-256, which the ledger
// entry names (docs/decisions/replay-parts.md). It comes sealed with the namespace's record key, which lives on; here it gets
// a key of its own, which is destroyed with it, because SQLite leaves copies of rows in the file.

import { DurableObject } from "cloudflare:workers";
import { utf8 } from "../crypto/encoding.ts";
import { importSealingKey, open, seal } from "../crypto/seal.ts";
import { systemClock } from "../platform/clock.ts";
import { CLOSED } from "../platform/object-calls.ts";
import type { RawEnv } from "../platform/objects.ts";
import { systemRandom } from "../platform/random.ts";
import type { ReplayKeeperRpc } from "./rpc.ts";
import { ReplayPartStore } from "./store/replay-parts.ts";

const KEY_BYTES = 32;
/** Parts deleted at a time: 20 MB at most. */
const DROPPED_AT_ONCE = 20;
/** Minimum time between two deletions; parts that expire meanwhile are deleted together. */
const DROP_EVERY_MS = 3_600_000;
/** An object not called for this long closes its files, where open files are limited (`serve`). */
const OPEN_MS = 200;

/** What an object of the Registries' class does under a keeper's name. */
export class ReplayKeeper extends DurableObject<RawEnv> implements ReplayKeeperRpc {
  readonly #store: ReplayPartStore;
  #inside = 0;
  #begun = 0;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    super(ctx, env);
    this.#store = new ReplayPartStore(ctx.storage.sql);
    // A restored file can hold an alarm that never fires.
    if (this.#store.isThere) ctx.waitUntil(this.#arm());
  }

  async keepPart(sha256: string, part: Uint8Array, until: number): Promise<void> {
    await this.#during(async () => {
      const key = systemRandom(KEY_BYTES);
      const sealing = await importSealingKey(key);
      const sealed = await seal(sealing, Uint8Array.from(part), utf8(sha256), systemRandom);
      this.ctx.storage.transactionSync(() => this.#store.put(sha256, { sealed, key }, until));
      await this.#arm();
    });
  }

  async findPart(sha256: string): Promise<ArrayBuffer | null> {
    return this.#during(async () => {
      const kept = this.#store.isThere ? this.#store.find(sha256) : null;
      if (kept === null) return null;
      // A damaged part is as good as none.
      const key = await importSealingKey(new Uint8Array(kept.key)).catch(() => null);
      const opened = key && (await open(key, kept.sealed, utf8(sha256)).catch(() => null));
      return opened?.buffer ?? null;
    });
  }

  async dropParts(): Promise<void> {
    await this.#during(async () => {
      if (this.#store.isThere) await this.#empty();
    });
  }

  /** Deletes expired parts, and the whole database along with the last one. */
  override async alarm(): Promise<void> {
    if (!this.#store.isThere) return;
    // No other call may run between finding it empty and deleting it.
    await this.ctx.blockConcurrencyWhile(async () => {
      const now = systemClock();
      this.ctx.storage.transactionSync(() => this.#store.dropSome(now, DROPPED_AT_ONCE));
      if (this.#store.earliest() === null) await this.#empty();
      else await this.#arm();
    });
  }

  async #empty(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async #arm(): Promise<void> {
    const [now, next] = [systemClock(), this.#store.earliest()];
    if (next === null) return;
    const at = next <= now ? now : Math.max(next, now + DROP_EVERY_MS);
    const armed = await this.ctx.storage.getAlarm();
    if (armed === null || armed < now || armed > at) await this.ctx.storage.setAlarm(at);
  }

  async #during<T>(run: () => Promise<T>): Promise<T> {
    this.#inside += 1;
    this.#begun += 1;
    try {
      return await run();
    } finally {
      this.#inside -= 1;
      if (this.env.OWN_DISK === "true") this.ctx.waitUntil(this.#closeUnlessUsed(this.#begun));
    }
  }

  /** The runtime keeps an object open for ten seconds: erasures in thousands of namespaces would use up its open files. */
  async #closeUnlessUsed(begun: number): Promise<void> {
    await scheduler.wait(OPEN_MS);
    if (begun !== this.#begun) return;
    await this.ctx.storage.sync();
    if (this.#inside === 0 && begun === this.#begun) this.ctx.abort(CLOSED);
  }
}
