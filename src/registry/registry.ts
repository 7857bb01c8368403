// The Registry object, one per deployment: names of namespaces and their deletion, the erasure ledger, and
// the watch over Vault objects whose alarm was lost. Tables are made by the first write, so that a health check writes nothing.
import { DurableObject } from "cloudflare:workers";
import type { VaultError } from "../core/errors.ts";
import { newTrackingId, randomId } from "../core/ids.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { LedgerEntry, LedgerFacts } from "../erasure/ledger-entry.ts";
import { systemClock } from "../platform/clock.ts";
import { errorName, log } from "../platform/log.ts";
import { migrate, migrateExisting } from "../platform/migrations.ts";
import { type RawEnv, vaultStub } from "../platform/objects.ts";
import { systemRandom } from "../platform/random.ts";
import { Ledger } from "./ledger.ts";
import { type EndableVault, NamespaceEraser } from "./namespace-eraser.ts";
import { replayReceipts } from "./receipt-replay.ts";
import type {
  NamespaceJobView,
  NamespaceRecord,
  NamespaceState,
  RegistryRpc,
  ReplayOutcome,
  ReplayRequest,
  TokenCeiling,
  WantedIds,
} from "./rpc.ts";
import { REGISTRY_MIGRATIONS } from "./schema/migrations.ts";
import { DueWorkStore } from "./store/due-work.ts";
import { LedgerStore } from "./store/ledger.ts";
import { NamespaceDeletionStore } from "./store/namespace-deletions.ts";
import { NamespaceStore, UNKNOWN_NAMESPACE } from "./store/namespaces.ts";
import { ReplayPartStore } from "./store/replay-parts.ts";
import { OVERDUE_MS, type Wakeable, Watch } from "./watch.ts";

