// Reads jobs for callers. Inputs and results are read chunk by chunk, one call each, so that a large answer is never in
// memory as a whole and a slow reader does not keep the object busy.

import type { ErrorCode } from "../../core/errors.ts";
import { MAX_STATUS_ANSWER_BYTES } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import type { AnyMaskItem, ItemOutcome } from "../../masking/mask/mask-items.ts";
import type { AnyUnmaskItem, UnmaskOutcome } from "../../masking/unmask/unmask-items.ts";
import { failpoint } from "../../platform/failpoint.ts";
import type { JobChunk, JobView } from "../job-rpc.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import type { JobRow } from "../store/jobs.ts";
import { renderChunk } from "./chunk-items.ts";
import type { JobPurger } from "./job-purger.ts";
import {
  mayRead,
  readConsistently,
  resultRefusal,
  showsInput,
  showsSubmitted,
  viewsOf,
} from "./job-views.ts";
import type { LivingResults } from "./results.ts";
import { chunkText, linesOf, SealedJob } from "./sealed-job.ts";

/** Reads jobs of one namespace. */
export class JobReader extends NamespacePart<{
  readonly livingResults: LivingResults;
  readonly purger: JobPurger;
}> {
  /** Views of jobs in the order of the ids; null for an unknown id. Fails with `forbidden` or `result_too_large`. */
  async read(
    caller: Caller,
    trackingIds: readonly string[],
    includeInput: boolean,
  ): Promise<Reply<(JobView | null)[]>> {
    return readConsistently(this.parts, () => this.#read(caller, trackingIds, includeInput));
  }

  async #read(
    caller: Caller,
    trackingIds: readonly string[],
    includeInput: boolean,
  ): Promise<Reply<(JobView | null)[]>> {
    const { jobs } = this.parts;
    const user = await this.parts.keyring.digest("user", caller.userId);
    await this.#purgeExpired(jobs.findAll([...new Set(trackingIds)]));
    const rows = jobs.findAll([...new Set(trackingIds)]);
    if (rows.some((job) => !mayRead(caller, user, job))) return err({ code: "forbidden" });
    const byId = new Map(rows.map((job) => [job.tracking_id, job]));
    const tooLarge = this.#idsIfTooLarge(trackingIds, byId, includeInput);
    if (tooLarge !== null) return err({ code: "result_too_large", detail: tooLarge.join(", ") });
    const views = await viewsOf(this.parts, rows, includeInput);
    const damaged = [...views.values()].find((view) => view instanceof Error);
    if (damaged !== undefined) throw damaged;
    return ok(trackingIds.map((id) => (views.get(id) as JobView | undefined) ?? null));
  }

  /**
   * Bytes of one chunk of a job: JSON items joined by commas, or lines. Fails with `erased` once it cannot be read, and with
   * `unavailable` while an erasure of one person has still to search the input, which may hold that person's data.
   */
  async readChunk(caller: Caller, chunk: JobChunk): Promise<Reply<Uint8Array>> {
    return readConsistently(this.parts, () => this.#readChunk(caller, chunk));
  }

  async #readChunk(
    caller: Caller,
    { trackingId, part, number, asLines = false }: JobChunk,
  ): Promise<Reply<Uint8Array>> {
    const user = await this.parts.keyring.digest("user", caller.userId);
    const [job] = this.parts.jobs.findAll([trackingId]);
    if (job === undefined) return err({ code: "erased" });
    if (!mayRead(caller, user, job)) return err({ code: "forbidden" });
    const sealedJob = await SealedJob.of(job, this.parts);
    if (sealedJob === null) return err({ code: "erased" });
    if (caller.brakes && part === "result" && job.kind === "unmask" && job.meta !== null) {
      const refusal = resultRefusal(caller, await sealedJob.openMeta(job.meta));
      if (refusal !== null) return err({ code: refusal });
    }
    if (part === "input") return this.#inputChunk(job, sealedJob, number);
    const bytes = await this.#resultChunk(job, sealedJob, { number, asLines });
    return bytes === null ? err({ code: "erased" }) : ok(bytes);
  }

  /**
   * When one answer with all these jobs would be too large: the ids, which the caller has to read one by one; else null.
   * Counts inputs and results, and a repeated id each time. A single job is always answered.
   */
  #idsIfTooLarge(
    trackingIds: readonly string[],
    byId: ReadonlyMap<string, JobRow>,
    includeInput: boolean,
  ): string[] | null {
    if (trackingIds.length === 1) return null;
    const asked = trackingIds.flatMap((id) => byId.get(id) ?? []);
    const left = asked.reduce((room, job) => room - job.result_bytes, MAX_STATUS_ANSWER_BYTES);
    const shown = asked.filter((job) => showsInput(job, includeInput)).map((job) => job.serial);
    const isTooMuch = left < 0 || this.parts.chunks.payloadsExceed(shown, left);
    return isTooMuch ? [...byId.keys()] : null;
  }

  /** Purge the jobs whose result is past its retention time or depends on an erased mapping. */
  async #purgeExpired(rows: readonly JobRow[]): Promise<void> {
    const { purger, jobs, livingResults, liveness } = this.parts;
    const left = purger.purgeExpired(rows);
    const erased = await livingResults.erasedAmong(left, liveness.erasedBefore);
    if (erased.length === 0) return;
    const now = jobs.findAll(erased.map((job) => job.tracking_id));
    purger.purge(
      now.filter(({ state }) => state === "SUCCESS"),
      "erased" satisfies ErrorCode,
    );
  }

  /** A chunk of the input as it may be shown now, whatever the view showed that the caller has read. */
  async #inputChunk(
    { serial }: JobRow,
    sealedJob: SealedJob,
    number: number,
  ): Promise<Reply<Uint8Array>> {
    const { jobs } = this.parts;
    const bytes = await sealedJob.openChunk("payload", number);
    if (TEST_BUILD) await failpoint("job.opened");
    const job = jobs.find(serial);
    if (job !== null) await this.#purgeExpired([job]);
    // Read again after each await: an erasure may have purged the job meanwhile.
    const now = jobs.find(serial);
    if (bytes === null || now === null || now.job_key === null) return err({ code: "erased" });
    return showsSubmitted(this.parts, now) ? ok(bytes) : err({ code: "unavailable" });
  }

  async #resultChunk(
    job: JobRow,
    sealedJob: SealedJob,
    { number, asLines }: { readonly number: number; readonly asLines: boolean },
  ): Promise<Uint8Array | null> {
    const { jobs, chunks, livingResults, liveness, verdicts } = this.parts;
    if (job.state !== "SUCCESS" || job.meta === null) return null;
    const { offsets, starts } = await sealedJob.openMeta(job.meta);
    const items = await sealedJob.readChunk<AnyMaskItem | AnyUnmaskItem>("payload", number);
    const outcomes = await sealedJob.readChunk<ItemOutcome | UnmaskOutcome>("result", number);
    if (items === null || outcomes === null) return null;
    await verdicts.prepare(() =>
      chunks.mappingsOf({ job: job.serial, after: number - 1, limit: 1 }),
    );
    if (TEST_BUILD) await failpoint("job.opened");
    const now = jobs.find(job.serial);
    if (now === null || now.job_key === null) return null;
    // A mapping erased since the caller read the job's view ends the answer here.
    const isKnown = livingResults.isAlive(job.serial);
    if (!isKnown && chunks.isLost(job.serial, number, liveness.watermark)) return null;
    const hidesDetails = !showsSubmitted(this.parts, now);
    const shown = { kind: job.kind, offsets, start: starts?.[number] ?? 0, hidesDetails };
    const answers = renderChunk(items, outcomes, shown);
    return asLines ? linesOf(answers) : chunkText(answers);
  }
}
