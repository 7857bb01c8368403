// Ends a deletion: the closing ledger entry, then the signed receipt. Both can be done again: the
// ledger keeps the first entry of a job and phase, and a receipt is made from that entry alone.

import { type ReceiptSigner, receiptSignerOf } from "../../crypto/receipt.ts";
import { isSearch } from "../../erasure/deletion.ts";
import type { LedgerEntry, LedgerFacts, ReplayNote } from "../../erasure/ledger-entry.ts";
import { type FinishDetails, receiptText, unrecoverableFrom } from "../../erasure/receipt.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
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

/** Cursor of the phase `close` once the ledger has the closing entry. */
const CLOSED = 1;

/** Writes receipts for one namespace. */
export class ReceiptIssuer extends NamespacePart<Parts> {
  #signer: Promise<ReceiptSigner> | null = null;

  /**
   * One slice of the phase `close`: the first writes the closing entry, which claims what the search has found, and all
   * forget some of that, which may be a million rows. Throws RegistryUnreachable; then it is tried again.
   */
  async close(row: DeletionRow): Promise<void> {
    const { storage, deletions, matchStore } = this.parts;
    if (row.cursor === 0) await this.#close(row);
    else {
      storage.transactionSync(() => {
        deletions.advance(row, matchStore.forgetSome(row.serial) ? CLOSED : null);
      });
    }
  }

  async #close(row: DeletionRow): Promise<void> {
    const { storage, deletions, replayParts, registry, clock, ledgerPosition } = this.parts;
    deletions.finish(row.serial, clock());
    const finished = deletions.find(row.tracking_id)?.finished ?? clock();
    const replay = isSearch(row.target) ? await replayParts.stage({ ...row, finished }) : null;
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
    const entry = await registry.call((calls, nid) => calls.appendLedger(nid, facts));
    ledgerPosition.wrote(entry.position);
    if (TEST_BUILD) await failpoint("delete.finish-in-ledger");
    storage.transactionSync(() => {
      deletions.dropSearch(row.serial);
      this.#takeLedgerNumbers(row, entry);
      ledgerPosition.note("ledger_position", entry.position);
      deletions.advance(row, CLOSED);
    });
  }

  /**
   * The phase `receipt`. Its cursor is the instant since when nothing of what was erased can be told from the files.
   * Throws as above.
   */
  async sign(row: DeletionRow): Promise<void> {
    const { deletions, registry, clock, isOwnDisk } = this.parts;
    const entry = await this.#entryOf(row, "finished");
    if (entry === null) {
      // Come here by an earlier version, which closed in this phase.
      deletions.advance(row, null, { next: "close" });
      return;
    }
    if (row.cursor === 0) {
      deletions.advance(row, clock());
      return;
    }
    this.#signer ??= receiptSignerOf(this.parts.rootKeyText);
    const signer = await this.#signer;
    const until = unrecoverableFrom(entry, isOwnDisk ? row.cursor : null);
    deletions.succeed(row.serial, await signer.sign(receiptText(registry.nid, entry, until)));
    // Not waited for: it waits for whatever is under way, this included.
    void this.parts.recycler.closeSoon();
  }

  /** Whoever feeds the receipt back after a restore of everything brings the search along. */
  async #searchNote(row: DeletionRow): Promise<ReplayNote> {
    const entry = await this.#entryOf(row, "accepted");
    const { replay } = JSON.parse(entry?.details ?? "{}") as { replay?: ReplayNote };
    return replay ?? { sha256: [] };
  }

  /** An entry of a deletion as the ledger has it. */
  async #entryOf(row: DeletionRow, phase: "accepted" | "finished"): Promise<LedgerEntry | null> {
    const { registry } = this.parts;
    return registry.call(async (calls, nid) => {
      const position = (await calls.positionsOfJob(nid, row.tracking_id))[phase];
      if (position === null) return null;
      const [entry] = await calls.ledgerSince(nid, position - 1, 1);
      return entry ?? null;
    });
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
