// What a Vault object receives and returns for deletions and erasures: types only, plain data.
import type { DeletionBlocker, DeletionPhase } from "../erasure/deletion.ts";
import type { MatchCounts } from "../erasure/search.ts";

/** What an erasure of one person searches for. */
export type PersonQuery =
  | { readonly target: "value"; readonly values: readonly string[] }
  | { readonly target: "token"; readonly tokens: readonly string[] }
  /** An attribute's name and its value (any JSON). */
  | { readonly target: "attribute"; readonly key: string; readonly value: unknown };

/** Identifies a repeated request for the same deletion. */
export interface RepeatableRequest {
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of what the request asks for, in hex. */
  readonly bodyDigest: string;
}

/** A deletion's failed attempt: what blocked it, in which phase, how many failed in a row, and when the next is due. */
export interface DeletionTrouble {
  readonly by: DeletionBlocker;
  readonly phase: DeletionPhase;
  readonly attempts: number;
  readonly nextTry: number;
}

/** A deletion as its readers see it. Times are milliseconds since 1970. */
export interface DeletionView {
  readonly trackingId: string;
  readonly state: "HELD" | "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED";
  /** It only counts the mappings that a deletion would clear. */
  readonly isDryRun: boolean;
  /** A legal hold pauses it. */
  readonly isPaused: boolean;
  /** Set when the last attempt failed and the next one is pending; null while it proceeds. */
  readonly blocked: DeletionTrouble | null;
  /** Time of its turn to renew the index; null unless it waits for that. */
  readonly renewal: number | null;
  /** Records it reached but could not open. */
  readonly quarantined: number;
  /** User id of the requester; empty for a standing rule or a replay. */
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

/** What a deletion by age covers: mappings, or audit records. */
export type AgeTarget = "age" | "audit";

/** What a deletion would cover. Days are UTC day numbers since 1970; the list is empty for audit records. */
export interface DeletionPreview {
  /** Mappings, or audit records. */
  readonly records: number;
  readonly days: readonly { readonly day: number; readonly mappings: number }[];
}

/** Sealed parts, as base64: of the search, and of what it found. */
export interface ReplayView {
  readonly search: readonly string[];
  readonly found: readonly string[];
}

/** What an erasure by value, token or attribute would find now. */
export interface PersonPreview {
  readonly mappings: number;
  readonly matches: MatchCounts;
}

/** A dry run in a large namespace: counts in the background, and is read like a deletion. */
export interface StartedDryRun {
  readonly trackingId: string;
}

/** The standing retention. */
export interface RetentionView {
  /** Days that a mapping is kept; null: no rule. */
  readonly days: number | null;
  /** Tracking id of the last deletion the rule started; null when it has started none. */
  readonly lastTrackingId: string | null;
  /** A legal hold pauses the rule. */
  readonly isPaused: boolean;
}
