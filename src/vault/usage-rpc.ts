// What a Vault object tells of the requests it has counted, and of its keys: types only, as in rpc.ts.

/** How counts of requests are put together: by operation alone, by day and outcome, or by these and user. */
export type UsageGrouping = "operation" | "outcome" | "user";

/** Which counts: of UTC days (numbers since 1970) from one to another, both inclusive, and how many rows, those by operation aside. */
export interface UsageQuery {
  readonly from: number;
  readonly to: number;
  /** Rows of the first day to leave out. */
  readonly offset: number;
  readonly limit: number;
}

/** Requests of an operation; `day` is the first when all days are one row. */
export interface UsageView {
  readonly day: number;
  readonly operation: string;
  /** `ok` or the code of a failure; null when all outcomes are one row. */
  readonly outcome: string | null;
  readonly requests: number;
  /** Items of the lists that were sent. */
  readonly items: number;
  /** Time until the answers, in milliseconds. */
  readonly ms: number;
  /** Null when all users are one row, or no token of the user is known. */
  readonly user: string | null;
}

/** What it came to that a namespace has wrapped keys with the newest version of the root key. */
export interface KeysWrapped {
  /** Keys that were wrapped anew. */
  readonly wrapped: number;
  /** Keys that no version opens, because they are damaged; known once it is done. */
  readonly unreadable: number;
  /** Nothing here needs an older version any more. */
  readonly isDone: boolean;
}

/** Work that waits: how much is in a state, and since when its oldest (milliseconds since 1970). */
interface WaitingWork {
  readonly state: string;
  readonly count: number;
  readonly oldest: number;
}

/** What an operator watches of a namespace. */
export interface VaultFigures {
  /** Of its database. */
  readonly bytes: number;
  readonly jobs: readonly WaitingWork[];
  readonly deletions: readonly WaitingWork[];
}
