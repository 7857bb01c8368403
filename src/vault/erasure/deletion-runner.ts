// Destroys what an accepted deletion covers, a bounded slice at a time, others served in between.
// Every slice commits its work and its progress together, so it can die anywhere and go on.

import { dayOf } from "../../core/time.ts";
import { type DeletionBlocker, isFew } from "../../erasure/deletion.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { errorName, log } from "../../platform/log.ts";
import type { JobPurger } from "../jobs/job-purger.ts";
import { UnreadableKey } from "../keys/keyring.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import { RegistryUnreachable } from "../runtime/registry-link.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import type { IndexRenewer } from "./index-renewer.ts";
import type { KeyReplacer } from "./key-replacer.ts";
import type { DryRuns } from "./person/dry-runs.ts";
import type { SearchRunner } from "./person/search-runner.ts";
import { UnreadableSearch } from "./person/searches.ts";
import type { ReceiptIssuer } from "./receipt-issuer.ts";

/** Ids one counting slice looks at. */
const COUNT_WINDOW = 50_000;
/** Rows one deleting slice removes; they are neighbours, about 27 to a page. */
const ROWS_PER_SLICE = 6_000;
/** Rows where each takes its digest along, from a page of its own. */
const FEW_ROWS_PER_SLICE = 200;
/** Digests one slice of a sweep looks at. */
const DIGESTS_PER_SLICE = 12_000;
/** Longest wait after a failed slice; a deletion never gives up. */
const LONGEST_DELAY_MS = 5 * 60_000;

interface Parts extends NamespaceBase {
  readonly purger: JobPurger;
  readonly receipts: ReceiptIssuer;
  readonly dryRuns: DryRuns;
  readonly searchRunner: SearchRunner;
  readonly keyReplacer: KeyReplacer;
  readonly indexRenewer: IndexRenewer;
}

/**
 * Runs slices of one namespace's deletions, oldest deletion first. One that fails waits, each time longer, and later
 * ones go on: none needs what another has done. Rows, digests, keys and jobs that two of them cover go with whichever
 * comes first, and count there; each keeps its own cursor, key version and list of finds.
 */
export class DeletionRunner extends NamespacePart<Parts> {
  /** Run one slice of the oldest open deletion that is due. False when none is. */
  async runSlice(): Promise<boolean> {
    const { deletions, clock, settings } = this.parts;
    // Dry runs come last, and a hold stops none.
    const row = (settings.isHeld ? null : deletions.next(clock())) ?? deletions.nextDryRun(clock());
    if (row === null) return false;
    try {
      deletions.start(row.serial, clock());
      await this.#slice(row);
      if (TEST_BUILD) await failpoint(`delete.${row.phase}`);
    } catch (error) {
      const [blocker, attempts] = [blockerIn(error), row.attempts + 1];
      const { phase } = row;
      log("deletion.slice-failed", { error: errorName(error), phase, blocker, attempts });
      const delay = Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** Math.min(row.attempts, 10));
      deletions.postpone(row.serial, blocker, clock() + delay);
    }
    return true;
  }

  async #slice(row: DeletionRow): Promise<void> {
    if (row.state === "COUNTING") return this.parts.dryRuns.slice(row);
    switch (row.phase) {
      case "count":
        return this.#count(row);
      case "rows":
        return this.#deleteRows(row, ROWS_PER_SLICE);
      case "few-rows":
        return this.#deleteRows(row, FEW_ROWS_PER_SLICE);
      case "digests":
        return this.#sweepDigests(row);
      case "reseal":
        return this.parts.deletions.advance(row, null);
      case "keys":
        return this.parts.keyReplacer.destroyCoveredDays(row);
      case "jobs":
        return this.#purgeJobs(row);
      case "values":
        return this.parts.searchRunner.values(row);
      case "pairs":
        return this.parts.searchRunner.pairs(row);
      case "job-data":
        return this.parts.searchRunner.jobData(row);
      case "day-keys":
        return this.parts.keyReplacer.replaceTouchedDay(row);
      case "close":
        return this.parts.receipts.close(row);
      case "renew":
        return this.parts.indexRenewer.renew(row);
      case "receipt":
        return this.parts.receipts.sign(row);
      default:
        row.phase satisfies never;
        // Damaged: without a failure it would come to its turn for ever, and keep all others from theirs.
        throw new Error("a deletion is in no phase");
    }
  }

  #count(row: DeletionRow): void {
    const { deletions, erasure } = this.parts;
    const cutoffId = row.cutoff_id ?? 0;
    const first = row.cursor === 0 ? (erasure.firstId() ?? cutoffId + 1) - 1 : row.cursor;
    const upTo = Math.min(cutoffId, first + COUNT_WINDOW);
    const counted = upTo > first ? erasure.count(first, upTo) : 0;
    if (upTo < cutoffId) {
      deletions.advance(row, upTo, { counted });
    } else {
      const few = isFew((row.total ?? 0) + counted, erasure.estimateDigests());
      this.#noteLaterDays(row);
      deletions.advance(row, null, { counted, next: few ? "few-rows" : "rows" });
    }
  }

  /** Mappings of a time when the clock was ahead are covered before their day is: its key is to be replaced. */
  #noteLaterDays({ serial, cutoff, cutoff_id }: DeletionRow): void {
    const { erasure, matchStore } = this.parts;
    const newest = erasure.lastCreatedUpTo(cutoff_id ?? 0);
    if (cutoff === null || newest < cutoff) return;
    matchStore.noteKeyDays(serial, dayOf(cutoff - 1), dayOf(newest));
  }

  #deleteRows(row: DeletionRow, limit: number): void {
    const { storage, deletions, erasure } = this.parts;
    storage.transactionSync(() => {
      const withDigests = row.phase === "few-rows";
      const cleared = erasure.deleteSlice(row.cutoff_id ?? 0, limit, withDigests);
      deletions.advance(row, cleared < limit ? null : 0, { cleared });
    });
  }

  /** A mask may have taken over a digest meanwhile: it then belongs to a later id, and stays. */
  #sweepDigests(row: DeletionRow): void {
    const { storage, deletions, erasure } = this.parts;
    storage.transactionSync(() => {
      const { cursor, cutoff_id: upTo } = row;
      deletions.advance(row, erasure.sweepDigests(cursor, upTo ?? 0, DIGESTS_PER_SLICE));
    });
  }

  /** Jobs that hold what was erased: one a slice, until there is none. */
  #purgeJobs(row: DeletionRow): void {
    const { deletions, jobs, purger } = this.parts;
    const cutoffId = row.cutoff_id ?? 0;
    const open = jobs.nextOpenUnmask(cutoffId);
    const ended = jobs.nextHolding(cutoffId, row.cutoff ?? 0);
    if (open !== null) purger.failErased(open);
    else if (ended !== null) purger.purge(ended, "erased");
    else deletions.advance(row, null);
  }
}

function blockerIn(error: unknown): DeletionBlocker {
  if (error instanceof RegistryUnreachable) return "ledger";
  if (error instanceof UnreadableKey) return "key";
  return error instanceof UnreadableSearch ? "search" : "internal";
}
