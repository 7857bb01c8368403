// What a background job does, and where it stands. The moves between states are in the statements of
// vault/store/jobs.ts, each with the state it starts from.

/** What a job does. */
export type JobKind = "mask" | "unmask";

/**
 * State of a job. RECEIVING is never shown: the submission has not been acknowledged yet, and a
 * crash throws the job away.
 */
export type JobState = "RECEIVING" | "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED";
