// Looks through the data of one job: what was submitted, and what an unmask job has given.

import type { Search } from "../../../erasure/search.ts";
import { textsBeside, textsOfItem } from "../../jobs/job-texts.ts";
import { SealedJob } from "../../jobs/sealed-job.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { JobRow } from "../../store/jobs.ts";
import type { Matcher } from "./matcher.ts";
import type { PairSearch } from "./pair-search.ts";

interface Parts extends NamespaceBase {
  readonly pairSearch: PairSearch;
}

/** Searches jobs of one namespace. */
export class JobSearch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True when the job's data holds what is looked for. */
  async holds(job: JobRow, search: Search, matcher: Matcher): Promise<boolean> {
    const sealedJob = await SealedJob.of(job, this.#parts);
    if (sealedJob === null) return false;
    if (job.meta !== null && search.pair === null) {
      const { rest } = await sealedJob.openMeta(job.meta);
      const verdicts = await matcher.match(textsBeside(JSON.parse(rest)));
      if (verdicts.some((verdict) => verdict !== null)) return true;
    }
    const parts = job.kind === "unmask" ? (["payload", "result"] as const) : (["payload"] as const);
    for (const part of parts) {
      for (let number = 0; number < job.chunks; number++) {
        // Chunks of a job that was purged meanwhile, or has not come so far, are not there.
        const items = await sealedJob.readChunk<unknown>(part, number);
        if (items !== null && (await this.#isIn(search, matcher, items))) return true;
        await scheduler.wait(0);
      }
    }
    return false;
  }

  async #isIn(search: Search, matcher: Matcher, items: readonly unknown[]): Promise<boolean> {
    if (search.pair !== null) return this.#parts.pairSearch.isIn(search, matcher, items);
    const verdicts = await matcher.match(items.flatMap(textsOfItem));
    return verdicts.some((verdict) => verdict !== null);
  }
}
