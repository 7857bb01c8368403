// Runs background jobs, one slice at a time. A slice writes its mappings, its part of the result and the job's
// progress in one turn, which is one commit: run twice it changes nothing, killed half-way it leaves nothing. When its
// last part fails, its mappings may stay: the next try finds them.
import type { Clock } from "../core/clock.ts";
import type { ErrorCode, VaultError } from "../core/errors.ts";
import { failpoint } from "../core/failpoint.ts";
import { errorName, log } from "../core/log.ts";
import type { RandomSource } from "../core/random.ts";
import type { ContextMaker } from "../crypto/context.ts";
import { loadShippedModel } from "../detect/tagger/shipped.ts";
import { retryDelay } from "../jobs/retry.ts";
import type { SentList } from "../masking/answer-size.ts";
import { isAutoDetect } from "../masking/item.ts";
import { type AnyMaskItem, searchedTexts } from "../masking/json-mask.ts";
import {
  type AnyUnmaskItem,
  planUnmaskItems,
  questionOf,
  renderUnmaskedItems,
  restoreItems,
  textsIn,
} from "../masking/json-unmask.ts";
import type { BookVersion } from "./book-version.ts";
import type { Capacity } from "./capacity.ts";
import type { IntactResults } from "./intact-results.ts";
import { chunkText, JobBox, type JobMeta } from "./job-box.ts";
import type { JobPurger } from "./job-purger.ts";
import type { JobRules } from "./job-rules.ts";
import type { Keyring } from "./keyring.ts";
import type { Liveness } from "./liveness.ts";
import { doneLists, planLists } from "./mask-lists.ts";
import type { Masker } from "./masker.ts";
import { ResultWriter } from "./result-writer.ts";
import type { JobChunkStore } from "./store/job-chunks.ts";
import type { JobRow, JobStore } from "./store/jobs.ts";
import type { Turns } from "./turns.ts";
import type { Unmasker } from "./unmasker.ts";

/** Times a slice is planned anew because a policy changed meanwhile; then it waits like a failed one. */
const MAX_PLANS = 8;

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly jobs: JobStore;
  readonly chunks: JobChunkStore;
  readonly keyring: Keyring;
  readonly masker: Masker;
  readonly intact: IntactResults;
  readonly liveness: Liveness;
  readonly unmasker: Unmasker;
  readonly capacity: Capacity;
  readonly context: ContextMaker;
  readonly random: RandomSource;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly purger: JobPurger;
  readonly rules: JobRules;
  readonly bookVersion: BookVersion;
  /** How long a finished job's result can be read, in milliseconds. */
  readonly retentionMs: number;
}

/** A slice could not be done now; the job tries again and ends with this code when it gives up. */
class SliceFailed extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.name = "SliceFailed";
    this.code = code;
  }
}

/** An item that cannot be done, now or later: the job ends with its failure. */
class ItemFailed extends Error {
  readonly code: ErrorCode;
  /** Position in the slice. */
  readonly index: number;

  constructor({ code, index }: { readonly code: ErrorCode; readonly index: number }) {
    super(code);
    this.name = "ItemFailed";
    this.code = code;
    this.index = index;
  }
}

