// Kinds and states of a background job, and when a failed slice is retried. The transitions between states are in the
// SQL of vault/store/jobs.ts, each with its starting state.

/** What a job does with its items. */
export type JobKind = "mask" | "unmask";

/** State of a job. RECEIVING is never shown: the submission has not been acknowledged yet, and a crash discards it. */
export type JobState = "RECEIVING" | "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED";

/** State as readers see it. A cancelled job is stored as FAILED with that reason, and shown so to older callers. */
export type ShownJobState = Exclude<JobState, "RECEIVING"> | "CANCELLED";

/** Whether a job in this state continues; check again after an await, because the job may have been cancelled meanwhile. */
export function isOpen(state: JobState | undefined): boolean {
  return state === "PENDING" || state === "IN-PROGRESS";
}

/** Failures of one slice before the job ends FAILED. The platform's alarm would drop the work after its sixth retry. */
export const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 1_000;

/**
 * Milliseconds until the next attempt after `attempts` failures of the same slice (1 or more), or null to give up.
 * Doubles from one second; all attempts together span about two minutes.
 */
export function retryDelay(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return FIRST_DELAY_MS * 2 ** (attempts - 1);
}
