// Deletes whole namespaces. Job and receipt are stored here, because the namespace's own object must store nothing
// afterwards. Every step can be repeated after a crash:
// 1. here: the deletion's row, ACCEPTING;
// 2. in the Vault: closed in one block. This comes before the ledger, because a hold may forbid it at this moment,
//    and the ledger must contain nothing that did not happen. The Vault is told of the hold that the Registry knows of:
//    a restored copy may not have it, and one that cannot be opened could not ask;
// 3. here, in one block: the name is freed, the counts are stored, PENDING; then the ledger entry. Only now the
//    caller gets its answer;
// 4. from the alarm: the Vault destroys keys and data; closing ledger entry, receipt, SUCCESS.

import type { VaultError } from "../core/errors.ts";
import { beginningOf, newTrackingId, trackingIdOf } from "../core/ids.ts";
import { err, ok, type Result } from "../core/result.ts";
import { receiptSignerOf } from "../crypto/receipt.ts";
import { delayAfter } from "../erasure/deletion.ts";
import type { LedgerEntry } from "../erasure/ledger-entry.ts";
import { type FinishDetails, receiptText, unrecoverableFrom } from "../erasure/receipt.ts";
import { failpoint } from "../platform/failpoint.ts";
import { errorName, log } from "../platform/log.ts";
import type { ClosureReply } from "../vault/rpc.ts";
import type { Handover } from "./handover.ts";
import type { Ledger } from "./ledger.ts";
import { RegistryPart } from "./registry-base.ts";
import type { NamespaceJobView } from "./rpc.ts";
import type { NamespaceDeletionRow } from "./store/namespace-deletions.ts";

const DELETIONS_PER_ALARM = 10;
/** When the alarm takes over a deletion from the request that accepts it. */
const TAKE_OVER_MS = 5_000;
/** How often a held namespace is asked whether the hold has ended, in case the report of its end was lost. */
const ASK_HELD_MS = 15 * 60_000;

interface Parts {
  readonly ledger: Ledger;
  readonly handover: Pick<Handover, "isForOther" | "handOver">;
  /** Sets the alarm for the next due work. */
  readonly arm: () => Promise<void>;
}

/** Accepts, runs and shows deletions of namespaces. */
export class NamespaceEraser extends RegistryPart<Parts> {
  /**
   * Accept the deletion of the namespace with this name, or continue an open one. Fails with `namespace_unknown`,
   * `idempotency_key_reused`, `namespace_deletion_open` when the open one has another key or none, or `unavailable`:
   * then the alarm continues it.
   */
  async accept(
    name: string,
    request: Uint8Array | null,
  ): Promise<Result<NamespaceJobView, VaultError>> {
    const known = request === null ? null : await this.requested(request);
    if (known?.ok) return ofName(known, name);
    const row = this.#begin(name, request);
    if (row === null) return err({ code: "namespace_unknown" });
    // Under this key it could not be found after its end, when another namespace may have the name.
    const isOther = request !== null && !row.tracking_id.startsWith(beginningOf(request));
    if (isOther) return err({ code: "namespace_deletion_open" });
    return this.#answer(row);
  }

  /** The deletion that a request with this digest started, whatever namespace has the name now. Fails like `accept`. */
  async requested(request: Uint8Array): Promise<Result<NamespaceJobView, VaultError>> {
    const row = this.parts.deletions.findBeginning(beginningOf(request));
    if (row === null) return err({ code: "namespace_unknown" });
    return row.state === "ACCEPTING" ? this.#answer(row) : ok(viewOf(row));
  }

  /** A hold has ended: a deletion recorded during the hold takes effect. */
  async resume(nid: string): Promise<Result<NamespaceJobView | null, VaultError>> {
    const { deletions, clock } = this.parts;
    const row = deletions.ofNid(nid);
    if (row === null) return ok(null);
    // If this request does not complete it, the alarm soon will.
    if (row.state === "HELD") deletions.hold(row.tracking_id, clock() + TAKE_OVER_MS);
    return this.#answer(row);
  }

