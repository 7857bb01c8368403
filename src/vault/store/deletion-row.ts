// A row of `deletion`, for a deletion or a dry run: as stored, and as inserted.
import type { DeletionBlocker, DeletionPhase, DeletionState } from "../../erasure/deletion.ts";
import type { DeletionTarget } from "../../erasure/ledger-entry.ts";

/** A deletion as stored. Times are milliseconds since 1970. */
export interface DeletionRow {
  serial: number;
  tracking_id: string;
  target: DeletionTarget;
  state: DeletionState;
  phase: DeletionPhase;
  /** Sealed user id of the requester. */
  requester: ArrayBuffer;
  cutoff: number | null;
  /** Mappings up to this id are covered, or, with a search, searched. */
  cutoff_id: number | null;
  total: number | null;
  cleared: number;
  /** Id up to which the current phase is done. */
  cursor: number;
  /** Version of the cutoff day's key that seals its survivors; null until it is chosen. */
  next_version: number | null;
  accepted: number;
  effective: number | null;
  started: number | null;
  finished: number | null;
  /** Failed attempts since the last progress. */
  attempts: number;
  due: number | null;
  /** What blocked the last attempt; null while it makes progress. */
  blocker: DeletionBlocker | null;
  /** Records it reached but could not open. */
  quarantined: number;
  /** JSON: day and version of each destroyed key. */
  destroyed_keys: string;
  receipt: string | null;
  /** Sealed search of an erasure by value, token or attribute; null when done, and for deletions by age. */
  search: ArrayBuffer | null;
  /** JSON counts of its matches; null before the first match. */
  matches: string | null;
}

/** Keyed digests of an Idempotency-Key and of its request. */
export interface DeletionRequest {
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The deletion made with an Idempotency-Key. */
export interface RequestedDeletion {
  tracking_id: string;
  /** 1 when its request was the same. */
  is_same: number;
}

/** A deletion or dry run to insert. */
export interface NewDeletion {
  readonly trackingId: string;
  readonly target: DeletionTarget;
  readonly requester: Uint8Array<ArrayBuffer>;
  readonly cutoff: number | null;
  readonly cutoffId: number | null;
  readonly accepted: number;
  readonly search: Uint8Array<ArrayBuffer> | null;
  /** Absent: a repeated request is not recognized. */
  readonly request?: DeletionRequest | null;
}

/** An erasure in effect whose search of values goes on: those with ids above `cursor`, up to `upTo`, are to come. */
export interface OpenSearch {
  readonly serial: number;
  readonly tracking_id: string;
  readonly cursor: number;
  readonly upTo: number;
}
