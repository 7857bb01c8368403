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
import { callVaultObject, offersJurisdiction, type RawEnv } from "../platform/objects.ts";
import { systemRandom } from "../platform/random.ts";
import type { VaultRpc } from "../vault/rpc.ts";
import { Ledger } from "./ledger.ts";
import { NamespaceEraser } from "./namespace-eraser.ts";
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
import { DueWorkStore, type OverdueRow } from "./store/due-work.ts";
import { LedgerStore } from "./store/ledger.ts";
import { NamespaceDeletionStore } from "./store/namespace-deletions.ts";
import { NamespaceStore, UNKNOWN_NAMESPACE } from "./store/namespaces.ts";
import { OVERDUE_MS, Watch } from "./watch.ts";

/** The Registry object. Its public methods are RPC; everything else is private with `#`. */
export class Registry extends DurableObject<RawEnv> implements RegistryRpc {
  readonly #parts: ReturnType<typeof partsOf>;
  #ready: boolean;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    super(ctx, env);
    this.#parts = partsOf(ctx.storage, env);
    this.#ready = migrateExisting(ctx.storage, REGISTRY_MIGRATIONS, systemClock());
    // A restored file can hold an alarm that never fires.
    if (this.#ready) ctx.waitUntil(this.#parts.watch.arm(true));
  }

