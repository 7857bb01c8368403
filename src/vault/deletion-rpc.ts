// What a Vault object is asked about deletions and erasures, and what it tells of them: types only, plain data.
import type { DeletionBlocker, DeletionPhase } from "../erasure/deletion.ts";
import type { MatchCounts } from "../erasure/search.ts";

/** Whose mappings an erasure looks for. */
export type PersonQuery =
  | { readonly target: "value"; readonly values: readonly string[] }
  | { readonly target: "token"; readonly tokens: readonly string[] }
  /** An attribute's name and its value, any JSON. */
  | { readonly target: "attribute"; readonly key: string; readonly value: unknown };

/** What tells that a deletion is asked for again. */
export interface RepeatableRequest {
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of what it asks for, in hex. */
  readonly bodyDigest: string;
}

/** A try of a deletion that has failed: at what, in which phase, how many in a row, and when the next is due. */
export interface DeletionTrouble {
  readonly by: DeletionBlocker;
  readonly phase: DeletionPhase;
  readonly attempts: number;
  readonly nextTry: number;
}

/** A deletion for its follower. Times are milliseconds since 1970. */
export interface DeletionView {
  readonly trackingId: string;
  readonly state: "HELD" | "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED";
  /** It only counts what a deletion would clear. */
  readonly isDryRun: boolean;
  /** A legal hold keeps it from going on. */
  readonly isPaused: boolean;
  /** The last try has failed, and it waits for the next; null while it goes on. */
  readonly blocked: DeletionTrouble | null;
  /** Until when it waits for its turn to renew the index; null while it does not. */
  readonly renewal: number | null;
  /** Records it came to and could not open. */
  readonly quarantined: number;
  /** User id of whoever asked; empty for a standing rule or a replay. */
  readonly requestedUser: string;
  readonly requested: number;
  readonly finished: number | null;
  readonly cleared: number;
  /** Null while the mappings are being counted. */
  readonly total: number | null;
  /** Whole percent of the work; null while the mappings are being counted. */
  readonly percent: number | null;
  /** Counts of an erasure by value, token or attribute; null by age. */
  readonly matches: MatchCounts | null;
  /** Compact JWS, once the deletion has succeeded. */
  readonly receipt: string | null;
}

/** What a deletion by age is aimed at: mappings, or audit records. */
export type AgeTarget = "age" | "audit";

/** What a deletion would cover; days are numbers of UTC days since 1970, and none of the audit. */
export interface DeletionPreview {
  /** Mappings, or audit records. */
  readonly records: number;
  readonly days: readonly { readonly day: number; readonly mappings: number }[];
}

/** Sealed parts, as base64: the search, and what it found. */
export interface ReplayView {
  readonly search: readonly string[];
  readonly found: readonly string[];
}

/** What an erasure by value, token or attribute would find now. */
export interface PersonPreview {
  readonly mappings: number;
  readonly matches: MatchCounts;
}

/** A dry run of a large namespace: it is counted in the background, and read as a deletion is. */
export interface StartedDryRun {
  readonly trackingId: string;
}

/** The standing retention. */
export interface RetentionView {
  /** Days a mapping is kept, null for no rule. */
  readonly days: number | null;
  /** Deletion job the rule started last, null when it has started none. */
  readonly lastTrackingId: string | null;
  /** A legal hold keeps the rule from being applied. */
  readonly isPaused: boolean;
}
