// Ends a deletion: writes the closing ledger entry, then signs the receipt. Both can be repeated: the ledger keeps the first
// entry of a deletion and phase, and a receipt is made from that entry alone.

import { receiptSignerOf } from "../../crypto/receipt.ts";
import { isSearch } from "../../erasure/deletion.ts";
import type { LedgerEntry, ReplayNote } from "../../erasure/ledger-entry.ts";
import { type FinishDetails, receiptText, unrecoverableFrom } from "../../erasure/receipt.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import { factsOf } from "./deletion-request.ts";
import { countsOf } from "./person/person-eraser.ts";
import type { ReplayParts } from "./replay-parts.ts";

/** The details that the closing entry of every deletion has. */
export function detailsOf(row: DeletionRow, finished: number): FinishDetails {
  return {
    accepted: row.accepted,
    effective: row.effective ?? finished,
    mappings: row.cleared,
    destroyedKeys: JSON.parse(row.destroyed_keys),
    quarantined: row.quarantined,
  };
}

/** Cursor of the phase `close` after the ledger got the closing entry. */
const CLOSED = 1;

/** Issues the receipts of one namespace. */
export class ReceiptIssuer extends NamespacePart<{ readonly replayParts: ReplayParts }> {
  /**
   * Run one slice of the phase `close`. The first writes the closing entry, which names the parts with the search's finds;
   * each later one deletes some of the finds, which may be a million rows. Throws RegistryUnreachable, and is then repeated.
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
    const entry = await registry.append(factsOf(row, "finished", finished, details));
    ledgerPosition.noteWritten(entry.position);
    if (TEST_BUILD) await failpoint("delete.finish-in-ledger");
    storage.transactionSync(() => {
      deletions.dropSearch(row.serial);
      this.#takeLedgerNumbers(row, entry);
      ledgerPosition.noteEffectOfWritten("ledger_position", entry.position);
      deletions.advance(row, CLOSED);
    });
  }

  /**
   * Run one slice of the phase `receipt`. Its cursor is the time from which the files reveal nothing of what was erased
   * (milliseconds since 1970). Throws RegistryUnreachable, and is then repeated.
   */
  async sign(row: DeletionRow): Promise<void> {
    const { deletions, registry, clock, isOwnDisk, rootKeyText } = this.parts;
    const entry = await registry.entryOf(row.tracking_id, "finished");
    if (entry === null) {
      // An earlier version left this row here: it wrote the closing entry in this phase.
      deletions.advance(row, null, { next: "close" });
      return;
    }
    if (row.cursor === 0) {
      deletions.advance(row, clock());
      return;
    }
    const { sign } = await receiptSignerOf(rootKeyText);
    const until = unrecoverableFrom(entry, isOwnDisk ? row.cursor : null);
    deletions.succeed(row.serial, await sign(receiptText(registry.nid, entry, until)));
    // Not awaited, because it waits for all work under way, this slice included.
    void this.parts.recycler.closeSoon();
  }

  /** Names the search's part, which an operator needs to feed the receipt back when the Registry was restored as well. */
  async #searchNote(row: DeletionRow): Promise<ReplayNote> {
    const entry = await this.parts.registry.entryOf(row.tracking_id, "accepted");
    const { replay } = JSON.parse(entry?.details ?? "{}") as { replay?: ReplayNote };
    return replay ?? { sha256: [] };
  }

  /** Take over the entry's numbers: it may have been written before a restore, and the replay's numbers differ. */
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
