// The slices of an erasure by value, token or attribute: values, attributes, then the data of jobs.
import type { Clock } from "../core/clock.ts";
import { failpoint } from "../core/failpoint.ts";
import { phaseAfter } from "../retention/deletion.ts";
import type { Search } from "../retention/search.ts";
import type { JobPurger } from "./job-purger.ts";
import type { JobSearch } from "./job-search.ts";
import type { Liveness } from "./liveness.ts";
import type { Matcher } from "./matcher.ts";
import type { Searches } from "./searches.ts";
import type { DeletionRow, DeletionStore } from "./store/deletions.ts";
import type { JobStore } from "./store/jobs.ts";
import type { SubjectEraser } from "./subject-eraser.ts";
import type { SearchSlice, SubjectSearch } from "./subject-search.ts";

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly deletions: DeletionStore;
  readonly searches: Searches;
  readonly subjectSearch: SubjectSearch;
  readonly jobSearch: JobSearch;
  readonly eraser: SubjectEraser;
  readonly jobs: JobStore;
  readonly purger: JobPurger;
  readonly liveness: Liveness;
  readonly clock: Clock;
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
    const { subjectSearch } = this.#parts;
    await this.#erase(row, () => subjectSearch.values(search, matcher, row.cursor));
  }

  /** One slice of the phase `pairs`. */
  async pairs(row: DeletionRow): Promise<void> {
    const { search, matcher } = await this.#open(row);
    const { subjectSearch } = this.#parts;
    await this.#erase(row, () => subjectSearch.pairs(search, matcher, row.cursor));
  }

  /** One job of the phase `job-data`; the cursor is a job's serial number. */
  async jobData(row: DeletionRow): Promise<void> {
    const { storage, jobs, purger, eraser, jobSearch } = this.#parts;
    const { search, matcher } = await this.#open(row);
    const job = jobs.nextWithData(row.cursor, row.accepted);
    if (job === null) {
      this.#advance(row, null);
      return;
    }
    const isHolding = await jobSearch.holds(job, search, matcher);
    if (TEST_BUILD) await failpoint("delete.job-searched");
    // Read again: it may have ended, or been purged, while its data was looked through.
    const now = jobs.find(job.serial);
    const isOpen = now?.state === "PENDING" || now?.state === "IN-PROGRESS";
    const isKept = isOpen && job.kind === "mask";
    storage.transactionSync(() => {
      if (isHolding && now !== null && now.job_key !== null) {
        if (!isKept && isOpen) purger.failErased(now);
        else if (!isKept) purger.purge(now, now.state === "SUCCESS" ? "erased" : null);
        eraser.count(row, isKept ? { openJobs: 1 } : { jobs: 1 });
      }
      this.#advance(row, job.serial);
    });
  }

  async #erase(row: DeletionRow, find: () => Promise<SearchSlice>): Promise<void> {
    const { storage, eraser } = this.#parts;
    const { last, matches } = await find();
    if (TEST_BUILD) await failpoint("delete.searched");
    storage.transactionSync(() => {
      eraser.remove(row, matches);
      this.#advance(row, last);
    });
  }

  async #open(row: DeletionRow): Promise<{ search: Search; matcher: Matcher }> {
    if (this.#current?.serial !== row.serial) {
      const search = await this.#parts.searches.open(row);
      const matcher = await this.#parts.subjectSearch.matcher(search);
      this.#current = { serial: row.serial, search, matcher };
    }
    return this.#current;
  }

  /** Go on behind `cursor`, or with the next phase when there is nothing behind it. */
  #advance(row: DeletionRow, cursor: number | null): void {
    const next = phaseAfter(row.target, row.phase) ?? row.phase;
    const phase = cursor === null ? next : row.phase;
    const progress = { phase, cursor: cursor ?? 0, cleared: 0, counted: null };
    this.#parts.deletions.advance(row.serial, progress);
  }
}