/** Runs slices of one namespace's jobs. */
export class JobRunner {
  readonly #parts: Parts;
  readonly #results: ResultWriter;
  #claimedNow = new Set<number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#results = new ResultWriter(parts);
  }

  /**
   * At the start of an alarm: a job an earlier alarm claimed and never released took the object
   * down with it (or was interrupted); that counts as a failed try of its slice.
   */
  countCrashes(): void {
    for (const job of this.#parts.jobs.claimed()) this.#countFailure(job, "internal");
    this.releaseClaims();
  }

  /** At the end of an alarm: everything begun was finished or counted. */
  releaseClaims(): void {
    this.#parts.jobs.releaseClaims();
    this.#claimedNow = new Set();
  }

  /**
   * Run one slice of the job whose turn it is: one of its chunks, or up to `most` of short items. Gives how many it
   * did, 0 when it failed; null when no job is due.
   */
  async runSlice(most = 1): Promise<number | null> {
    const { jobs, clock } = this.#parts;
    const job = jobs.nextRunnable(clock());
    if (job === null) return null;
    if (!this.#claimedNow.has(job.serial)) {
      jobs.claim(job.serial);
      this.#claimedNow.add(job.serial);
      // Or the claim would be committed together with the slice, and be lost in its crash.
      await this.#parts.storage.sync();
    }
    try {
      return await this.#run(job, most);
    } catch (error) {
      log("job.slice-failed", { error: errorName(error), attempts: job.attempts + 1 });
      this.#countFailure(job, error instanceof SliceFailed ? error.code : "internal");
      return 0;
    }
  }

  /** Gives how many chunks it did. */
  async #run(job: JobRow, most: number): Promise<number> {
    const box = await this.#box(job);
    if (job.meta === null) throw new Error("an open job has no meta");
    const meta = await box.openMeta(job.meta);
    if (meta.itemError !== null) {
      this.#fail(job, meta.itemError);
      return 0;
    }
    this.#parts.jobs.start(job.serial, this.#parts.clock());
    const number = this.#nextChunk(job);
    if (job.kind === "unmask" && number !== job.done_chunks) {
      this.#parts.purger.failErased(job);
      return 0;
    }
    try {
      return await this.#planUntilDone(() =>
        job.kind === "mask"
          ? this.#maskSlice(job, { number, most }, box, meta)
          : this.#unmaskSlice(job, box, meta),
      );
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      // Where a slice that is masked again stands in the whole is not known.
      const isNext = number === job.done_chunks;
      const where = isNext ? { index: job.done_items + error.index } : {};
      this.#fail(job, { code: error.code, ...where });
      return 0;
    }
  }

  async #planUntilDone(slice: () => Promise<number | null>): Promise<number> {
    for (let plan = 0; plan < MAX_PLANS; plan++) {
      const chunks = await slice();
      if (chunks !== null) return chunks;
    }
    throw new SliceFailed("busy");
  }

  /**
   * The chunk to work on: the next one, or, with all done and the job still open, one whose mappings
   * were erased meanwhile. Masked again, its values get new tokens.
   */
  #nextChunk(job: JobRow): number {
    if (job.done_chunks < job.chunks) return job.done_chunks;
    const lost = this.#parts.chunks.firstLost(job.serial, this.#parts.liveness.watermark);
    return lost ?? job.chunks - 1;
  }

  /** Chunks done; null when a policy changed meanwhile: the slice is to be planned again. */
  async #maskSlice(
    job: JobRow,
    chunk: { readonly number: number; readonly most: number },
    box: JobBox,
    meta: JobMeta,
  ): Promise<number | null> {
    const lists = await this.#lists(job, chunk, box);
    const ahead = await this.#parts.keyring.aheadCipher();
    const bare = await ahead.withoutTokens(lists.flatMap(({ items }) => searchedTexts(items)));
    const placeholders = await this.#parts.rules.placeholders(job);
    const { rules, bookVersion } = await this.#parts.rules.of(job);
    const { keepKnownTokens, explain = false, offsets } = meta;
    if (lists.some(({ items }) => items.some(isAutoDetect))) await loadShippedModel();
    const settings = { cipher: ahead.cipher, bare, keepKnownTokens, rules, placeholders, explain };
    const plan = planLists(lists, settings);
    if (!plan.ok) throw new ItemFailed(plan.error);
    const batch = { ...plan.value.wants, bookVersion };
    const reply = await this.#parts.masker.mask(batch, async (masked) => {
      const done = doneLists(plan.value, masked, offsets);
      if (!done.ok) throw new ItemFailed(done.error);
      return this.#results.prepare(job, chunk.number, box, done.value, this.#parts.liveness.epoch);
    });
    if (!reply.ok && reply.error.code === "policy_changed") return null;
    if (!reply.ok) throw new SliceFailed(reply.error.code);
    return lists.length;
  }

  /**
   * The items of a chunk, and of those behind it as long as they are new work and have no text to search: those
   * take longer, and gain less from being written together.
   */
  async #lists(
    job: JobRow,
    { number, most }: { readonly number: number; readonly most: number },
    box: JobBox,
  ): Promise<SentList[]> {
    const lists: SentList[] = [await this.#payload<AnyMaskItem>(number, box)];
    const isNew = number === job.done_chunks;
    while (isNew && lists.length < most && number + lists.length < job.chunks) {
      if (lists.at(-1)?.items.some(isAutoDetect)) break;
      const next = await this.#payload<AnyMaskItem>(number + lists.length, box);
      if (next.items.some(isAutoDetect)) break;
      lists.push(next);
    }
    return lists;
  }

  /** As #maskSlice: there may be a wrapper that this plan does not know. */
  async #unmaskSlice(job: JobRow, box: JobBox, meta: JobMeta): Promise<number | null> {
    const { items } = await this.#payload<AnyUnmaskItem>(job.done_chunks, box);
    const { strict = false, partial = false } = meta;
    const ahead = await this.#parts.keyring.aheadCipher();
    const cipher = await ahead.forTexts(textsIn(items));
    const { wrappers, bookVersion } = await this.#parts.rules.wrappers();
    const plan = planUnmaskItems(items, { cipher, strict, wrappers });
    const { epoch } = this.#parts.liveness;
    const unmasked = await this.#parts.unmasker.unmask(questionOf(plan));
    const restored = restoreItems(plan, unmasked, { partial });
    if (!restored.ok) throw new ItemFailed(restored);
    const { outcomes } = restored;
    const done = {
      items: items.length,
      outcomes: chunkText(outcomes),
      answerBytes: chunkText(renderUnmaskedItems(items, outcomes)).length,
      mappingIds: unmasked.mappingIds,
    };
    const { bytes, write } = await this.#results.prepare(job, job.done_chunks, box, [done], epoch);
    if (TEST_BUILD) await failpoint("job.unmasked");
    if (this.#parts.bookVersion.current !== bookVersion) return null;
    // Values are longer than their tokens: a result can be far larger than what was submitted.
    if (!this.#parts.capacity.fits(bytes)) throw new SliceFailed("storage_full");
    this.#parts.storage.transactionSync(write);
    return 1;
  }

  #fail(job: JobRow, error: VaultError): void {
    const { storage, jobs, chunks, clock, retentionMs } = this.#parts;
    const now = clock();
    this.#parts.intact.forget(job.serial);
    storage.transactionSync(() => {
      const { code, index = null } = error;
      jobs.fail(job.serial, { code, index }, now, now + retentionMs);
      chunks.deletePart(job.serial, "result");
    });
  }

  #countFailure(job: JobRow, code: ErrorCode): void {
    const attempts = job.attempts + 1;
    const delay = retryDelay(attempts);
    if (delay === null) this.#fail(job, { code });
    else this.#parts.jobs.postpone(job.serial, attempts, this.#parts.clock() + delay);
  }

  async #payload<T>(number: number, box: JobBox): Promise<{ items: T[]; bytes: number }> {
    const list = await box.readSized<T>("payload", number);
    if (list === null) throw new Error("an open job has lost a slice of its payload");
    return list;
  }

  async #box(job: JobRow): Promise<JobBox> {
    const { keyring, chunks, context, random } = this.#parts;
    if (job.job_key === null) throw new Error("an open job has no key");
    const key = await keyring.jobKey(job.serial, job.job_key);
    return new JobBox({ serial: job.serial, key }, chunks, context, random);
  }
}
