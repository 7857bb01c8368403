// The Registry object, one per deployment: names of namespaces, and the watch over Vault objects
// whose alarm was lost. Tables are made by the first write, so that a health check writes nothing.
import { DurableObject } from "cloudflare:workers";
import { systemClock } from "../core/clock.ts";
import type { VaultError } from "../core/errors.ts";
import { newTrackingId, randomId } from "../core/ids.ts";
import { errorName, log } from "../core/log.ts";
import { hasSchema, migrate } from "../core/migrate.ts";
import { type RawEnv, vaultStub } from "../core/objects.ts";
import { systemRandom } from "../core/random.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { LedgerEntry, LedgerFacts } from "../retention/ledger-entry.ts";
import { Ledger } from "./ledger.ts";
import type { NamespaceRecord, RegistryRpc } from "./rpc.ts";
import { REGISTRY_MIGRATIONS } from "./schema/migrations.ts";
import { DueWorkStore, type OverdueRow } from "./store/due-work.ts";
import { LedgerStore } from "./store/ledger.ts";
import { LedgerReplayStore } from "./store/ledger-replay.ts";
import { NamespaceStore } from "./store/namespaces.ts";

/** Work this late was missed by its own alarm. */
const OVERDUE_MS = 60_000;
const NEVER = Number.POSITIVE_INFINITY;
/** Objects woken in one round. */
const WAKE_LIMIT = 100;

/** The part of a Vault object the Registry uses. */
interface Wakeable {
  wake(): Promise<boolean>;
}

/** The Registry object. Its public methods are RPC; everything else is private with `#`. */
export class Registry extends DurableObject<RawEnv> implements RegistryRpc {
  readonly #namespaces: NamespaceStore;
  readonly #dueWork: DueWorkStore;
  readonly #ledgerStore: LedgerStore;
  readonly #replays: LedgerReplayStore;
  readonly #ledger: Ledger;
  #ready: boolean;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    super(ctx, env);
    this.#namespaces = new NamespaceStore(ctx.storage.sql);
    this.#dueWork = new DueWorkStore(ctx.storage.sql);
    this.#ledgerStore = new LedgerStore(ctx.storage.sql);
    this.#replays = new LedgerReplayStore(ctx.storage.sql);
    const stores = { ledger: this.#ledgerStore, replays: this.#replays };
    this.#ledger = new Ledger(stores, ctx.storage, systemClock);
    this.#ready = hasSchema(ctx.storage);
    if (this.#ready) migrate(ctx.storage, REGISTRY_MIGRATIONS, systemClock());
  }

  /** See RegistryRpc. */
  async ping(): Promise<boolean> {
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
    if (due === null) this.#dueWork.remove(nid);
    else this.#dueWork.put(nid, due);
    await this.#armWatch();
  }

  /** See RegistryRpc. */
  async wakeOverdue(): Promise<number> {
    if (!this.#ready) return 0;
    this.#replays.dropBefore(systemClock());
    const overdue = this.#dueWork.overdue(systemClock() - OVERDUE_MS, WAKE_LIMIT);
    const outcomes = await Promise.all(overdue.map((row) => this.#wake(row)));
    await this.#armWatch();
    return outcomes.filter((isAwake) => isAwake).length;
  }

  /** See RegistryRpc. Writes one row, twice indexed, for a new entry, and one for each replay part. */
  async appendLedger(
    nid: string,
    facts: LedgerFacts,
    replay: Uint8Array | number | null = null,
  ): Promise<LedgerEntry> {
    this.#setUp();
    const entry = await this.#ledger.append(nid, facts, replay);
    if (replay !== null) await this.#armWatch();
    return entry;
  }

  /** See RegistryRpc. Writes one row. */
  async stageReplay(nid: string, part: number, sealed: Uint8Array): Promise<void> {
    this.#setUp();
    this.#ledger.stage(nid, part, sealed);
  }

  /** See RegistryRpc. */
  async ledgerReplay(nid: string, position: number, part: number): Promise<ArrayBuffer | null> {
    return this.#ready ? this.#replays.find(nid, position, part) : null;
  }

  /** See RegistryRpc. */
  async ledgerSince(nid: string, position: number, limit: number): Promise<LedgerEntry[]> {
    return this.#ready ? this.#ledgerStore.since(nid, position, limit) : [];
  }

  /** See RegistryRpc. */
  async standing(nid: string): Promise<{ position: number; idCeiling: number }> {
    if (!this.#ready) return { position: 0, idCeiling: 0 };
    const position = this.#ledgerStore.head(nid)?.position ?? 0;
    return { position, idCeiling: this.#ledgerStore.idCeiling(nid) };
  }

  /** See RegistryRpc. Writes one row. */
  async raiseIdCeiling(nid: string, ceiling: number): Promise<void> {
    this.#setUp();
    this.#ledgerStore.raiseIdCeiling(nid, ceiling);
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

  /** The watch: runs when the earliest work would be overdue, and not at all without work. */
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

  /** Wake one object. One that cannot be woken goes to the end of the queue; a vanished one leaves it. */
  async #wake({ nid, jurisdiction }: OverdueRow): Promise<boolean> {
    try {
      const isThere = await vaultStub<Wakeable>(this.env, nid, jurisdiction).wake();
      if (!isThere) this.#dueWork.remove(nid);
      return isThere;
    } catch (error) {
      log("registry.wake-failed", { error: errorName(error) });
      this.#dueWork.put(nid, systemClock());
      return false;
    }
  }

  async #armWatch(): Promise<void> {
    const due = this.#dueWork.earliest();
    const drop = this.#replays.earliest();
    if (due === null && drop === null) return;
    const now = systemClock();
    const earliest = Math.min(due === null ? NEVER : due + OVERDUE_MS, drop ?? NEVER);
    const at = Math.max(earliest, now + OVERDUE_MS);
    const armed = await this.ctx.storage.getAlarm();
    // One that is set for sooner, and not in the past, will set the next one itself.
    if (armed !== null && armed >= now && armed <= at) return;
    await this.ctx.storage.setAlarm(at);
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
