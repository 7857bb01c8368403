// Waits a limited time for work that calls another object, which may hang, so that other work can continue.

import { inTime, TooLate } from "../../platform/in-time.ts";

/** Longest wait. A healthy Registry answers within some milliseconds. */
const PATIENCE_MS = 2_000;

/** Wait for work, but 2 s at most: true when it has ended; false when it still runs, and its outcome is ignored here. */
export async function waitForAWhile(work: Promise<unknown>): Promise<boolean> {
  try {
    await inTime(work, PATIENCE_MS);
    return true;
  } catch (error) {
    if (error instanceof TooLate) return false;
    throw error;
  }
}
