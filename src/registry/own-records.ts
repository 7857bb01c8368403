// Answers from a Registry object's own tables, for namespaces of its own; registry.ts routes each call to the right object.

import type { VaultError } from "../core/errors.ts";
import { newTrackingId, randomId } from "../core/ids.ts";
import { Part } from "../core/part.ts";
import {
  boundNid,
  FIRST_REGISTRY,
  jurisdictionOfRegistry,
  registryOfNid,
} from "../core/registries.ts";
import { err, ok, type Result } from "../core/result.ts";
import { receiptKeysOf } from "../crypto/receipt.ts";
import type { LedgerEntry, LedgerFacts } from "../erasure/ledger-entry.ts";
import { systemClock } from "../platform/clock.ts";
import { failpoint } from "../platform/failpoint.ts";
import { relay } from "../platform/object-calls.ts";
import type { RegistryParts } from "./parts.ts";
import { appendReceipt, type Keep } from "./receipt-replay.ts";
import type {
  CheckedReceipt,
  NamespaceJobView,
  NamespaceRecord,
  NamespaceState,
  ReplayedReceipt,
  RotationView,
  RoutedVerbs,
  TokenCeiling,
  WantedIds,
} from "./rpc.ts";
import { UNKNOWN_NAMESPACE } from "./store/namespaces.ts";

/** Answers RegistryRpc's calls from this object's tables; the docstrings here say what each one writes. */
export class OwnRecords extends Part<RegistryParts> implements RoutedVerbs {
  /** Runs the query of every Vault start, for no namespace, so that it throws when the tables cannot be read. */
  async ping(): Promise<true | string> {
    if (!this.parts.tables.areThere) return true;
    this.parts.namespaces.state("");
    return (await this.parts.rotation.mismatch()) ?? true;
  }

  /** Writes a row, and one per public key. */
  async keyRotation(isWanted: boolean): Promise<RotationView | null> {
    const { tables, rotation } = this.parts;
    if (isWanted) await tables.make();
    if (!tables.areThere) return null;
    return isWanted ? rotation.begin() : rotation.view();
  }

  async receiptKeys(): Promise<string[]> {
    const { tables, rotations, rootKeyText } = this.parts;
    const own = (await receiptKeysOf(rootKeyText)).map((key) => JSON.stringify(key));
    return [...new Set([...own, ...(tables.areThere ? rotations.keys() : [])])];
  }

  /** Writes one row for a new name. */
  async makeNamespace(
    name: string,
    jurisdiction: string | null,
  ): Promise<Result<NamespaceRecord & { isNew: boolean }, VaultError>> {
    const { tables, namespaces, peers, random, offersJurisdiction } = this.parts;
    await tables.make();
    const elsewhere = await this.#findElsewhere(name);
    const known = namespaces.byName(name) ?? elsewhere;
    if (known !== null) {
      const moved = jurisdiction !== null && jurisdiction !== known.jurisdiction;
      return moved
        ? err({ code: "invalid_field", detail: "jurisdiction" })
        : ok({ ...known, isNew: false });
    }
    // Tried before anything is written, because a runtime without jurisdictions throws here.
    if (jurisdiction !== null && !offersJurisdiction(jurisdiction)) {
      return err({ code: "jurisdiction_unsupported" });
    }
    const id = randomId(random);
    // Another caller may have started meanwhile, or was cut off: then use its nid.
    const begun = peers.nidElsewhere(name);
    const bound = begun ?? (jurisdiction === null ? null : boundNid(id, jurisdiction));
    if (bound !== null) return this.#makeBound(name, bound, jurisdiction);
    const record = this.#newRecord(name, id, jurisdiction);
    this.#add(record);
    return ok({ ...record, isNew: true });
  }

  /** Writes one row for a namespace that is new here. */
  async adoptNamespace(
    record: NamespaceRecord,
  ): Promise<(NamespaceRecord & { isNew: boolean }) | null> {
    const { tables, namespaces, deletions } = this.parts;
    await tables.make();
    if (deletions.lifecycleOf(record.nid) === "deleted") return null;
    const known = namespaces.byNid(record.nid);
    if (known !== null) return { ...known, isNew: false };
    this.#add(record);
    return { ...record, isNew: true };
  }

