// What a Vault object reports of counted requests, waiting work and key wrapping: types only, as in rpc.ts.

/** How counts of requests are grouped: by operation only; by day, operation and outcome; or by these and user. */
export type UsageGrouping = "operation" | "outcome" | "user";

/** Which counts to read: UTC days (numbers since 1970), both inclusive; offset and limit do not apply to `operation`. */
export interface UsageQuery {
  readonly from: number;
  readonly to: number;
  /** Number of rows of the first day to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** Requests of one operation; `day` is the first day when all days are summed in one row. */
export interface UsageView {
  readonly day: number;
  readonly operation: string;
  /** `ok` or a failure code; null when all outcomes are summed in one row. */
  readonly outcome: string | null;
  readonly requests: number;
  /** Items in the lists that requests sent. */
  readonly items: number;
  /** Total time until the answers, in milliseconds. */
  readonly ms: number;
  /** Null when all users are summed in one row, or when no token of the user is known. */
  readonly user: string | null;
}

/** Progress of wrapping a namespace's keys with the newest version of the root key. */
export interface KeysWrapped {
  readonly wrapped: number;
  /** Damaged keys that no root key version opens; known once `isDone`. */
  readonly unreadable: number;
  /** No key here needs an older root key version any more. */
  readonly isDone: boolean;
}

/** Waiting work: how many jobs or deletions are in a state, and the oldest one's time (milliseconds since 1970). */
interface WaitingWork {
  readonly state: string;
  readonly count: number;
  readonly oldest: number;
}

/** Figures of a namespace for an operator's monitoring. */
export interface VaultFigures {
  readonly bytes: number;
  readonly jobs: readonly WaitingWork[];
  readonly deletions: readonly WaitingWork[];
}
