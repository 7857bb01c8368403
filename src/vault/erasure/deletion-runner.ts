// Destroys what accepted deletions cover, in bounded slices between which callers are served. A slice commits its work and
// its progress together, so a deletion continues after a crash at any point.

import { dayOf } from "../../core/time.ts";
import { UnreadableKey } from "../../crypto/wrapping.ts";
import {
  type DeletionBlocker,
  type DeletionPhase,
  delayAfter,
  isFew,
} from "../../erasure/deletion.ts";
import { isOpen } from "../../jobs/job.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { waitForAWhile } from "../../platform/in-time.ts";
import { errorName, log } from "../../platform/log.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { JobPurger } from "../jobs/job-purger.ts";
import { firstMatchingChunk, type LivingResults } from "../jobs/results.ts";
import { NamespacePart } from "../namespace-base.ts";
import { RegistryUnreachable } from "../runtime/registry-link.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import type { JobRow } from "../store/jobs.ts";
import type { IndexRenewer } from "./index-renewer.ts";
import type { KeyReplacer } from "./key-replacer.ts";
import type { DryRuns } from "./person/dry-runs.ts";
import type { SearchRunner } from "./person/search-runner.ts";
import { UnreadableSearch } from "./person/searches.ts";
import type { ReceiptIssuer } from "./receipt-issuer.ts";

/** Ids that one counting slice covers. */
const COUNT_WINDOW = 50_000;
/** Rows that one slice of `rows` deletes; they are neighbours, about 27 a page. */
const ROWS_PER_SLICE = 6_000;
/** Rows that one slice of `few-rows` deletes with their digests, each of which is on a page of its own. */
const FEW_ROWS_PER_SLICE = 200;
/** Digests that one slice of `digests` checks. */
const DIGESTS_PER_SLICE = 12_000;
/** Jobs that one slice of `jobs` checks; it also yields to callers between their chunks. */
const JOBS_PER_SLICE = 20;
/** Phases that call the Registry: other work continues when they wait for it. */
const NEEDS_REGISTRY: ReadonlySet<DeletionPhase> = new Set(["close", "receipt"]);

/**
 * Runs slices of one namespace's deletions, the oldest deletion first. A deletion that fails waits, longer each time, while
 * later ones continue: none depends on another. Rows, digests, keys and jobs that two deletions cover go with the first to
 * reach them, and count there; each deletion has its own cursor, key version and list of finds.
 */