  /** See RegistryRpc. Reads what every start of a Vault asks for, of nobody: tables that cannot be read throw here. */
  async ping(): Promise<boolean> {
    if (this.#ready) this.#parts.namespaces.state("");
    return true;
  }

  /** See RegistryRpc. Writes one row for a new name. */
  async openNamespace(
    name: string,
    jurisdiction: string | null,
  ): Promise<Result<NamespaceRecord & { isNew: boolean }, VaultError>> {
    this.#setUp();
    const known = this.#parts.namespaces.byName(name);
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
    this.#parts.namespaces.add(record, now);
    return ok({ ...record, isNew: true });
  }

  /** See RegistryRpc. */
  async findNamespace(name: string): Promise<Result<NamespaceRecord, VaultError>> {
    const found = this.#ready ? this.#parts.namespaces.byName(name) : null;
    return found === null ? err({ code: "namespace_unknown" }) : ok(found);
  }

  /** See RegistryRpc. */
  async readNamespace(nid: string): Promise<Result<NamespaceRecord, VaultError>> {
    const found = this.#ready ? this.#parts.namespaces.byNid(nid) : null;
    return found === null ? err({ code: "namespace_unknown" }) : ok(found);
  }

  /** See RegistryRpc. */
  async listNamespaces(afterName: string, limit: number): Promise<NamespaceRecord[]> {
    return this.#ready ? this.#parts.namespaces.list(afterName, limit) : [];
  }

  /** See RegistryRpc. Writes one row. */
  async noteDue(nid: string, due: number | null): Promise<void> {
    this.#setUp();
    // A word that was on its way when the namespace went.
    if (this.#parts.deletions.lifecycleOf(nid) === "deleted") return;
    if (due === null) this.#parts.dueWork.remove(nid);
    else this.#parts.dueWork.put(nid, due);
    await this.#parts.watch.arm();
  }

  /** See RegistryRpc. */
  async wakeOverdue(): Promise<number> {
    if (!this.#ready) return 0;
    this.#parts.ledgerStore.dropPartsBefore(systemClock());
    const [awake] = await Promise.all([
      this.#parts.watch.wakeOverdue(),
      this.#parts.eraser.runDue(),
    ]);
    await this.#parts.watch.arm();
    return awake;
  }

  /** See RegistryRpc. Writes one row, twice indexed, for a new entry, and one for each replay part. */
  async appendLedger(
    nid: string,
    facts: LedgerFacts,
    replay: Uint8Array | number | null = null,
  ): Promise<LedgerEntry> {
    this.#setUp();
    const entry = await this.#parts.ledger.append(nid, facts, replay);
    if (replay !== null) await this.#parts.watch.arm();
    return entry;
  }

  /** See RegistryRpc. Writes one row. */
  async stageReplay(nid: string, part: number, sealed: Uint8Array): Promise<void> {
    this.#setUp();
    this.#parts.ledger.stage(nid, part, sealed);
  }

  /** See RegistryRpc. */
  async ledgerReplay(nid: string, position: number, part: number): Promise<ArrayBuffer | null> {
    return this.#ready ? this.#parts.ledgerStore.findPart(nid, position, part) : null;
  }

  /** See RegistryRpc. */
  async ledgerSince(nid: string, position: number, limit: number): Promise<LedgerEntry[]> {
    return this.#ready ? this.#parts.ledgerStore.since(nid, position, limit) : [];
  }

  /** See RegistryRpc. */
  async ledgerPage(afterNid: string, afterPosition: number, limit: number) {
    return this.#ready ? this.#parts.ledgerStore.page(afterNid, afterPosition, limit) : [];
  }

  /** See RegistryRpc. */
  async positionsOfJob(nid: string, trackingId: string) {
    const positionOf = (phase: string): number | null =>
      this.#ready
        ? (this.#parts.ledgerStore.ofJob(nid, trackingId, phase)?.position ?? null)
        : null;
    return { accepted: positionOf("accepted"), finished: positionOf("finished") };
  }

  /** See RegistryRpc. Writes two ledger entries for each receipt it did not know. */
  async replayReceipts(
    requests: readonly ReplayRequest[],
  ): Promise<Result<ReplayOutcome, VaultError>> {
    this.#setUp();
    const outcome = await replayReceipts(requests, this.#parts);
    await this.#parts.watch.arm();
    return outcome;
  }

  /** See RegistryRpc. */
  async standing(nid: string, wanted: WantedIds | null = null): Promise<NamespaceState> {
    if (!this.#ready) return UNKNOWN_NAMESPACE;
    const state = this.#parts.namespaces.state(nid);
    if (wanted === null || state.fate === "deleted") return state;
    const raisedTo = Math.max(state.idCeiling, wanted.from) + wanted.count;
    this.#parts.ledgerStore.raiseIdCeiling(nid, raisedTo);
    return { ...state, raisedTo };
  }

  /** See RegistryRpc. Writes one row. */
  async noteHold(nid: string, isHeld: boolean): Promise<void> {
    this.#setUp();
    this.#parts.namespaces.setHeld(nid, isHeld);
  }

  /** See RegistryRpc. Writes one row. */
  async raiseIdCeiling(nid: string, ceiling: number): Promise<void> {
    this.#setUp();
    if (this.#parts.deletions.lifecycleOf(nid) === "deleted") return;
    this.#parts.ledgerStore.raiseIdCeiling(nid, ceiling);
  }

  /** See RegistryRpc. Writes one row a space. */
  async raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]): Promise<void> {
    this.#setUp();
    this.#parts.ledgerStore.raiseTokenCeilings(nid, ceilings);
  }

  /** See RegistryRpc. Writes one row for a new key. */
  async keepReceiptKey(kid: string, jwk: string): Promise<void> {
    this.#setUp();
    this.#parts.ledgerStore.keepReceiptKey(kid, jwk, systemClock());
  }

  /** See RegistryRpc. */
  async receiptKeys(): Promise<string[]> {
    return this.#ready ? this.#parts.ledgerStore.receiptKeys() : [];
  }

  /** See RegistryRpc. Writes one row, then some more as the deletion goes on. */
  async deleteNamespace(name: string): Promise<Result<NamespaceJobView, VaultError>> {
    return this.#ready ? this.#parts.eraser.accept(name) : err({ code: "namespace_unknown" });
  }

  /** See RegistryRpc. */
  async resumeDeletion(nid: string): Promise<Result<NamespaceJobView | null, VaultError>> {
    return this.#ready ? this.#parts.eraser.resume(nid) : ok(null);
  }

  /** See RegistryRpc. */
  async readNamespaceJob(trackingId: string): Promise<Result<NamespaceJobView, VaultError>> {
    return this.#ready ? this.#parts.eraser.read(trackingId) : err({ code: "tracking_id_unknown" });
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

/** The stores over the object's tables, and what works with them. */
function partsOf(storage: DurableObjectStorage, env: RawEnv) {
  const base = {
    storage,
    clock: systemClock,
    random: systemRandom,
    rootKeyText: env.VAULT_ROOT_KEY,
    namespaces: new NamespaceStore(storage.sql),
    deletions: new NamespaceDeletionStore(storage.sql),
    dueWork: new DueWorkStore(storage.sql),
    ledgerStore: new LedgerStore(storage.sql),
    callVault: <T>(place: OverdueRow, call: (vault: VaultRpc) => Promise<T>) =>
      callVaultObject(env, place, call),
  };
  const ledger = new Ledger(base);
  const watch = new Watch(base);
  const eraser = new NamespaceEraser({ ...base, ledger, arm: () => watch.arm() });
  return { ...base, ledger, watch, eraser };
}
