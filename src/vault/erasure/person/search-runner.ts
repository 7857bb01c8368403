// The slices of an erasure by value, token or attribute: values, attributes, then the data of jobs.

import type { Search } from "../../../erasure/search.ts";
import { failpoint } from "../../../platform/failpoint.ts";
import type { JobPurger } from "../../jobs/job-purger.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { DeletionRow } from "../../store/deletions.ts";
import type { JobRow } from "../../store/jobs.ts";
import type { JobSearch } from "./job-search.ts";
import type { Matcher } from "./matcher.ts";
import type { PairSearch } from "./pair-search.ts";
import type { PersonEraser } from "./person-eraser.ts";
import type { Searches } from "./searches.ts";
import type { SearchSlice, ValueSearch } from "./value-search.ts";

interface Parts extends NamespaceBase {
  readonly searches: Searches;
  readonly valueSearch: ValueSearch;
  readonly pairSearch: PairSearch;
  readonly jobSearch: JobSearch;
  readonly eraser: PersonEraser;
  readonly purger: JobPurger;
}

/** Runs slices of searches, one deletion after the other. */
export class SearchRunner {
  readonly #parts: Parts;
  /** The search of the deletion in hand, opened. */
  #current: { serial: number; search: Search; matcher: Matcher } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One slice of the phase `values`. */
  async values(row: DeletionRow): Promise<void> {
    const { search, matcher } = await this.#open(row);
    const { valueSearch } = this.#parts;
    await this.#erase(row, () => valueSearch.values(search, matcher, row.cursor));
  }

  /** One slice of the phase `pairs`. */
  async pairs(row: DeletionRow): Promise<void> {
    const { search, matcher } = await this.#open(row);
    const { pairSearch } = this.#parts;
    await this.#erase(row, () => pairSearch.slice(search, matcher, row.cursor));
  }

  /** One job of the phase `job-data`; the cursor is a job's serial number. */
  async jobData(row: DeletionRow): Promise<void> {
    const { storage, jobs, settings, matchStore, jobSearch } = this.#parts;
    const { search, matcher } = await this.#open(row);
    const job = jobs.nextWithData(row.cursor);
    if (job === null) {
      this.#parts.deletions.advance(row, null);
      return;
    }
    // What was submitted later holds later values; only its result may speak of what was erased since.
    const isEarly = job.submitted <= row.accepted;
    const isHolding = isEarly && (await jobSearch.holds(job, search, matcher));
    if (TEST_BUILD) await failpoint("delete.job-searched");
    if (settings.isHeld) return;
    storage.transactionSync(() => {
      // Read again: it may have ended, or been purged, while its data was looked through.
      const now = jobs.find(job.serial);
      const speaksOfErased = matchStore.isInResult(row.serial, job.serial);
      if (now !== null && now.job_key !== null && (isHolding || speaksOfErased)) {
        this.#settle(row, now, speaksOfErased);
      }
      this.#parts.deletions.advance(row, job.serial);
    });
  }

  /**
   * A mask job that was still open when the erasure took effect masks anew what was erased, and keeps
   * its data until it is purged in its own time. Everything else that holds a match goes.
   */
  #settle(row: DeletionRow, job: JobRow, speaksOfErased: boolean): void {
    const { purger, eraser } = this.#parts;
    const isOpen = job.state === "PENDING" || job.state === "IN-PROGRESS";
    const hasMaskedAnew =
      job.state === "SUCCESS" && (job.finished ?? 0) > (row.effective ?? 0) && !speaksOfErased;
    if (job.kind === "mask" && (isOpen || hasMaskedAnew)) {
      if (job.submitted <= row.accepted) eraser.count(row, { openJobs: 1 });
      return;
    }
    if (isOpen) purger.failErased(job);
    else purger.purge(job, job.state === "SUCCESS" ? "erased" : null);
    eraser.count(row, { jobs: 1 });
  }

  async #erase(row: DeletionRow, find: () => Promise<SearchSlice>): Promise<void> {
    const { storage, eraser, settings } = this.#parts;
    const { last, matches } = await find();
    if (TEST_BUILD) await failpoint("delete.searched");
    // Held meanwhile: nothing more is destroyed, and the slice is done again afterwards.
    if (settings.isHeld) return;
    storage.transactionSync(() => {
      eraser.remove(row, matches);
      this.#parts.deletions.advance(row, last);
    });
  }

  async #open(row: DeletionRow): Promise<{ search: Search; matcher: Matcher }> {
    if (this.#current?.serial !== row.serial) {
      const search = await this.#parts.searches.open(row);
      const matcher = await this.#parts.valueSearch.matcher(search);
      this.#current = { serial: row.serial, search, matcher };
    }
    return this.#current;
  }
}
