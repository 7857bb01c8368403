// What stands behind the Vault object's verbs: its open namespace, its alarm, and the way every call
// is let in and answered.
import { systemClock } from "../core/clock.ts";
import { errorName, log } from "../core/log.ts";
import { hasSchema, migrate } from "../core/migrate.ts";
import type { RawEnv } from "../core/objects.ts";
import { systemRandom } from "../core/random.ts";
import { err } from "../core/result.ts";
import { contextMaker } from "../crypto/context.ts";
import { Closing } from "./closing.ts";
import { Keyring } from "./keyring.ts";
import { type Namespace, openNamespace } from "./namespace.ts";
import { RegistryLink, RegistryUnreachable } from "./registry-link.ts";
import type { Caller, Reply } from "./rpc.ts";
import { Scheduler } from "./scheduler.ts";
import { VAULT_MIGRATIONS } from "./schema/migrations.ts";
import { capacityBytes, retentionMs } from "./settings-from-env.ts";
import { KeyStore } from "./store/keys.ts";
import { SettingStore } from "./store/settings.ts";

/** Holds one object's namespace; made once per object life. */
export class Host {
  readonly scheduler: Scheduler;
  readonly closing: Closing;
  readonly #ctx: DurableObjectState;
  readonly #env: RawEnv;
  #namespace: Namespace | null = null;
  #registry: RegistryLink | null = null;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    this.#ctx = ctx;
    this.#env = env;
    this.scheduler = new Scheduler({
      storage: ctx.storage,
      clock: systemClock,
      nextDue: () => this.#namespace?.nextDue() ?? null,
      tellRegistry: async (due) => {
        await this.#registry?.call((registry, nid) => registry.noteDue(nid, due));
      },
    });
    this.closing = new Closing({
      isEnabled: env.CLOSE_AFTER_ERASURE === "true",
      dueIn: () => {
        const due = this.#namespace?.nextDue() ?? null;
        return due === null ? null : due - systemClock();
      },
      sync: () => ctx.storage.sync(),
      abort: (reason) => ctx.abort(reason),
      wait: (ms) => scheduler.wait(ms),
    });
    if (!hasSchema(ctx.storage)) return;
    migrate(ctx.storage, VAULT_MIGRATIONS, systemClock());
    this.#open();
    ctx.waitUntil(this.scheduler.ensureArmed());
  }

  /** The open namespace, null when this object holds none. */
  get namespace(): Namespace | null {
    return this.#namespace;
  }

  /** Make the tables and keys of a namespace that has none yet. */
  async create(nid: string): Promise<void> {
    const { storage } = this.#ctx;
    const namespace = { nid, rootKeyText: this.#env.VAULT_ROOT_KEY };
    const keys = new KeyStore(storage.sql);
    const keyring = new Keyring(keys, contextMaker(nid), namespace, systemRandom);
    const wrapped = await keyring.newNamespaceKeys();
    storage.transactionSync(() => {
      migrate(storage, VAULT_MIGRATIONS, systemClock());
      for (const [name, key] of wrapped) keys.addNamespaceKey(name, key);
      new SettingStore(storage.sql).put("nid", nid);
    });
    this.#open();
  }

  #open(): void {
    if (this.#namespace !== null) return;
    const nid = new SettingStore(this.#ctx.storage.sql).text("nid");
    if (nid === null) return;
    this.#registry = new RegistryLink(this.#env, nid);
    this.#namespace = openNamespace({
      storage: this.#ctx.storage,
      nid,
      registry: this.#registry,
      rootKeyText: this.#env.VAULT_ROOT_KEY,
      clock: systemClock,
      random: systemRandom,
      retentionMs: retentionMs(this.#env.RESULT_RETENTION_HOURS),
      capacityBytes: capacityBytes(this.#env.STORAGE_CAPACITY_BYTES),
      closing: this.closing,
    });
  }

  /** Run a verb for a caller on the allow list. */
  async admit<T>(
    verb: string,
    caller: Caller,
    run: (namespace: Namespace) => Promise<Reply<T>>,
  ): Promise<Reply<T>> {
    return this.answer(verb, async () => {
      const namespace = this.#namespace;
      if (!namespace?.tokens.isActive(caller.tokenId)) return err({ code: "unauthenticated" });
      const standing = await namespace.standing.ensure();
      if (!standing.ok) return standing;
      if (namespace.standing.takeNews()) await this.scheduler.arm();
      else await this.scheduler.ensureArmed();
      return run(namespace);
    });
  }

  /** What was accepted stays accepted when no alarm can be set now: the next request sets it. */
  async armLater(): Promise<void> {
    try {
      await this.scheduler.arm();
    } catch (error) {
      log("vault.not-armed", { error: errorName(error) });
    }
  }

  /** Run an operator's verb; without a namespace no token is known. */
  async whenOpen<T>(run: (namespace: Namespace) => Promise<Reply<T>>): Promise<Reply<T>> {
    return this.#namespace === null ? err({ code: "token_unknown" }) : run(this.#namespace);
  }

  /** Turn anything thrown into `internal`: what it says may hold values, so only its name is logged. */
  async answer<T>(verb: string, run: () => Promise<Reply<T>>): Promise<Reply<T>> {
    try {
      return await this.closing.during(run);
    } catch (error) {
      // Whether the ledger took an entry is open: nobody is served until it has been read again.
      this.#namespace?.standing.doubt();
      if (error instanceof RegistryUnreachable) return err({ code: "unavailable" });
      log("vault.verb-failed", { verb, error: errorName(error) });
      return err({ code: "internal" });
    }
  }
}