  /** Repeat a deletion that a receipt proves, after a restore brought the namespace back. False when it is not there. */
  async repeat(nid: string, trackingId: string): Promise<Result<boolean, VaultError>> {
    const { namespaces, deletions, clock } = this.parts;
    if (namespaces.byNid(nid) === null) return ok(false);
    const now = clock();
    deletions.begin(nid, trackingId, now, now + TAKE_OVER_MS);
    const row = deletions.ofNid(nid);
    if (row === null) return ok(false);
    const begun = await this.#answer(row);
    return begun.ok ? ok(true) : begun;
  }

  /** A deletion or creation, by tracking id. Fails with `tracking_id_unknown`. */
  read(trackingId: string): Result<NamespaceJobView, VaultError> {
    const { deletions } = this.parts;
    const row = deletions.find(trackingId);
    if (row !== null && row.state !== "ACCEPTING") return ok(viewOf(row));
    const creation = deletions.creation(trackingId);
    if (creation === null) return err({ code: "tracking_id_unknown" });
    const { name, created } = creation;
    const times = { requested: created, started: created, finished: created };
    const done = { state: "SUCCESS", cleared: 0, total: 0, receipt: null } as const;
    return ok({ trackingId, kind: "creation", name, ...times, ...done });
  }

  /** Continue due deletions. Never throws. */
  async runDue(): Promise<void> {
    const { deletions, clock } = this.parts;
    const rows = deletions.due(clock(), DELETIONS_PER_ALARM);
    await Promise.all(rows.map((row) => this.#goOn(row)));
  }

  #begin(name: string, request: Uint8Array | null): NamespaceDeletionRow | null {
    const { namespaces, deletions, clock, random } = this.parts;
    const namespace = namespaces.byName(name);
    if (namespace === null) return deletions.openOfName(name);
    const now = clock();
    const trackingId =
      request === null ? newTrackingId(random, now) : trackingIdOf(request, random, now);
    deletions.begin(namespace.nid, trackingId, now, now + TAKE_OVER_MS);
    return deletions.ofNid(namespace.nid);
  }

  async #answer(row: NamespaceDeletionRow): Promise<Result<NamespaceJobView, VaultError>> {
    try {
      // The alarm is set before anything can fail, so that a started deletion is always continued.
      await this.parts.arm();
      if (TEST_BUILD) await failpoint("namespace.began");
      await this.#bringIntoEffect(row);
      await this.parts.arm();
      return ok(viewOf(this.#again(row)));
    } catch (error) {
      log("namespace.deletion-not-accepted", { error: errorName(error) });
      return err({ code: "unavailable" });
    }
  }

  async #goOn(row: NamespaceDeletionRow): Promise<void> {
    const { deletions, handover, clock } = this.parts;
    try {
      if (handover.isForOther(row.nid)) {
        await handover.handOver(row.nid);
        return;
      }
      await this.#bringIntoEffect(row);
      await this.#destroy(this.#again(row));
    } catch (error) {
      log("namespace.deletion-step-failed", { error: errorName(error), attempts: row.attempts });
      deletions.postpone(row.tracking_id, clock() + delayAfter(row.attempts));
    }
  }

  /** Steps 2 and 3, as far as they are not done yet. */
  async #bringIntoEffect(row: NamespaceDeletionRow): Promise<void> {
    const { namespaces, deletions, clock } = this.parts;
    if (row.state === "ACCEPTING" || row.state === "HELD") {
      const { isHeld } = namespaces.state(row.nid);
      const closed = await this.parts.callVault(row, (vault) => vault.closeNamespace(isHeld));
      if (!closed.ok) throw new Error(closed.error.code);
      if (TEST_BUILD) await failpoint("namespace.closed");
      if (closed.value.isHeld) deletions.hold(row.tracking_id, clock() + ASK_HELD_MS);
      else this.#release(row, closed.value);
      if (TEST_BUILD) await failpoint("namespace.released");
    }
    if (this.#again(row).state !== "HELD") {
      await this.#record(row, "accepted", row.accepted, "{}");
      if (TEST_BUILD) await failpoint("namespace.in-ledger");
    }
  }

