// Serves the Vault object's verbs: holds its open namespace and its alarm, and admits and answers every call.
import type { ErrorCode } from "../core/errors.ts";
import { err, ok } from "../core/result.ts";
import { systemClock } from "../platform/clock.ts";
import { errorName, log } from "../platform/log.ts";
import { migrateExisting } from "../platform/migrations.ts";
import { type RawEnv, vaultStub } from "../platform/objects.ts";
import { openVaults } from "../platform/open-objects.ts";
import { systemRandom } from "../platform/random.ts";
import { doDueWork } from "./due-work.ts";
import { NamespaceDestroyer } from "./erasure/namespace-destroyer.ts";
import { type Namespace, openNamespace } from "./namespace.ts";
import { limitsOf, positive } from "./namespace-limits.ts";
import { makeNamespace } from "./new-namespace.ts";
import type { Caller, ClosureReply, Reply, VaultRpc } from "./rpc.ts";
import { ObjectRecycler } from "./runtime/object-recycler.ts";
import { OpenPermit } from "./runtime/open-permit.ts";
import { RegistryLink } from "./runtime/registry-link.ts";
import { Scheduler } from "./runtime/scheduler.ts";
import { VAULT_MIGRATIONS } from "./schema/migrations.ts";
import { SettingStore } from "./store/settings.ts";
import { failureOf, isLocked, REPEATABLE } from "./verbs.ts";

/** Pause before retrying work that could not start because the Registry did not answer. */
const RETRY_SYNC_MS = 5_000;
/** Shorter pause: when other work needs no Registry, and for due work while the object closes. */
const BRIEFLY_MS = 1_000;

/** What a verb does in its namespace. */
export type Verb<T> = (namespace: Namespace) => Promise<Reply<T>>;

/** Holds one object's namespace; made once per object life. */
export class Host {
  readonly scheduler: Scheduler;
  readonly recycler: ObjectRecycler;
  readonly #ctx: DurableObjectState;
  readonly #env: RawEnv;
  readonly #destroyer: NamespaceDestroyer;
  /** Closed for good: this object opens or creates no namespace again. */
  #isClosed = false;
  /** Why the object's database could not be opened; null when it was, or there is none. */
  #openingError: unknown = null;
  #namespace: Namespace | null = null;
  #registry: RegistryLink | null = null;
  /** Null when the number of open objects is not limited. */
  #permit: OpenPermit | null = null;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    this.#ctx = ctx;
    this.#env = env;
    this.#destroyer = new NamespaceDestroyer(ctx.storage);
    const nextDue = () => this.#namespace?.due.next() ?? null;
    this.scheduler = new Scheduler({
      storage: ctx.storage,
      clock: systemClock,
      nextDue,
      reportDue: async (due) => this.#registry?.noteDue(due),
      inBackground: (work) => ctx.waitUntil(work),
    });
    this.recycler = new ObjectRecycler({
      isEnabled: env.OWN_DISK === "true",
      nextDue,
      clock: systemClock,
      settle: async () => {
        await this.scheduler.arm(BRIEFLY_MS);
        await ctx.storage.sync();
      },
      abort: (reason) => {
        openVaults.close(this.#namespace?.nid ?? "", systemClock());
        ctx.abort(reason);
      },
      wait: (ms) => scheduler.wait(ms),
    });
    this.#openExisting();
  }

