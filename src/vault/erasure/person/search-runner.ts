// Runs the slices of an erasure by value, token or attribute: values, attribute pairs, then the data of jobs.

import { isOpen } from "../../../jobs/job.ts";
import { failpoint } from "../../../platform/failpoint.ts";
import { yieldBefore, yieldToCallers } from "../../../platform/yield-to-callers.ts";
import type { JobPurger } from "../../jobs/job-purger.ts";
import { textsBeside, textsOfItem } from "../../jobs/job-texts.ts";
import { firstMatchingChunk } from "../../jobs/results.ts";
import { SealedJob } from "../../jobs/sealed-job.ts";
import { type NamespaceBase, NamespacePart } from "../../namespace-base.ts";
import type { DeletionRow } from "../../store/deletion-row.ts";
import type { JobRow } from "../../store/jobs.ts";
import { matchKey } from "../../store/matches.ts";
import type { Matcher } from "./matcher.ts";
import { PairSearch, type TakeMatches } from "./pair-search.ts";
import type { PersonEraser } from "./person-eraser.ts";
import type { Searches } from "./searches.ts";
import { type Match, type SearchSlice, searchValues } from "./value-search.ts";

/** Matches removed in one block. Most pages have fewer, but all pairs of a mapping may match. */
const MATCHES_PER_BLOCK = 500;
/** Removed mappings that one slice of `left-pairs` covers, and pairs of them that it deletes. */
const LEFT_MAPPINGS = 1_000;
const LEFT_PAIRS = 2_000;
/** Cost of opening a chunk of a job at most, in the unit of core/steps.ts. */
const CHUNK_COST = 5;

/** Runs the search slices of one namespace's erasures. */
export class SearchRunner extends NamespacePart<{
  readonly searches: Searches;
  readonly eraser: PersonEraser;
  readonly purger: JobPurger;
}> {
  /** Run one slice of the phase `values`. */
  async values(row: DeletionRow): Promise<void> {
    const matcher = await this.parts.searches.matcherFor(row);
    await this.#erase(row, () => searchValues(this.parts, matcher, row.cursor));
  }

  /** Run one slice of the phase `pairs`. */
  async pairs(row: DeletionRow): Promise<void> {
    const matcher = await this.parts.searches.matcherFor(row);
    await this.#erase(row, (take) => new PairSearch(this.parts, matcher).slice(row.cursor, take));
  }

  /** Run one slice of the phase `left-pairs`: delete the pairs of mappings that were removed as a whole. */
  leftPairs(row: DeletionRow): void {
    const { storage, deletions, matchStore } = this.parts;
    storage.transactionSync(() => {
      const ids = matchStore.found(row.serial, row.cursor, LEFT_MAPPINGS);
      const hasMore = matchStore.removePairsOfMissing(ids, LEFT_PAIRS);
      const isLast = !hasMore && ids.length < LEFT_MAPPINGS;
      deletions.advance(row, isLast ? null : hasMore ? row.cursor : (ids.at(-1) ?? null));
    });
  }

  /** Search one job, in the phase `job-data`; the cursor is a job's serial number. */
  async jobData(row: DeletionRow): Promise<void> {
    const { storage, jobs, chunks, settings } = this.parts;
    const matcher = await this.parts.searches.matcherFor(row);
    const { job, last } = jobs.nextWithData(row.cursor);
    if (job === null) {
      this.parts.deletions.advance(row, last);
      if (last === null) this.parts.searches.forget(row.serial);
      return;
    }
    // The payload of a job submitted later is not covered; only its result may depend on a mapping erased since.
    const isEarly = job.submitted <= row.accepted;
    const jobMatch = isEarly ? await searchJob(this.parts, job, matcher) : NO_MATCH;
    const { serial } = job;
    const found = await firstMatchingChunk((after, limit) =>
      chunks.dependingOnFound({ job: serial, after, limit }, row.serial),
    );
    if (TEST_BUILD) await failpoint("delete.job-searched");
    if (settings.isHeld) return;
    storage.transactionSync(() => {
      // Read again, because the job may have ended or been purged while its data was searched.
      const now = jobs.find(job.serial);
      if (now !== null && now.job_key !== null && (jobMatch.isMatch || found !== null)) {
        this.#purgeJob(row, now, found !== null);
      }
      this.parts.deletions.advance(row, job.serial, { quarantined: jobMatch.isUnread ? 1 : 0 });
    });
  }

  /**
   * Purge a job that holds a match, except a mask job that was still open when the erasure took effect: that one masks
   * erased values again, and keeps its data until its retention time.
   */
  #purgeJob(row: DeletionRow, job: JobRow, speaksOfErased: boolean): void {
    const { purger, eraser } = this.parts;
    const hasMaskedAnew =
      job.state === "SUCCESS" && (job.finished ?? 0) > (row.effective ?? 0) && !speaksOfErased;
    if (job.kind === "mask" && (isOpen(job.state) || hasMaskedAnew)) {
      if (job.submitted <= row.accepted) eraser.count(row, { openJobs: 1 });
      return;
    }
    if (isOpen(job.state)) purger.failAndPurge(job, "erased");
    else purger.purge([job], job.state === "SUCCESS" ? "erased" : null);
    eraser.count(row, { jobs: 1 });
  }

  /**
   * Find matches and remove them. Where a mapping is masked again after its attributes were judged, its match is left, and
   * the slice is repeated: the next one sees what was stored meanwhile.
   */
  async #erase(row: DeletionRow, find: (take: TakeMatches) => Promise<SearchSlice>): Promise<void> {
    const { storage, deletions, attributes, settings, verdicts } = this.parts;
    const prepare = (matches: readonly Match[]) =>
      verdicts.prepare(() => matches.flatMap(({ id, pair }) => (pair === null ? [] : [id])));
    let isOvertaken = false;
    const remove = (matches: readonly Match[]) => {
      if (!this.#removeUnused(row, matches)) isOvertaken = true;
    };
    const removeBlocks = async (matches: readonly Match[]): Promise<void> => {
      for (let at = 0; at < matches.length; at += MATCHES_PER_BLOCK) {
        const some = matches.slice(at, at + MATCHES_PER_BLOCK);
        await prepare(some);
        if (settings.isHeld) return;
        storage.transactionSync(() => remove(some));
        await yieldToCallers();
      }
    };
    const { last, matches, quarantined } = await find(removeBlocks);
    if (TEST_BUILD) await failpoint("delete.searched");
    const beforeLast = Math.max(0, matches.length - MATCHES_PER_BLOCK);
    await removeBlocks(matches.slice(0, beforeLast));
    await prepare(matches.slice(beforeLast));
    // A legal hold began meanwhile: nothing more is destroyed, and the slice is repeated after it ends.
    if (settings.isHeld) return;
    storage.transactionSync(() => {
      remove(matches.slice(beforeLast));
      if (isOvertaken) return;
      // All mappings that were made dead at acceptance are removed now.
      if (last === null && row.phase === "pairs") attributes.uncover(row.serial);
      deletions.advance(row, last, { quarantined });
    });
  }

  /**
   * Remove the matches whose mappings and pairs were not masked again since the erasure began; whether these are all. All
   * matches of a mapping are left together, because only one of them counts.
   */
  #removeUnused(row: DeletionRow, matches: readonly Match[]): boolean {
    const { matchStore, eraser } = this.parts;
    // Values that are masked again are judged then (open-searches.ts).
    const used = row.phase === "pairs" ? matchStore.usedSince(row.serial, matches) : NONE;
    const ofUsed = matches.filter((match) => used.has(matchKey(match))).map(({ id }) => id);
    const left = new Set(ofUsed);
    eraser.remove(
      row,
      matches.filter(({ id }) => !left.has(id)),
    );
    return left.size === 0;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The result of searching a job's data. */
