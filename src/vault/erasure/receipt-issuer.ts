// Ends a deletion: the closing ledger entry, then the signed receipt. Both can be done again: the
// ledger keeps the first entry of a job and phase, and a receipt is made from that entry alone.

import { type ReceiptSigner, receiptSignerOf } from "../../crypto/receipt.ts";
import { isSearch } from "../../erasure/deletion.ts";
import type { LedgerEntry, LedgerFacts, ReplayNote } from "../../erasure/ledger-entry.ts";
import { type FinishDetails, receiptText } from "../../erasure/receipt.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { DeletionRow } from "../store/deletions.ts";
import { countsOf } from "./person/person-eraser.ts";
import type { ReplayParts } from "./replay-parts.ts";

interface Parts extends NamespaceBase {
  readonly replayParts: ReplayParts;
}

/** What a closing entry says of every deletion. */
export function detailsOf(row: DeletionRow, finished: number): FinishDetails {
  return {
    accepted: row.accepted,
    effective: row.effective ?? finished,
    mappings: row.cleared,
    destroyedKeys: JSON.parse(row.destroyed_keys),
    quarantined: row.quarantined,
  };
}

/** Writes receipts for one namespace. */
export class ReceiptIssuer extends NamespacePart<Parts> {
  #signer: Promise<ReceiptSigner> | null = null;

  /**
   * One slice of the phase `receipt`: the first closes the deletion, and all forget some of what it had to remember until
   * then, which may be a million rows. Throws RegistryUnreachable; then it is tried again.
   */
  async finish(row: DeletionRow): Promise<void> {
    if (row.receipt === null) await this.#close(row);
    else this.parts.storage.transactionSync(() => this.#forgetSome(row));
    // Not waited for: it waits for whatever is under way, this included.
    if (this.parts.deletions.find(row.tracking_id)?.state === "SUCCESS") {
      void this.parts.recycler.closeSoon();
    }
  }

  async #close(row: DeletionRow): Promise<void> {
    const { storage, settings, deletions, replayParts, registry, clock } = this.parts;
    deletions.finish(row.serial, clock());
    const replay = isSearch(row.target) ? await replayParts.stage(row) : null;
    const finished = deletions.find(row.tracking_id)?.finished ?? clock();
    const details: FinishDetails = {
      ...detailsOf(row, finished),
      ...(replay === null
        ? {}
        : { matches: countsOf(row), replay, search: await this.#searchNote(row) }),
    };
    const facts: LedgerFacts = {
      trackingId: row.tracking_id,
      phase: "finished",
      target: row.target,
      at: finished,
      watermark: row.cutoff_id,
      cutoff: row.cutoff,
      details: JSON.stringify(details),
    };
    const staged = replay?.sha256.length ?? 0;
    const entry = await registry.call((calls, nid) => calls.appendLedger(nid, facts, staged));
    if (TEST_BUILD) await failpoint("delete.finish-in-ledger");
    this.#signer ??= receiptSignerOf(this.parts.rootKeyText);
    const signer = await this.#signer;
    const receipt = await signer.sign(receiptText(registry.nid, entry));
    storage.transactionSync(() => {
      this.#takeLedgerNumbers(row, entry);
      deletions.keepReceipt(row.serial, receipt);
      const position = settings.number("ledger_position") ?? 0;
      settings.put("ledger_position", Math.max(position, entry.position));
      this.#forgetSome(row);
    });
  }

  /** The deletion succeeds when nothing is left. */
  #forgetSome(row: DeletionRow): void {
    const { matchStore, deletions } = this.parts;
    if (!matchStore.forgetSome(row.serial)) deletions.succeed(row.serial);
  }

  /** Whoever feeds the receipt back after a restore of everything brings the search along. */
  async #searchNote(row: DeletionRow): Promise<ReplayNote> {
    const { replayParts } = this.parts;
    return row.search === null ? { sha256: [] } : replayParts.note(new Uint8Array(row.search));
  }

  /** The entry may be one of before a restore: then its numbers are the true ones, not the replay's. */
  #takeLedgerNumbers(row: DeletionRow, entry: LedgerEntry): void {
    const { mappings, matches } = JSON.parse(entry.details) as FinishDetails;
    const counts = matches === undefined ? null : JSON.stringify(matches);
    this.parts.deletions.takeLedgerNumbers(row.serial, {
      finished: entry.at,
      cleared: mappings,
      counts,
    });
  }
}
