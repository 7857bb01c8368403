// A job as callers see it, and who may read or cancel it.

import { maySeeSameResults } from "../../core/brakes/unmask-brakes.ts";
import type { ErrorCode, VaultError } from "../../core/errors.ts";
import { MAX_INLINE_INPUT_ITEMS } from "../../core/limits.ts";
import type { ShownJobState } from "../../jobs/job.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { JobView } from "../job-rpc.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { Caller } from "../rpc.ts";
import type { JobRow } from "../store/jobs.ts";
import { type JobMeta, SealedJob } from "./sealed-job.ts";

interface Parts extends NamespaceBase {
  /** The JobPurger; its file imports this one. */
  readonly purger: { purgeExpired(found: readonly JobRow[]): JobRow[] };
}

/** Jobs whose views are made between two yields to other callers: the members beside a job's list may have 16 KiB. */
const VIEWS_PER_TURN = 50;

/**
 * Views of jobs by tracking id: the error for a job that is damaged, nothing for one whose row is gone. Meta is opened
 * first. Then one block without an await reads the rows again, because jobs may have been purged meanwhile, and decides
 * what the views show.
 */
export async function viewsOf(
  base: Parts,
  found: readonly JobRow[],
  includeInput: boolean,
): Promise<Map<string, JobView | Error>> {
  const views = new Map<string, JobView | Error>();
  for (let at = 0; at < found.length; at += VIEWS_PER_TURN) {
    if (at > 0) await yieldToCallers();
    const some = found.slice(at, at + VIEWS_PER_TURN);
    const opened = new Map<number, JobMeta | Error | null>();
    for (const job of some) {
      opened.set(job.serial, await metaOf(base, job).catch((error: Error) => error));
    }
    if (TEST_BUILD) await failpoint("job.opened");
    for (const job of rereadRows(base, some)) {
      const meta = opened.get(job.serial) ?? null;
      views.set(
        job.tracking_id,
        meta instanceof Error ? meta : viewOf(base, job, meta, includeInput),
      );
    }
  }
  return views;
}

async function metaOf(base: Parts, job: JobRow): Promise<JobMeta | null> {
  const sealedJob = await SealedJob.of(job, base);
  return sealedJob && job.meta ? sealedJob.openMeta(job.meta) : null;
}

/** These jobs as they are now, purged when they are past their time. */
function rereadRows({ jobs, purger }: Parts, found: readonly JobRow[]): JobRow[] {
  const ids = found.map((job) => job.tracking_id);
  const now = jobs.findAll(ids);
  return purger.purgeExpired(now).length < now.length ? jobs.findAll(ids) : now;
}

function viewOf(
  base: Parts,
  job: JobRow,
  opened: JobMeta | null,
  includeInput: boolean,
): JobView | Error {
  // With a damaged count, a part of the payload could pass for all of it.
  if (job.chunks < 1 || job.chunks > job.items) return new Error("a job's row is damaged");
  const hasResult = job.state === "SUCCESS";
  const showsTexts = showsSubmitted(base, job);
  const meta = showsTexts ? opened : null;
  return {
    trackingId: job.tracking_id,
    kind: job.kind,
    state: shownState(job),
    items: job.items,
    doneItems: job.done_items,
    submitted: job.submitted,
    started: job.started,
    finished: job.finished,
    expires: hasResult ? job.due : null,
    error: errorOf(job, meta),
    rest: meta?.rest ?? null,
    input: showsTexts && showsInput(job, includeInput) ? job.chunks : null,
    result: hasResult && job.job_key !== null ? job.chunks : null,
  };
}

/**
 * What a read of jobs gives; it is made again when an erasure took effect meanwhile, which the jobs may depend on. While one
 * removes mappings, which may take minutes, each read itself looks at the rows again.
 */
export async function readConsistently<T>(
  { liveness }: Pick<NamespaceBase, "liveness">,
  read: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const { effects } = liveness;
    const answer = await read();
    if (liveness.effects === effects) return answer;
  }
}

/** A job's state as callers see it. */
export function shownState({
  state,
  error_code,
}: Pick<JobRow, "state" | "error_code">): ShownJobState {
  if (error_code === ("cancelled" satisfies ErrorCode)) return "CANCELLED";
  return state === "RECEIVING" ? "PENDING" : state;
}

/**
 * Whether a job as it is now may show what was submitted with it: its key exists, and no erasure of one person has still to
 * search it. Call it in the turn in which the row was read.
 */
export function showsSubmitted(
  { deletions }: Pick<NamespaceBase, "deletions">,
  job: JobRow,
): boolean {
  return job.job_key !== null && !deletions.hasToSearch(job);
}

/** Whether a view includes the submitted items. */
export function showsInput(job: JobRow, includeInput: boolean): boolean {
  return includeInput || job.items <= MAX_INLINE_INPUT_ITEMS;
}

/**
 * Whether a caller may read a job. A user reads its own mask jobs; with the permission `unmask` a caller reads every job. An
 * unmask job's result holds clear values, so without `unmask` not even its submitter may read it. A caller with unmask
 * brakes reads its own user's jobs only: other users' jobs hold values to which its brakes were not applied.
 */
export function mayRead(caller: Caller, user: Uint8Array, job: JobRow): boolean {
  const mayUnmask = caller.permissions.includes("unmask");
  if (mayUnmask && caller.brakes === undefined) return true;
  return (mayUnmask || job.kind === "mask") && isSubmitter(user, job);
}

/**
 * Why a caller who may read an unmask job is refused its result; null when it is not. The job's values were counted for the
 * namespace token that submitted it, so a caller with an hourly limit reads only results of its own namespace token.
 */
export function resultRefusal(
  { brakes, hasReason, tokenId }: Caller,
  { heldBack }: JobMeta,
): ErrorCode | null {
  if (brakes === undefined) return null;
  if (!maySeeSameResults(brakes, heldBack?.brakes)) return "forbidden";
  const isCounted = brakes.valuesPerHour !== undefined;
  if (isCounted && heldBack?.tokenId !== tokenId) return "forbidden";
  return brakes.needsReason && hasReason !== true ? "reason_required" : null;
}

/** Whether a caller may cancel a job: its submitter, if still permitted such jobs, or one with `metadata_change`. */
export function mayCancel({ permissions }: Caller, user: Uint8Array, job: JobRow): boolean {
  const isOwn = permissions.includes(job.kind) && isSubmitter(user, job);
  return isOwn || permissions.includes("metadata_change");
}

function isSubmitter(user: Uint8Array, job: JobRow): boolean {
  const submitter = new Uint8Array(job.submitter);
  return submitter.length === user.length && submitter.every((byte, i) => byte === user[i]);
}

function errorOf(job: JobRow, meta: JobMeta | null): VaultError | null {
  if (job.error_code === null) return null;
  const { detail, allowed } = meta?.itemError ?? {};
  return {
    code: job.error_code as ErrorCode,
    ...(job.error_index === null ? {} : { index: job.error_index }),
    ...(detail === undefined ? {} : { detail }),
    ...(allowed === undefined ? {} : { allowed }),
  };
}
