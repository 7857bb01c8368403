// States of a background job and the only legal moves between them. Pure.

/** What a job does. */
export type JobKind = "mask" | "unmask";

/**
 * State of a job. RECEIVING is never shown: the submission has not been acknowledged yet, and a
 * crash throws the job away.
 */
export type JobState = "RECEIVING" | "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED";

const MOVES: Readonly<Record<JobState, readonly JobState[]>> = {
  RECEIVING: ["PENDING"],
  PENDING: ["IN-PROGRESS", "FAILED"],
  "IN-PROGRESS": ["SUCCESS", "FAILED"],
  SUCCESS: ["PURGED"],
  FAILED: [],
  PURGED: [],
};

/** True when a job may go from one state to the other. */
export function canMove(from: JobState, to: JobState): boolean {
  return MOVES[from].includes(to);
}

/** True when nothing more will happen to the job but its purge. */
export function isTerminal(state: JobState): boolean {
  return state === "SUCCESS" || state === "FAILED" || state === "PURGED";
}
