// A deletion as data: its states, its phases and how much of it is done. Pure.

/**
 * State of a deletion. ACCEPTING is never shown as such: the caller has no answer yet. HELD is shown
 * as PENDING with a reason.
 */
export type DeletionState = "ACCEPTING" | "HELD" | "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED";

/**
 * What a deletion does next, in this order: count what it covers, delete the rows, seal survivors of
 * the cutoff's own day anew, destroy day keys, purge jobs, write the receipt.
 */
export const DELETION_PHASES = ["count", "rows", "reseal", "keys", "jobs", "receipt"] as const;

/** One phase. */
export type DeletionPhase = (typeof DELETION_PHASES)[number];

/** The phase behind another, null behind the last. */
export function phaseAfter(phase: DeletionPhase): DeletionPhase | null {
  return DELETION_PHASES[DELETION_PHASES.indexOf(phase) + 1] ?? null;
}

/** Whole percent of the rows that are gone; null while they are being counted. */
export function percentOf(cleared: number, total: number | null): number | null {
  if (total === null) return null;
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * cleared) / total));
}
