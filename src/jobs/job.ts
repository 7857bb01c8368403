// What a background job does, where it stands, and when a failed slice of it runs again. The moves between states are
// in the statements of vault/store/jobs.ts, each with the state it starts from.

/** What a job does. */
export type JobKind = "mask" | "unmask";

/**
 * State of a job. RECEIVING is never shown: the submission has not been acknowledged yet, and a
 * crash throws the job away.
 */
export type JobState = "RECEIVING" | "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED";

/** The same as its readers see it. A job that was cancelled has FAILED with that reason, as older callers are told. */
export type ShownJobState = Exclude<JobState, "RECEIVING"> | "CANCELLED";

/** Whether a job in this state goes on; to be asked anew after an await, for it may have been cancelled meanwhile. */
export function isOpen(state: JobState | undefined): boolean {
  return state === "PENDING" || state === "IN-PROGRESS";
}

/**
 * Failures of one slice before the job ends FAILED; progress sets the count back. We count ourselves: the platform's
 * alarm drops the work for good after its sixth retry.
 */
export const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 1_000;

/**
 * Milliseconds until the next try after `attempts` failures of the same slice (1 or more), or null
 * when it is time to give up. Doubles from one second; all tries together span about two minutes.
 */
export function retryDelay(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return FIRST_DELAY_MS * 2 ** (attempts - 1);
}