interface JobMatch {
  readonly isMatch: boolean;
  /** Whether some of the data did not open, so that a match in it is unknown. */
  readonly isUnread: boolean;
}

const NO_MATCH: JobMatch = { isMatch: false, isUnread: false };

/** Search a job's data: its payload, the members beside its list, and for an unmask job its result. */
async function searchJob(base: NamespaceBase, job: JobRow, matcher: Matcher): Promise<JobMatch> {
  let isUnread = false;
  const unread = (): null => {
    isUnread = true;
    return null;
  };
  const sealedJob = await SealedJob.of(job, base).catch(unread);
  if (sealedJob === null) return { isMatch: false, isUnread };
  const { search } = matcher;
  const isInTexts = async (texts: string[]): Promise<boolean> =>
    (await matcher.match(texts)).some((verdict) => verdict !== null);
  if (job.meta !== null && search.pair === null) {
    const meta = await sealedJob.openMeta(job.meta).catch(unread);
    const isFound = meta !== null && (await isInTexts(textsBeside(JSON.parse(meta.rest))));
    if (isFound) return { isMatch: true, isUnread };
  }
  const pairSearch = new PairSearch(base, matcher);
  const parts = job.kind === "unmask" ? (["payload", "result"] as const) : (["payload"] as const);
  for (const part of parts) {
    const nextChunk = (after: number) => base.chunks.next(job.serial, part, after);
    // Goes by the stored chunks, because the number of chunks in the job's row may be damaged.
    let number = nextChunk(Number.MIN_SAFE_INTEGER);
    for (; number !== null; number = nextChunk(number)) {
      await yieldBefore(CHUNK_COST);
      const items = (await sealedJob.readChunk<unknown>(part, number).catch(unread)) ?? [];
      const isFound =
        search.pair === null
          ? await isInTexts(items.flatMap(textsOfItem))
          : await pairSearch.isIn(items);
      if (isFound) return { isMatch: true, isUnread };
    }
  }
  return { isMatch: false, isUnread };
}