  /** Free the name. Stores the Vault's counts before anything there is destroyed. */
  #release(
    { tracking_id, nid }: NamespaceDeletionRow,
    found: Extract<ClosureReply, { isHeld: false }>,
  ): void {
    const { storage, deletions, namespaces, dueWork, ledgerStore, clock } = this.parts;
    storage.transactionSync(() => {
      if (!deletions.activate(tracking_id, found, clock())) return;
      namespaces.remove(nid);
      dueWork.remove(nid);
      ledgerStore.removeCeilings(nid);
    });
  }

  /** Step 4; does nothing for a deletion that is held or done. */
  async #destroy(row: NamespaceDeletionRow): Promise<void> {
    const { deletions, clock } = this.parts;
    if (row.state !== "PENDING" && row.state !== "IN-PROGRESS") return;
    deletions.start(row.tracking_id, clock());
    const gone = await this.parts.callVault(row, (vault) => vault.destroyNamespace());
    if (!gone.ok) throw new Error(gone.error.code);
    if (TEST_BUILD) await failpoint("namespace.destroyed");
    if (this.parts.ledgerStore.hasSearches(row.nid))
      await this.parts.callKeeper(row.nid, (keeper) => keeper.dropParts());
    deletions.finish(row.tracking_id, clock());
    const finished = this.#again(row).finished ?? clock();
    const details: FinishDetails = {
      accepted: row.accepted,
      effective: row.effective ?? finished,
      mappings: row.mappings ?? 0,
      destroyedKeys: JSON.parse(row.destroyed_keys),
    };
    const entry = await this.#record(row, "finished", finished, JSON.stringify(details));
    if (TEST_BUILD) await failpoint("namespace.finish-in-ledger");
    const { sign } = await receiptSignerOf(this.parts.rootKeyText);
    const receipt = await sign(receiptText(row.nid, entry, unrecoverableFrom(entry, null)));
    if (TEST_BUILD) await failpoint("namespace.signed");
    deletions.succeed(row.tracking_id, receipt);
  }

  #record(
    row: NamespaceDeletionRow,
    phase: "accepted" | "finished",
    at: number,
    details: string,
  ): Promise<LedgerEntry> {
    const { tracking_id: trackingId, nid } = row;
    const facts = { trackingId, phase, target: "namespace", at, details } as const;
    return this.parts.ledger.append(nid, { ...facts, watermark: null, cutoff: null });
  }

  #again({ tracking_id }: NamespaceDeletionRow): NamespaceDeletionRow {
    const row = this.parts.deletions.find(tracking_id);
    if (row === null) throw new Error("a deletion's row is gone");
    return row;
  }
}

/** The reply to a repeated request for a known deletion. Fails with `idempotency_key_reused` for another name. */
export function ofName(
  known: { ok: true; value: NamespaceJobView },
  name: string,
): Result<NamespaceJobView, VaultError> {
  return known.value.name === name ? known : err({ code: "idempotency_key_reused" });
}

function viewOf(row: NamespaceDeletionRow): NamespaceJobView {
  const { state, mappings } = row;
  return {
    trackingId: row.tracking_id,
    kind: "deletion",
    name: row.name,
    state: state === "ACCEPTING" ? "PENDING" : state,
    requested: row.accepted,
    started: row.started,
    finished: state === "SUCCESS" ? row.finished : null,
    cleared: state === "SUCCESS" ? (mappings ?? 0) : 0,
    total: mappings,
    receipt: row.receipt,
  };
}