  /**
   * Have the bound Registry that keeps this nid make the namespace; here only its place is stored, beforehand. The
   * next caller continues an interrupted attempt, so that a name never has two namespaces.
   */
  async #makeBound(
    name: string,
    nid: string,
    wanted: string | null,
  ): Promise<Result<NamespaceRecord & { isNew: boolean }, VaultError>> {
    const { peers, registry } = this.parts;
    const number = registryOfNid(nid);
    const jurisdiction = jurisdictionOfRegistry(number);
    if (wanted !== null && wanted !== jurisdiction) {
      return err({ code: "invalid_field", detail: "jurisdiction" });
    }
    peers.putElsewhere(name, nid);
    if (TEST_BUILD) await failpoint("registry.bound");
    const made = await relay(
      registry(number).adoptNamespace(this.#newRecord(name, nid, jurisdiction)),
    );
    // Deleted at this very moment: the next request makes a new one.
    return made === null ? err({ code: "namespace_being_deleted" }) : ok(made);
  }

  #newRecord(name: string, nid: string, jurisdiction: string | null): NamespaceRecord {
    const creationTrackingId = newTrackingId(this.parts.random, systemClock());
    return { name, nid, jurisdiction, creationTrackingId };
  }

  #add(record: NamespaceRecord): void {
    this.parts.namespaces.add(record, systemClock());
    this.parts.takeover.noteMade(record.nid);
  }

  async findNamespace(name: string): Promise<Result<NamespaceRecord, VaultError>> {
    if (!this.parts.tables.areThere) return err({ code: "namespace_unknown" });
    const found = this.parts.namespaces.byName(name) ?? (await this.#findElsewhere(name));
    return found === null ? err({ code: "namespace_unknown" }) : ok(found);
  }

  async readNamespace(nid: string): Promise<Result<NamespaceRecord, VaultError>> {
    const found = this.parts.tables.areThere ? this.parts.namespaces.byNid(nid) : null;
    return found === null ? err({ code: "namespace_unknown" }) : ok(found);
  }

  async listNamespaces(afterName: string, limit: number): Promise<NamespaceRecord[]> {
    return this.parts.tables.areThere ? this.parts.namespaces.list(afterName, limit) : [];
  }

  /** Writes one row. */
  async noteDue(nid: string, due: number | null): Promise<void> {
    await this.parts.tables.make();
    // A report that was on its way when the namespace was deleted.
    if (this.parts.deletions.lifecycleOf(nid) === "deleted") return;
    if (due === null) this.parts.dueWork.remove(nid);
    else this.parts.dueWork.put(nid, due);
    await this.parts.watch.arm();
  }

  async wakeOverdue(): Promise<number> {
    const { tables, ledgerStore, watch, eraser, handover, folding, rotation } = this.parts;
    if (!tables.areThere) return 0;
    ledgerStore.dropPartsBefore(systemClock());
    const awake = watch.wakeOverdue();
    await Promise.all([awake, eraser.runDue(), handover.runDue(), rotation.runDue()]);
    await folding.runDue();
    await watch.arm();
    return awake;
  }

  async usedRegistries(): Promise<number[]> {
    const { tables, peers } = this.parts;
    return tables.areThere ? [FIRST_REGISTRY, ...peers.used()] : [];
  }

  /** Writes one row, indexed twice, for a new entry. */
  async appendLedger(nid: string, facts: LedgerFacts): Promise<LedgerEntry> {
    await this.parts.tables.make();
    return this.parts.ledger.append(nid, facts);
  }

  async ledgerReplay(nid: string, position: number, part: number): Promise<ArrayBuffer | null> {
    return this.parts.tables.areThere ? this.parts.ledgerStore.findPart(nid, position, part) : null;
  }

  async ledgerSince(nid: string, position: number, limit: number): Promise<LedgerEntry[]> {
    return this.parts.tables.areThere ? this.parts.ledgerStore.since(nid, position, limit) : [];
  }

  async ledgerPage(afterNid: string, afterPosition: number, limit: number) {
    const { tables, ledgerStore } = this.parts;
    return tables.areThere ? ledgerStore.page(afterNid, afterPosition, limit) : [];
  }

  async positionsOfJob(nid: string, trackingId: string) {
    const positionOf = (phase: string): number | null =>
      this.parts.tables.areThere
        ? (this.parts.ledgerStore.ofJob(nid, trackingId, phase)?.position ?? null)
        : null;
    return { accepted: positionOf("accepted"), finished: positionOf("finished") };
  }

  /** Writes two ledger entries for an unknown receipt. */
  async replayReceipt(
    nid: string,
    receipt: CheckedReceipt,
  ): Promise<Result<ReplayedReceipt, VaultError>> {
    const { tables, eraser, ledger, ledgerStore, callKeeper } = this.parts;
    await tables.make();
    const { trackingId, target } = receipt.facts;
    if (target === "namespace") {
      const begun = await eraser.repeat(nid, trackingId);
      return begun.ok ? ok({ isNew: begun.value, position: null }) : begun;
    }
    const keep: Keep = (sha256, sealed, until) =>
      callKeeper(nid, (keeper) => keeper.keepPart(sha256, sealed, until));
    return ok(await appendReceipt(ledger, ledgerStore, keep, receipt));
  }

  async namespaceState(nid: string, wanted: WantedIds | null = null): Promise<NamespaceState> {
    if (!this.parts.tables.areThere) return UNKNOWN_NAMESPACE;
    const state = this.parts.namespaces.state(nid);
    if (wanted === null || state.fate === "deleted") return state;
    const raisedTo = Math.max(state.idCeiling, wanted.from) + wanted.count;
    this.parts.ledgerStore.raiseIdCeiling(nid, raisedTo);
    return { ...state, raisedTo };
  }

  /** Writes one row. */
  async noteHold(nid: string, isHeld: boolean): Promise<void> {
    await this.parts.tables.make();
    this.parts.namespaces.setHeld(nid, isHeld);
  }

  /** Writes one row. */
  async raiseIdCeiling(nid: string, ceiling: number): Promise<void> {
    await this.parts.tables.make();
    if (this.parts.deletions.lifecycleOf(nid) === "deleted") return;
    this.parts.ledgerStore.raiseIdCeiling(nid, ceiling);
  }

  /** Writes one row per space. */
  async raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]): Promise<void> {
    await this.parts.tables.make();
    this.parts.ledgerStore.raiseTokenCeilings(nid, ceilings);
  }

  /** Writes one row, and more as the deletion proceeds. */
  async deleteNamespace(
    name: string,
    nid: string | null = null,
    request: Uint8Array | null = null,
  ): Promise<Result<NamespaceJobView, VaultError>> {
    const { tables, namespaces, peers, eraser, registry } = this.parts;
    if (!tables.areThere) return err({ code: "namespace_unknown" });
    const elsewhere = namespaces.byName(name) === null ? peers.nidElsewhere(name) : null;
    if (nid === null && elsewhere !== null) {
      const there = await relay(
        registry(registryOfNid(elsewhere)).deleteNamespace(name, elsewhere, request),
      );
      if (there.ok || there.error.code !== "namespace_unknown") return there;
    }
    return eraser.accept(name, request);
  }

  async findDeletion(request: Uint8Array): Promise<Result<NamespaceJobView, VaultError>> {
    return this.parts.tables.areThere
      ? this.parts.eraser.requested(request)
      : err({ code: "namespace_unknown" });
  }

  async resumeDeletion(nid: string): Promise<Result<NamespaceJobView | null, VaultError>> {
    return this.parts.tables.areThere ? this.parts.eraser.resume(nid) : ok(null);
  }

  async readNamespaceJob(trackingId: string): Promise<Result<NamespaceJobView, VaultError>> {
    return this.parts.tables.areThere
      ? this.parts.eraser.read(trackingId)
      : err({ code: "tracking_id_unknown" });
  }

  /**
   * The namespace with this name that another Registry keeps, as for namespaces of versions with one Registry, and
   * for bound ones. Its deletion frees the name there; here that is noticed now.
   */
  async #findElsewhere(name: string): Promise<NamespaceRecord | null> {
    const { peers, registry } = this.parts;
    const nid = peers.nidElsewhere(name);
    if (nid === null) return null;
    const there = registry(registryOfNid(nid));
    const found = await relay(there.readNamespace(nid));
    if (found.ok) return found.value;
    // A bound namespace may not have been made yet.
    const isBound = jurisdictionOfRegistry(registryOfNid(nid)) !== null;
    const isGone = !isBound || (await relay(there.namespaceState(nid))).fate === "deleted";
    if (isGone) peers.removeElsewhere(name, nid);
    return null;
  }
}
