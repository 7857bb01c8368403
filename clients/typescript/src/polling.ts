// Following something that goes on in the background until it has ended.
import { pause } from "./transport.ts";
import { VaultError } from "./vault-error.ts";

/** How long something is waited for, and who is told. */
export interface WaitOptions {
  /** Longest wait, in milliseconds; without end where nothing is said. */
  readonly maxWaitMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Told after every look. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How far it is; `total` is null until it has been counted. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

const [FIRST_INTERVAL_MS, LONGEST_INTERVAL_MS] = [50, 1_000];

/** When waiting ends, in milliseconds since 1970. */
export function deadlineOf({ maxWaitMs = Number.POSITIVE_INFINITY }: WaitOptions): number {
  return Date.now() + maxWaitMs;
}

/**
 * Look, ever less often, until it has ended; `trackingId` names it in errors. A look that takes its time, because the
 * service answers with the end, is followed by the next one at once. Throws `wait_timeout`.
 */
export async function untilEnded<State extends { readonly status: string }>(
  trackingId: string,
  look: () => Promise<State>,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<State> {
  let interval = FIRST_INTERVAL_MS;
  for (;;) {
    const next = Date.now() + interval;
    const state = await look();
    if (state.status !== "PENDING" && state.status !== "IN-PROGRESS") return state;
    const rest = next - Date.now();
    if (Date.now() + Math.max(0, rest) > deadline) {
      throw new VaultError("wait_timeout", "It has not ended in the time it was given", {
        trackingId,
      });
    }
    if (rest > 0) await pause(rest, signal);
    interval = Math.min(LONGEST_INTERVAL_MS, interval * 1.5);
  }
}
