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

  /** Close a deletion whose work is done. Throws RegistryUnreachable; then it is tried again. */
  async finish(row: DeletionRow): Promise<void> {
    const { storage, settings, deletions, matchStore, replayParts, registry, clock } = this.parts;
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
      matchStore.forget(row.serial);
      this.#takeLedgerNumbers(row, entry);
      deletions.succeed(row.serial, receipt);
      const position = settings.number("ledger_position") ?? 0;
      settings.put("ledger_position", Math.max(position, entry.position));
    });
    // Not waited for: it waits for whatever is under way, this included.
    void this.parts.recycler.closeSoon();
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
