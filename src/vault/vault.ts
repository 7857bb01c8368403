// The Vault object: one namespace. A door, not a house: each verb checks the caller and delegates.
// Nothing thrown leaves through RPC; only the operator's issueToken creates tables.
import { DurableObject } from "cloudflare:workers";
import { systemClock } from "../core/clock.ts";
import { errorName, log } from "../core/log.ts";
import { hasSchema, migrate } from "../core/migrate.ts";
import type { RawEnv } from "../core/objects.ts";
import { systemRandom } from "../core/random.ts";
import { err, ok } from "../core/result.ts";
import type { Age } from "../core/time.ts";
import { contextMaker } from "../crypto/context.ts";
import { doDueWork } from "./due-work.ts";
import { Keyring } from "./keyring.ts";
import { type Namespace, openNamespace } from "./namespace.ts";
import { RegistryLink, RegistryUnreachable } from "./registry-link.ts";
import type {
  Caller,
  DeletionPreview,
  DeletionView,
  IssuedToken,
  JobSubmission,
  JobView,
  MaskBatch,
  Reply,
  RetentionView,
  TokenGrant,
  VaultRpc,
} from "./rpc.ts";
import { Scheduler } from "./scheduler.ts";
import { VAULT_MIGRATIONS } from "./schema/migrations.ts";
import { capacityBytes, retentionMs } from "./settings-from-env.ts";
import { KeyStore } from "./store/keys.ts";
import { SettingStore } from "./store/settings.ts";

/** Pause before work that could not be begun (the Registry did not answer) is tried again. */
const RETRY_STANDING_MS = 5_000;