export class DeletionRunner extends NamespacePart<{
  readonly audit: AuditLog;
  readonly purger: JobPurger;
  readonly livingResults: LivingResults;
  readonly receipts: ReceiptIssuer;
  readonly dryRuns: DryRuns;
  readonly searchRunner: SearchRunner;
  readonly keyReplacer: KeyReplacer;
  readonly indexRenewer: IndexRenewer;
}> {
  /** Whether a slice still waits for the Registry after `waitForAWhile` gave up on it. */
  #isAway = false;

  /** Whether a slice waits for a Registry that does not answer. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Run one slice of the oldest deletion that is due. False when none is due, or a slice still waits for the Registry. */
  async runSlice(): Promise<boolean> {
    if (this.#isAway) return false;
    const { deletions, clock, settings } = this.parts;
    // Dry runs come after deletions, and a legal hold does not stop them.
    const row = (settings.isHeld ? null : deletions.next(clock())) ?? deletions.nextDryRun(clock());
    if (row === null) return false;
    const slice = this.#tryOne(row);
    if (!NEEDS_REGISTRY.has(row.phase)) await slice;
    else if (!(await waitForAWhile(slice))) {
      this.#isAway = true;
      void slice.finally(() => {
        this.#isAway = false;
      });
    }
    return true;
  }

  /** Run a slice. Does not reject: a failure is recorded in the deletion's row, with the time of the next try. */
  async #tryOne(row: DeletionRow): Promise<void> {
    const { deletions, clock } = this.parts;
    try {
      deletions.start(row.serial, clock());
      await this.#slice(row);
      if (TEST_BUILD) await failpoint(`delete.${row.phase}`);
    } catch (error) {
      const [blocker, attempts] = [blockerIn(error), row.attempts + 1];
      const { phase } = row;
      log("deletion.slice-failed", { error: errorName(error), phase, blocker, attempts });
      deletions.postpone(row.serial, blocker, clock() + delayAfter(row.attempts));
    }
  }

  readonly #slices: Readonly<Record<DeletionPhase, (row: DeletionRow) => void | Promise<void>>> = {
    count: (row) => this.#count(row),
    rows: (row) => this.#deleteRows(row, ROWS_PER_SLICE),
    "few-rows": (row) => this.#deleteRows(row, FEW_ROWS_PER_SLICE),
    digests: (row) => this.#sweepDigests(row),
    reseal: (row) => this.parts.deletions.advance(row, null),
    keys: (row) => this.parts.keyReplacer.destroyCoveredDays(row),
    jobs: (row) => this.#purgeJobs(row),
    values: (row) => this.parts.searchRunner.values(row),
    pairs: (row) => this.parts.searchRunner.pairs(row),
    "left-pairs": (row) => this.parts.searchRunner.leftPairs(row),
    "job-data": (row) => this.parts.searchRunner.jobData(row),
    "day-keys": (row) => this.parts.keyReplacer.replaceTouchedDay(row),
    "day-pairs": (row) => this.parts.keyReplacer.replaceTouchedPairs(row),
    audit: (row) => this.#deleteRecords(row),
    close: (row) => this.parts.receipts.close(row),
    renew: (row) => this.parts.indexRenewer.renew(row),
    receipt: (row) => this.parts.receipts.sign(row),
  };

  async #slice(row: DeletionRow): Promise<void> {
    if (row.state === "COUNTING") return this.parts.dryRuns.slice(row);
    if (Object.hasOwn(this.#slices, row.phase)) return this.#slices[row.phase](row);
    // A damaged phase. Without the error this deletion would always be next, and no other would ever run.
    throw new Error("a deletion is in no phase");
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

  /** Note days after the cutoff to which a clock that was ahead assigned covered mappings: their keys must be replaced. */
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
      const most = { mappings: limit, pairs: ROWS_PER_SLICE };
      const { cleared, hasMore } = erasure.deleteSlice(row.cutoff_id ?? 0, most, withDigests);
      deletions.advance(row, hasMore ? 0 : null, { cleared });
    });
  }

  /** Sweep digests. One that a later mask has taken over belongs to a later id, and stays. */
  #sweepDigests(row: DeletionRow): void {
    const { storage, deletions, erasure } = this.parts;
    storage.transactionSync(() => {
      const { cursor, cutoff_id: upTo } = row;
      deletions.advance(row, erasure.sweepDigests(cursor, upTo ?? 0, DIGESTS_PER_SLICE));
    });
  }

  /** Delete audit records, which have been unreadable since the deletion was accepted. */
  #deleteRecords(row: DeletionRow): void {
    const { storage, deletions, audit, auditBatches } = this.parts;
    storage.transactionSync(() => {
      const counted = row.total ?? auditBatches.countUpTo(audit.checkpoint.batch);
      const cleared = audit.deleteSome();
      const counts = row.total === null ? { counted } : {};
      deletions.advance(row, cleared === null ? null : 0, { cleared: cleared ?? 0, ...counts });
    });
  }

  /** Purge jobs whose result needs a covered mapping, and older ones that FAILED or whose result has none to check. */
  async #purgeJobs(row: DeletionRow): Promise<void> {
    const { deletions, jobs, settings } = this.parts;
    let { cursor } = row;
    for (let looked = 0; looked < JOBS_PER_SLICE; looked++) {
      const { job, last } = jobs.nextWithData(cursor);
      if (job === null) return deletions.advance(row, last);
      const isCovered = await this.#isCovered(row, job);
      if (settings.isHeld) return;
      const now = isCovered ? jobs.find(job.serial) : null;
      if (now !== null) this.#purgeCovered(now);
      cursor = job.serial;
    }
    deletions.advance(row, cursor);
  }

  async #isCovered(row: DeletionRow, job: JobRow): Promise<boolean> {
    const { serial, state, kind, submitted } = job;
    const { livingResults, chunks } = this.parts;
    if (state === "FAILED" && submitted < (row.cutoff ?? 0)) return true;
    // An open mask job masks the chunks with covered mappings again.
    if (isOpen(state) && kind === "mask") return false;
    const covered = (after: number, limit: number) =>
      chunks.covered({ job: serial, after, limit }, row.cutoff_id ?? 0);
    if ((await firstMatchingChunk(covered)) !== null) return true;
    return livingResults.isOlderWithoutMappings(job, row.cutoff ?? 0);
  }

  #purgeCovered(job: JobRow): void {
    const { purger } = this.parts;
    if (isOpen(job.state)) purger.failAndPurge(job, "erased");
    else if (job.job_key !== null) purger.purge([job], "erased");
  }
}

function blockerIn(error: unknown): DeletionBlocker {
  if (error instanceof RegistryUnreachable) return "ledger";
  if (error instanceof UnreadableKey) return "key";
  return error instanceof UnreadableSearch ? "search" : "internal";
}