  /** Open the stored namespace, if any. When it cannot be opened its verbs fail (`failureOf`); it can still be destroyed. */
  #openExisting(): void {
    this.#openingError = null;
    try {
      if (!migrateExisting(this.#ctx.storage, VAULT_MIGRATIONS, systemClock())) return;
      this.#isClosed = this.#destroyer.isClosed;
      if (!this.#isClosed) this.#open();
    } catch (error) {
      log("vault.not-opened", { error: errorName(error) });
      this.#openingError = error;
      return;
    }
    this.#ctx.waitUntil(this.#isClosed ? this.#destroyAgain() : this.scheduler.ensureArmed());
  }

  /** The open namespace, null when this object holds none. Throws when its database cannot be opened, now either. */
  opened(): Namespace | null {
    if (this.#openingError !== null) this.#openExisting();
    if (this.#openingError !== null) throw this.#openingError;
    return this.#namespace;
  }

  /**
   * Make the tables and keys of a namespace that has none yet. Fails with `namespace_being_deleted` when its deletion
   * was requested after the caller learnt the nid. A deletion requested while the keys are made has closed this
   * object by the time they are ready.
   */
  async create(nid: string): Promise<Reply<null>> {
    if (this.opened() !== null) return ok(null);
    const { fate } = await new RegistryLink(this.#env, nid).namespaceState();
    if (fate !== "kept") return err({ code: "namespace_being_deleted" });
    const namespace = { nid, rootKeyText: this.#env.VAULT_ROOT_KEY };
    const isMade = await makeNamespace(this.#ctx.storage, namespace, () => !this.#isClosed);
    if (!isMade) return err({ code: "namespace_being_deleted" });
    if (this.#namespace === null) this.#open();
    return ok(null);
  }

  /** Close the namespace for good, unless it is on legal hold. An object without a namespace is closed as well. */
  async close(isHeldInRegistry: boolean): Promise<ClosureReply> {
    if (!this.#destroyer.close(isHeldInRegistry)) return { isHeld: true };
    this.#markClosed();
    return this.#destroyer.whatThereIs();
  }

  /** Destroy keys and data; afterwards the object stores nothing. */
  async destroy(): Promise<void> {
    this.#markClosed();
    await this.#destroyer.destroy();
  }

  /** A closed database still exists: either its destruction was interrupted, or this is a restored copy. */
  async #destroyAgain(): Promise<void> {
    try {
      const nid = new SettingStore(this.#ctx.storage.sql).text("nid") ?? "";
      const link = new RegistryLink(this.#env, nid);
      const { fate } = await link.namespaceState();
      // In any other state the Registry still runs the deletion, and calls this object itself.
      if (fate === "deleted") await this.#destroyer.destroy();
    } catch (error) {
      log("vault.not-destroyed", { error: errorName(error) });
    }
  }

  /** Running work finds the namespace closed, and no new call is admitted. */
  #markClosed(): void {
    this.#isClosed = true;
    this.#namespace?.liveness.close();
    this.#namespace = null;
  }

  #open(): void {
    const nid = new SettingStore(this.#ctx.storage.sql).text("nid");
    if (nid === null) return;
    this.#takePermit(nid);
    // A call reopened the object before its database had closed, so the write-ahead log is still there: close again.
    const isTooEarly = openVaults.msUntilClosed(nid, systemClock()) > 0;
    if (isTooEarly) this.#ctx.waitUntil(this.recycler.closeSoon());
    this.#registry = new RegistryLink(this.#env, nid);
    this.#namespace = openNamespace({
      storage: this.#ctx.storage,
      nid,
      registry: this.#registry,
      rootKeyText: this.#env.VAULT_ROOT_KEY,
      clock: systemClock,
      random: systemRandom,
      ...limitsOf(this.#env),
      recycler: this.recycler,
      isOwnDisk: this.#env.OWN_DISK === "true",
    });
  }

  #takePermit(nid: string): void {
    const most = positive(this.#env.MAX_OPEN_NAMESPACES, 0);
    if (most === 0) return;
    this.#permit = new OpenPermit({
      nid,
      most,
      clock: systemClock,
      wait: (ms) => scheduler.wait(ms),
      closeOther: (other) => this.#ctx.waitUntil(this.#closeOther(other)),
      closeThis: () => this.#ctx.waitUntil(this.recycler.closeSoon()),
    });
  }

  async #closeOther(nid: string): Promise<void> {
    try {
      await vaultStub<VaultRpc>(this.#env, nid, null).closeSoon();
    } catch (error) {
      log("vault.not-asked-to-close", { error: errorName(error) });
    }
  }

  /** Run a verb for a caller on the allow list. One whose token was revoked meanwhile gets no answer. */
  async admit<T>(verb: string, caller: Caller, run: Verb<T>): Promise<Reply<T>> {
    return this.answer(verb, async () => {
      const [namespace, refused] = [this.opened(), err({ code: "unauthenticated" } as const)];
      if (!namespace?.tokens.isActive(caller.tokenId)) return refused;
      return this.#whileOpen(namespace, "unauthenticated", async () => {
        const synced = await this.sync(namespace, verb === "mask");
        if (!synced.ok) return synced;
        await this.armLater(namespace.ledgerSync.takeStaleAlarm() ? "arm" : "ensureArmed");
        if (!namespace.tokens.isActive(caller.tokenId)) return refused;
        const reply = await run(namespace);
        return namespace.tokens.isActive(caller.tokenId) ? reply : refused;
      });
    });
  }

  /** Run a verb that may leave work to do, and arm the alarm for that work even when the verb fails. */
  async admitWork<T>(verb: string, caller: Caller, run: Verb<T>): Promise<Reply<T>> {
    return this.admit(verb, caller, async (namespace) => {
      try {
        return await run(namespace);
      } finally {
        await this.armLater();
      }
    });
  }

  /** Whether the namespace may serve. Destroys it when it was deleted earlier and this is a restored older copy. */
  async sync(namespace: Namespace, isForNewValues = false): Promise<Reply<null>> {
    const synced = await namespace.ledgerSync.ensure(isForNewValues);
    if (!synced.ok && synced.error.code === "unauthenticated") await this.destroy();
    return synced;
  }

  /** Do what is due now, and arm the next alarm. Throws when the database is locked: the platform tries again. */
  async workAndRearm(): Promise<void> {
    this.scheduler.alarmBegan();
    if (this.#openingError !== null) this.#openExisting();
    if (isLocked(this.#openingError)) throw this.#openingError;
    const namespace = this.#namespace;
    if (namespace === null) return;
    this.#permit?.noteWork();
    let waitMs = 0;
    try {
      const synced = await this.sync(namespace);
      if (synced.ok) await doDueWork(namespace);
      else waitMs = RETRY_SYNC_MS;
      // This work is due all the time, so without a pause the alarm would fire at once.
      if (namespace.deletionRunner.isAway || this.recycler.isClosing) waitMs = BRIEFLY_MS;
    } catch (error) {
      // Not rethrown: the platform would drop the alarm after a few retries.
      log("vault.alarm-failed", { error: errorName(error) });
      namespace.ledgerPosition.invalidate();
      waitMs = RETRY_SYNC_MS;
    } finally {
      await this.scheduler.arm(waitMs);
    }
  }

  /** As the Scheduler's, but does not fail: accepted work stays accepted when no alarm can be set now; the next request sets it. */
  async armLater(how: "arm" | "armIfDue" | "ensureArmed" = "arm"): Promise<void> {
    try {
      await this.scheduler[how]();
    } catch (error) {
      log("vault.not-armed", { error: errorName(error) });
    }
  }

  /** Run an operator's verb, in the namespace, as `answer` and `whenOpen` describe. */
  async operate<T>(verb: string, run: Verb<T>, refusal?: ErrorCode): Promise<Reply<T>> {
    return this.answer(verb, () => this.whenOpen(run, refusal));
  }

  /** Run a verb in the namespace; without one, fail with `refusal` (by default `token_unknown`: no token exists then). */
  async whenOpen<T>(run: Verb<T>, refusal: ErrorCode = "token_unknown"): Promise<Reply<T>> {
    const namespace = this.opened();
    if (namespace === null) return err({ code: refusal });
    return this.#whileOpen(namespace, refusal, run);
  }

  /** Once the namespace is closed, replace any reply or failure with `refusal`; checked last, after the verb has run. */
  async #whileOpen<T>(namespace: Namespace, refusal: ErrorCode, run: Verb<T>): Promise<Reply<T>> {
    try {
      const reply = await run(namespace);
      return this.#namespace === namespace ? reply : err({ code: refusal });
    } catch (error) {
      if (this.#namespace === namespace) throw error;
      return err({ code: refusal });
    }
  }

  /** Turn any thrown error into a failure (`failureOf`); fails with `too_many_namespaces` when the object has no permit. */
  async answer<T>(verb: string, run: () => Promise<Reply<T>>): Promise<Reply<T>> {
    try {
      if (this.#permit !== null && !(await this.#permit.enter())) {
        return err({ code: "too_many_namespaces" });
      }
      const { recycler } = this;
      return await (REPEATABLE.has(verb) ? recycler.during(run) : recycler.duringOnce(run));
    } catch (error) {
      // It is unknown whether the ledger took an entry: serve nobody until it has been read again.
      this.#namespace?.ledgerPosition.invalidate();
      return err(failureOf(error, verb));
    }
  }
}