/** The Registry object. Its public methods are RPC; everything else is private with `#`. */
export class Registry extends DurableObject<RawEnv> implements RegistryRpc {
  readonly #namespaces: NamespaceStore;
  readonly #dueWork: DueWorkStore;
  readonly #watch: Watch;
  readonly #ledgerStore: LedgerStore;
  readonly #replayParts: ReplayPartStore;
  readonly #ledger: Ledger;
  readonly #deletions: NamespaceDeletionStore;
  readonly #eraser: NamespaceEraser;
  #ready: boolean;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    super(ctx, env);
    this.#namespaces = new NamespaceStore(ctx.storage.sql);
    this.#dueWork = new DueWorkStore(ctx.storage.sql);
    this.#ledgerStore = new LedgerStore(ctx.storage.sql);
    this.#replayParts = new ReplayPartStore(ctx.storage.sql);
    const { storage } = ctx;
    const ledgerStores = { ledgerStore: this.#ledgerStore, replayParts: this.#replayParts };
    this.#ledger = new Ledger({ ...ledgerStores, storage, clock: systemClock });
    this.#deletions = new NamespaceDeletionStore(ctx.storage.sql);
    this.#watch = new Watch({
      storage: ctx.storage,
      dueWork: this.#dueWork,
      clock: systemClock,
      vaultOf: ({ nid, jurisdiction }) => vaultStub<Wakeable>(env, nid, jurisdiction),
    });
    this.#eraser = new NamespaceEraser({
      storage: ctx.storage,
      namespaces: this.#namespaces,
      deletions: this.#deletions,
      dueWork: this.#dueWork,
      ledgerStore: this.#ledgerStore,
      ledger: this.#ledger,
      rootKeyText: env.VAULT_ROOT_KEY,
      clock: systemClock,
      random: systemRandom,
      vaultOf: ({ nid, jurisdiction }) => vaultStub<EndableVault>(env, nid, jurisdiction),
      arm: () => this.#watch.arm(),
    });
    this.#ready = migrateExisting(ctx.storage, REGISTRY_MIGRATIONS, systemClock());
    // A restored file can hold an alarm that never fires.
    if (this.#ready) ctx.waitUntil(this.#watch.arm(true));
  }

  /** See RegistryRpc. Reads what every start of a Vault asks for, of nobody: tables that cannot be read throw here. */
  async ping(): Promise<boolean> {
    if (this.#ready) this.#namespaces.state("");
    return true;
  }

  /** See RegistryRpc. Writes one row for a new name. */
  async openNamespace(
    name: string,
    jurisdiction: string | null,
  ): Promise<Result<NamespaceRecord & { isNew: boolean }, VaultError>> {
    this.#setUp();
    const known = this.#namespaces.byName(name);
    if (known !== null) {
      const moved = jurisdiction !== null && jurisdiction !== known.jurisdiction;
      return moved
        ? err({ code: "invalid_field", detail: "jurisdiction" })
        : ok({ ...known, isNew: false });
    }
    // Tried before anything is written: a runtime without jurisdictions throws here.
    if (jurisdiction !== null && !offersJurisdiction(this.env, jurisdiction)) {
      return err({ code: "jurisdiction_unsupported" });
    }
    const now = systemClock();
    const record: NamespaceRecord = {
      name,
      nid: randomId(systemRandom),
      jurisdiction,
      creationTrackingId: newTrackingId(systemRandom, now),
    };
    this.#namespaces.add(record, now);
    return ok({ ...record, isNew: true });
  }

  /** See RegistryRpc. */
  async findNamespace(name: string): Promise<Result<NamespaceRecord, VaultError>> {
    const found = this.#ready ? this.#namespaces.byName(name) : null;
    return found === null ? err({ code: "namespace_unknown" }) : ok(found);
  }

  /** See RegistryRpc. */
  async readNamespace(nid: string): Promise<Result<NamespaceRecord, VaultError>> {
    const found = this.#ready ? this.#namespaces.byNid(nid) : null;
    return found === null ? err({ code: "namespace_unknown" }) : ok(found);
  }

  /** See RegistryRpc. */
  async listNamespaces(afterName: string, limit: number): Promise<NamespaceRecord[]> {
    return this.#ready ? this.#namespaces.list(afterName, limit) : [];
  }

  /** See RegistryRpc. Writes one row. */
  async noteDue(nid: string, due: number | null): Promise<void> {
    this.#setUp();
    // A word that was on its way when the namespace went.
    if (this.#deletions.lifecycleOf(nid) === "deleted") return;
    if (due === null) this.#dueWork.remove(nid);
    else this.#dueWork.put(nid, due);
    await this.#watch.arm();
  }

  /** See RegistryRpc. */
  async wakeOverdue(): Promise<number> {
    if (!this.#ready) return 0;
    this.#replayParts.dropBefore(systemClock());
    const [awake] = await Promise.all([this.#watch.wakeOverdue(), this.#eraser.runDue()]);
    await this.#watch.arm();
    return awake;
  }

  /** See RegistryRpc. Writes one row, twice indexed, for a new entry, and one for each replay part. */
  async appendLedger(
    nid: string,
    facts: LedgerFacts,
    replay: Uint8Array | number | null = null,
  ): Promise<LedgerEntry> {
    this.#setUp();
    const entry = await this.#ledger.append(nid, facts, replay);
    if (replay !== null) await this.#watch.arm();
    return entry;
  }

  /** See RegistryRpc. Writes one row. */
  async stageReplay(nid: string, part: number, sealed: Uint8Array): Promise<void> {
    this.#setUp();
    this.#ledger.stage(nid, part, sealed);
  }

  /** See RegistryRpc. */
  async ledgerReplay(nid: string, position: number, part: number): Promise<ArrayBuffer | null> {
    return this.#ready ? this.#replayParts.find(nid, position, part) : null;
  }

  /** See RegistryRpc. */
  async ledgerSince(nid: string, position: number, limit: number): Promise<LedgerEntry[]> {
    return this.#ready ? this.#ledgerStore.since(nid, position, limit) : [];
  }

  /** See RegistryRpc. */
  async positionsOfJob(nid: string, trackingId: string) {
    const positionOf = (phase: string): number | null =>
      this.#ready ? (this.#ledgerStore.ofJob(nid, trackingId, phase)?.position ?? null) : null;
    return { accepted: positionOf("accepted"), finished: positionOf("finished") };
  }

  /** See RegistryRpc. Writes two ledger entries for each receipt it did not know. */
  async replayReceipts(
    requests: readonly ReplayRequest[],
  ): Promise<Result<ReplayOutcome, VaultError>> {
    this.#setUp();
    const outcome = await replayReceipts(requests, {
      ledger: this.#ledger,
      ledgerStore: this.#ledgerStore,
      namespaces: this.#namespaces,
      eraser: this.#eraser,
      rootKeyText: this.env.VAULT_ROOT_KEY,
    });
    await this.#watch.arm();
    return outcome;
  }

  /** See RegistryRpc. */
  async standing(nid: string, wanted: WantedIds | null = null): Promise<NamespaceState> {
    if (!this.#ready) return UNKNOWN_NAMESPACE;
    const state = this.#namespaces.state(nid);
    if (wanted === null || state.fate === "deleted") return state;
    const raisedTo = Math.max(state.idCeiling, wanted.from) + wanted.count;
    this.#ledgerStore.raiseIdCeiling(nid, raisedTo);
    return { ...state, raisedTo };
  }

  /** See RegistryRpc. Writes one row. */
  async noteHold(nid: string, isHeld: boolean): Promise<void> {
    this.#setUp();
    this.#namespaces.setHeld(nid, isHeld);
  }

  /** See RegistryRpc. Writes one row. */
  async raiseIdCeiling(nid: string, ceiling: number): Promise<void> {
    this.#setUp();
    if (this.#deletions.lifecycleOf(nid) === "deleted") return;
    this.#ledgerStore.raiseIdCeiling(nid, ceiling);
  }

  /** See RegistryRpc. Writes one row a space. */
  async raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]): Promise<void> {
    this.#setUp();
    this.#ledgerStore.raiseTokenCeilings(nid, ceilings);
  }

  /** See RegistryRpc. Writes one row for a new key. */
  async keepReceiptKey(kid: string, jwk: string): Promise<void> {
    this.#setUp();
    this.#ledgerStore.keepReceiptKey(kid, jwk, systemClock());
  }

  /** See RegistryRpc. */
  async receiptKeys(): Promise<string[]> {
    return this.#ready ? this.#ledgerStore.receiptKeys() : [];
  }

  /** See RegistryRpc. Writes one row, then some more as the deletion goes on. */
  async deleteNamespace(name: string): Promise<Result<NamespaceJobView, VaultError>> {
    return this.#ready ? this.#eraser.accept(name) : err({ code: "namespace_unknown" });
  }

  /** See RegistryRpc. */
  async resumeDeletion(nid: string): Promise<Result<NamespaceJobView | null, VaultError>> {
    return this.#ready ? this.#eraser.resume(nid) : ok(null);
  }

  /** See RegistryRpc. */
  async readNamespaceJob(trackingId: string): Promise<Result<NamespaceJobView, VaultError>> {
    return this.#ready ? this.#eraser.read(trackingId) : err({ code: "tracking_id_unknown" });
  }

  /** The watch: runs when the earliest work is due or would be overdue, and not at all without work. */
  override async alarm(): Promise<void> {
    try {
      await this.wakeOverdue();
    } catch (error) {
      log("registry.alarm-failed", { error: errorName(error) });
      await this.ctx.storage.setAlarm(systemClock() + OVERDUE_MS);
    }
  }

  #setUp(): void {
    if (this.#ready) return;
    migrate(this.ctx.storage, REGISTRY_MIGRATIONS, systemClock());
    this.#ready = true;
  }
}

function offersJurisdiction(env: RawEnv, jurisdiction: string): boolean {
  try {
    vaultStub(env, "probe", jurisdiction);
    return true;
  } catch {
    return false;
  }
}
