// What a caller may see of jobs. Inputs and results leave chunk by chunk, one call each, so that a large
// answer never stands in memory as a whole, and no slow reader keeps the object busy.

import type { ErrorCode } from "../../core/errors.ts";
import { MAX_STATUS_ANSWER_BYTES } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import type { AnyMaskItem, ItemOutcome } from "../../masking/mask/mask-items.ts";
import type { AnyUnmaskItem, UnmaskOutcome } from "../../masking/unmask/unmask-items.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { JobChunk, JobView } from "../job-rpc.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import type { JobRow } from "../store/jobs.ts";
import { renderChunk } from "./chunk-items.ts";
import type { JobPurger } from "./job-purger.ts";
import { mayRead, resultRefusal, showsInput, userDigest, viewOf } from "./job-views.ts";
import type { UntouchedResults } from "./results.ts";
import { chunkText, linesOf, SealedJob } from "./sealed-job.ts";

/** Jobs that are opened between two turns of callers: what stands beside a job's list may have 16 KiB. */
const VIEWS_PER_TURN = 50;

interface Parts extends NamespaceBase {
  readonly untouched: UntouchedResults;
  readonly purger: JobPurger;
}

/** Reads jobs of one namespace. */
export class JobReader extends NamespacePart<Parts> {
  /** Jobs in the order asked for; null for an id that names none. */
  async read(
    caller: Caller,
    trackingIds: readonly string[],
    includeInput: boolean,
  ): Promise<Reply<(JobView | null)[]>> {
    const { jobs } = this.parts;
    const user = await userDigest(this.parts, caller);
    await this.#purgeOver(jobs.findAll([...new Set(trackingIds)]));
    const rows = jobs.findAll([...new Set(trackingIds)]);
    if (rows.some((job) => !mayRead(caller, user, job))) return err({ code: "forbidden" });
    const byId = new Map(rows.map((job) => [job.tracking_id, job]));
    const tooLarge = this.#idsOfTooMuch(trackingIds, byId, includeInput);
    if (tooLarge !== null) return err({ code: "result_too_large", detail: tooLarge.join(", ") });
    const found: (JobView | null)[] = [];
    for (const [i, id] of trackingIds.entries()) {
      if (i > 0 && i % VIEWS_PER_TURN === 0) await yieldToCallers();
      const job = byId.get(id);
      found.push(job === undefined ? null : await viewOf(this.parts, job, includeInput));
    }
    return ok(found);
  }

  /** Bytes of a chunk of a job that was looked at: JSON items joined by commas. */
  async readChunk(
    caller: Caller,
    { trackingId, part, number, asLines = false }: JobChunk,
  ): Promise<Reply<Uint8Array>> {
    const user = await userDigest(this.parts, caller);
    const [job] = this.parts.jobs.findAll([trackingId]);
    if (job === undefined) return err({ code: "erased" });
    if (!mayRead(caller, user, job)) return err({ code: "forbidden" });
    const sealedJob = await SealedJob.of(job, this.parts);
    if (sealedJob === null) return err({ code: "erased" });
    if (caller.brakes && part === "result" && job.kind === "unmask" && job.meta !== null) {
      const refusal = resultRefusal(caller, await sealedJob.openMeta(job.meta));
      if (refusal !== null) return err({ code: refusal });
    }
    const bytes =
      part === "input"
        ? await this.#inputChunk(job, sealedJob, number)
        : await this.#resultChunk(job, sealedJob, { number, asLines });
    return bytes === null ? err({ code: "erased" }) : ok(bytes);
  }

  /**
   * The ids to ask for apart when one answer would be too large, else null. Counted as sent: an id
   * asked for twice twice, inputs as well as results. A single job is always answered.
   */
  #idsOfTooMuch(
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

  /** A result that is over its time, or speaks of an erased mapping, is not served again. */
  async #purgeOver(rows: readonly JobRow[]): Promise<void> {
    const { purger, jobs } = this.parts;
    for (const job of rows) {
      if (purger.purgeIfOver(job) || !(await this.#isErased(job))) continue;
      const now = jobs.find(job.serial);
      if (now?.state === "SUCCESS") purger.purge(now, "erased" satisfies ErrorCode);
    }
  }

  /** Whether a job that ended well speaks of what has been erased. */
  async #isErased(job: JobRow): Promise<boolean> {
    const { untouched, liveness } = this.parts;
    if (job.state !== "SUCCESS") return false;
    if ((await untouched.firstLost(job.serial)) !== null) return true;
    return untouched.isOlderWithout(job, liveness.erasedBefore);
  }

  /**
   * Null when an erasure of one person has come into effect meanwhile: what was submitted before may hold the person
   * until it has been searched. Or when the job is to be purged: it was whole when its reader looked at it.
   */
  async #inputChunk(job: JobRow, sealedJob: SealedJob, number: number): Promise<Uint8Array | null> {
    const bytes = await sealedJob.openChunk("payload", number);
    const isOver = this.parts.purger.purgeIfOver(job) || (await this.#isErased(job));
    return isOver || this.parts.deletions.hasToSearch(job) ? null : bytes;
  }

  async #resultChunk(
    job: JobRow,
    sealedJob: SealedJob,
    { number, asLines }: { readonly number: number; readonly asLines: boolean },
  ): Promise<Uint8Array | null> {
    const { chunks, untouched, liveness, verdicts } = this.parts;
    if (job.state !== "SUCCESS" || job.meta === null) return null;
    const { offsets, starts } = await sealedJob.openMeta(job.meta);
    const items = await sealedJob.readChunk<AnyMaskItem | AnyUnmaskItem>("payload", number);
    const outcomes = await sealedJob.readChunk<ItemOutcome | UnmaskOutcome>("result", number);
    if (items === null || outcomes === null) return null;
    await verdicts.prepare(() =>
      chunks.mappingsOf({ job: job.serial, after: number - 1, limit: 1 }),
    );
    // Erased while the answer was on its way: it ends here.
    const isKnown = untouched.has(job.serial);
    if (!isKnown && chunks.isLost(job.serial, number, liveness.watermark)) return null;
    const isHidden = this.parts.deletions.hasToSearch(job);
    const shown = { kind: job.kind, offsets, start: starts?.[number] ?? 0, isHidden };
    const answers = renderChunk(items, outcomes, shown);
    return asLines ? linesOf(answers) : chunkText(answers);
  }
}
