// Looks through the data of one job: what was submitted, and what an unmask job has given.
import type { RandomSource } from "../core/random.ts";
import type { ContextMaker } from "../crypto/context.ts";
import type { Search } from "../retention/search.ts";
import { JobBox } from "./job-box.ts";
import type { Keyring } from "./keyring.ts";
import type { Liveness } from "./liveness.ts";
import type { Matcher } from "./matcher.ts";
import type { JobChunkStore } from "./store/job-chunks.ts";
import type { JobRow } from "./store/jobs.ts";
import type { SubjectSearch } from "./subject-search.ts";

interface Parts {
  readonly chunks: JobChunkStore;
  readonly subjectSearch: SubjectSearch;
  readonly liveness: Liveness;
  readonly keyring: Keyring;
  readonly context: ContextMaker;
  readonly random: RandomSource;
}

/** Searches jobs of one namespace. */
export class JobSearch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True when the job's data holds what is looked for, or its result a mapping that is gone. */
  async holds(job: JobRow, search: Search, matcher: Matcher): Promise<boolean> {
    const { chunks, keyring, context, random, liveness, subjectSearch } = this.#parts;
    if (job.job_key === null) return false;
    if (chunks.withLostMapping([job.serial], liveness.watermark).size > 0) return true;
    const key = await keyring.jobKey(job.serial, job.job_key);
    const box = new JobBox({ serial: job.serial, key }, chunks, context, random);
    if (job.meta !== null) {
      const { rest } = await box.openMeta(job.meta);
      if (await subjectSearch.isIn(search, matcher, [JSON.parse(rest)])) return true;
    }
    const parts = job.kind === "unmask" ? (["payload", "result"] as const) : (["payload"] as const);
    for (const part of parts) {
      for (let number = 0; number < job.chunks; number++) {
        // Chunks of a job that was purged meanwhile, or has not come so far, are not there.
        const data = await box.readChunk<unknown>(part, number);
        if (data !== null && (await subjectSearch.isIn(search, matcher, data))) return true;
        await scheduler.wait(0);
      }
    }
    return false;
  }
}