/** The Vault object. Its public methods are RPC; everything else is private with `#`. */
export class Vault extends DurableObject<RawEnv> implements VaultRpc {
  #namespace: Namespace | null = null;
  #registry: RegistryLink | null = null;
  readonly #scheduler: Scheduler;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    super(ctx, env);
    this.#scheduler = new Scheduler({
      storage: ctx.storage,
      clock: systemClock,
      nextDue: () => this.#namespace?.nextDue() ?? null,
      tellRegistry: async (due) => {
        await this.#registry?.call((registry, nid) => registry.noteDue(nid, due));
      },
    });
    if (!hasSchema(ctx.storage)) return;
    migrate(ctx.storage, VAULT_MIGRATIONS, systemClock());
    this.#open();
    ctx.waitUntil(this.#scheduler.ensureArmed());
  }

  /** See VaultRpc. Writes the tables, keys and nid of a new namespace, and the token's row. */
  async issueToken(nid: string, grant: TokenGrant): Promise<Reply<IssuedToken>> {
    return this.#answer("issueToken", async () => {
      if (this.#namespace === null) await this.#create(nid);
      return this.#whenOpen(async ({ tokens }) => ok(await tokens.issue(grant)));
    });
  }

  /** See VaultRpc. */
  async findToken(userId: string): Promise<Reply<IssuedToken>> {
    return this.#answer("findToken", () => this.#whenOpen(({ tokens }) => tokens.newestOf(userId)));
  }

  /** See VaultRpc. */
  async readToken(tokenId: string): Promise<Reply<IssuedToken>> {
    return this.#answer("readToken", () => this.#whenOpen(({ tokens }) => tokens.find(tokenId)));
  }

  /** See VaultRpc. */
  async listTokens(afterSerial: number, limit: number): Promise<Reply<IssuedToken[]>> {
    return this.#answer("listTokens", () =>
      this.#whenOpen(async ({ tokens }) => ok(await tokens.list(afterSerial, limit))),
    );
  }

  /** See VaultRpc. Writes one row. */
  async deactivateToken(tokenId: string): Promise<Reply<null>> {
    return this.#answer("deactivateToken", () =>
      this.#whenOpen(async ({ tokens }) => tokens.deactivate(tokenId)),
    );
  }

  /** See VaultRpc. Writes one setting; ending a hold accepts what was recorded meanwhile. */
  async setHold(isOn: boolean): Promise<Reply<null>> {
    return this.#answer("setHold", () =>
      this.#whenOpen(async (namespace) => {
        const standing = await namespace.standing.ensure();
        if (!standing.ok) return standing;
        await namespace.setHold(isOn);
        await this.#armLater();
        return ok(null);
      }),
    );
  }

  /** See VaultRpc. */
  async tokenKey(caller: Caller): Promise<Reply<Uint8Array<ArrayBuffer>>> {
    return this.#admit("tokenKey", caller, async ({ keyring }) => ok(await keyring.tokenKey()));
  }

  /** See VaultRpc. Writes two rows per new free-length mapping, three per fixed-shape one. */
  async mask(caller: Caller, batch: MaskBatch): Promise<Reply<string[]>> {
    return this.#admit("mask", caller, async ({ masker, tokens }) => {
      const reply = await masker.mask(batch);
      // Revoked while the batch was sealed: the answer must not go out.
      if (!tokens.isActive(caller.tokenId)) return err({ code: "unauthenticated" });
      return reply.ok ? ok(reply.value.tokens) : reply;
    });
  }

  /** See VaultRpc. */
  async unmask(
    caller: Caller,
    tokens: readonly string[],
    bareAt: readonly number[] = [],
  ): Promise<Reply<(string | null)[]>> {
    return this.#admit("unmask", caller, async (namespace) => {
      const { values } = await namespace.unmasker.unmask(tokens, bareAt);
      if (!namespace.tokens.isActive(caller.tokenId)) return err({ code: "unauthenticated" });
      return ok(values);
    });
  }

  /** See VaultRpc. Writes the job and its payload. */
  async submitJob(
    caller: Caller,
    submission: JobSubmission,
    payload: ReadableStream<Uint8Array>,
  ): Promise<Reply<string>> {
    return this.#admit("submitJob", caller, async ({ intake }) => {
      const reply = await intake.submit(caller, submission, payload);
      if (reply.ok) await this.#armLater();
      return reply;
    });
  }

  /** See VaultRpc. */
  async readJobs(
    caller: Caller,
    trackingIds: readonly string[],
    includeInput: boolean,
  ): Promise<Reply<(JobView | null)[]>> {
    return this.#admit("readJobs", caller, async ({ reader, tokens }) => {
      const reply = await reader.read(caller, trackingIds, includeInput);
      // Reading may have found something to purge.
      await this.#scheduler.armIfDue();
      return tokens.isActive(caller.tokenId) ? reply : err({ code: "unauthenticated" });
    });
  }

  /** See VaultRpc. Writes the deletion's row, its watermark, and an entry in the Registry. */
  async requestDeletion(caller: Caller, age: Age): Promise<Reply<DeletionView>> {
    return this.#admit("requestDeletion", caller, async ({ desk }) => {
      const reply = await desk.accept(age, "age", caller.userId);
      if (reply.ok) await this.#armLater();
      return reply;
    });
  }

  /** See VaultRpc. */
  async previewDeletion(caller: Caller, age: Age): Promise<Reply<DeletionPreview>> {
    return this.#admit("previewDeletion", caller, ({ desk }) => desk.preview(age));
  }

  /** See VaultRpc. */
  async readDeletion(caller: Caller, trackingId: string): Promise<Reply<DeletionView>> {
    return this.#admit("readDeletion", caller, ({ desk }) => desk.read(trackingId));
  }

  /** See VaultRpc. Writes two settings. */
  async setRetention(caller: Caller, days: number | null): Promise<Reply<DeletionPreview>> {
    return this.#admit("setRetention", caller, async ({ retention }) => {
      const reply = await retention.set(days);
      await this.#armLater();
      return reply;
    });
  }

  /** See VaultRpc. */
  async readRetention(caller: Caller): Promise<Reply<RetentionView>> {
    return this.#admit("readRetention", caller, async ({ retention }) => ok(retention.view()));
  }

  /** See VaultRpc. */
  async wake(): Promise<boolean> {
    if (this.#namespace === null) return false;
    await this.#armLater();
    return true;
  }

  /** Runs due work in bounded slices, lets requests in between, and arms the next alarm. */
  override async alarm(): Promise<void> {
    this.#scheduler.alarmBegan();
    const namespace = this.#namespace;
    if (namespace === null) return;
    let waitMs = 0;
    try {
      const standing = await namespace.standing.ensure();
      if (standing.ok) await doDueWork(namespace);
      else waitMs = RETRY_STANDING_MS;
    } catch (error) {
      // Never thrown: the platform would drop the alarm after a few retries.
      log("vault.alarm-failed", { error: errorName(error) });
      namespace.standing.doubt();
      waitMs = RETRY_STANDING_MS;
    } finally {
      await this.#scheduler.arm(waitMs);
    }
  }

  /** Make the tables and keys of a namespace that has none yet. */
  async #create(nid: string): Promise<void> {
    const { storage } = this.ctx;
    const namespace = { nid, rootKeyText: this.env.VAULT_ROOT_KEY };
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
    const nid = new SettingStore(this.ctx.storage.sql).text("nid");
    if (nid === null) return;
    this.#registry = new RegistryLink(this.env, nid);
    this.#namespace = openNamespace({
      storage: this.ctx.storage,
      nid,
      registry: this.#registry,
      rootKeyText: this.env.VAULT_ROOT_KEY,
      clock: systemClock,
      random: systemRandom,
      retentionMs: retentionMs(this.env.RESULT_RETENTION_HOURS),
      capacityBytes: capacityBytes(this.env.STORAGE_CAPACITY_BYTES),
    });
  }

  /** Run a verb for a caller on the allow list. */
  async #admit<T>(
    verb: string,
    caller: Caller,
    run: (namespace: Namespace) => Promise<Reply<T>>,
  ): Promise<Reply<T>> {
    return this.#answer(verb, async () => {
      const namespace = this.#namespace;
      if (!namespace?.tokens.isActive(caller.tokenId)) return err({ code: "unauthenticated" });
      const standing = await namespace.standing.ensure();
      if (!standing.ok) return standing;
      if (namespace.standing.takeNews()) await this.#scheduler.arm();
      else await this.#scheduler.ensureArmed();
      return run(namespace);
    });
  }

  /** What was accepted stays accepted when no alarm can be set now: the next request sets it. */
  async #armLater(): Promise<void> {
    try {
      await this.#scheduler.arm();
    } catch (error) {
      log("vault.not-armed", { error: errorName(error) });
    }
  }

  async #whenOpen<T>(run: (namespace: Namespace) => Promise<Reply<T>>): Promise<Reply<T>> {
    return this.#namespace === null ? err({ code: "token_unknown" }) : run(this.#namespace);
  }

  /** Turn anything thrown into `internal`: what it says may hold values, so only its name is logged. */
  async #answer<T>(verb: string, run: () => Promise<Reply<T>>): Promise<Reply<T>> {
    try {
      return await run();
    } catch (error) {
      // Whether the ledger took an entry is open: nobody is served until it has been read again.
      this.#namespace?.standing.doubt();
      if (error instanceof RegistryUnreachable) return err({ code: "unavailable" });
      log("vault.verb-failed", { verb, error: errorName(error) });
      return err({ code: "internal" });
    }
  }
}
