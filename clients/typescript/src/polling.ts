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

const [FIRST_POLL_MS, LONGEST_POLL_MS] = [50, 2_000];

/** When waiting ends, in milliseconds since 1970. */
export function deadlineOf({ maxWaitMs = Number.POSITIVE_INFINITY }: WaitOptions): number {
  return Date.now() + maxWaitMs;
}

/** Look, ever less often, until it has ended; `trackingId` names it in errors. Throws `wait_timeout`. */
export async function untilEnded<State extends { readonly status: string }>(
  trackingId: string,
  look: () => Promise<State>,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<State> {
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(LONGEST_POLL_MS, wait * 1.5)) {
    const state = await look();
    if (state.status !== "PENDING" && state.status !== "IN-PROGRESS") return state;
    if (Date.now() + wait > deadline) {
      throw new VaultError("wait_timeout", "It has not ended in the time it was given", {
        trackingId,
      });
    }
    await pause(wait, signal);
  }
}
