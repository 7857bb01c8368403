// A row of `deletion`: a deletion, or a dry run of one, as it is begun and as it is stored.
import type { DeletionBlocker, DeletionPhase, DeletionState } from "../../erasure/deletion.ts";
import type { DeletionTarget } from "../../erasure/ledger-entry.ts";

/** A deletion as stored. Times are milliseconds since 1970. */
export interface DeletionRow {
  serial: number;
  tracking_id: string;
  target: DeletionTarget;
  state: DeletionState;
  phase: DeletionPhase;
  /** Sealed user id of whoever asked. */
  requester: ArrayBuffer;
  cutoff: number | null;
  /** Mappings up to this id are covered; with a search: looked through. */
  cutoff_id: number | null;
  total: number | null;
  cleared: number;
  /** Id up to which the present phase is done. */
  cursor: number;
  /** Version of the cutoff day's key that its survivors are sealed with; null before that. */
  next_version: number | null;
  accepted: number;
  /** When it came into effect. */
  effective: number | null;
  started: number | null;
  finished: number | null;
  /** Failed tries since it last went on. */
  attempts: number;
  due: number | null;
  /** What the last try has failed at; null while it goes on. */
  blocker: DeletionBlocker | null;
  /** Records it came to and could not open. */
  quarantined: number;
  /** JSON: day and version of each destroyed key. */
  destroyed_keys: string;
  receipt: string | null;
  /** Sealed search of an erasure by value, token or attribute; null once it is done, and by age. */
  search: ArrayBuffer | null;
  /** JSON counts of its matches, null before the first. */
  matches: string | null;
}

/** An Idempotency-Key, and what was asked with it: keyed digests. */
export interface DeletionRequest {
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The deletion that an Idempotency-Key has made. */
export interface RequestedDeletion {
  tracking_id: string;
  /** 1 if the same was asked for then. */
  is_same: number;
}

/** A deletion, or a dry run of one, to begin. */
export interface NewDeletion {
  readonly trackingId: string;
  readonly target: DeletionTarget;
  readonly requester: Uint8Array<ArrayBuffer>;
  readonly cutoff: number | null;
  readonly cutoffId: number | null;
  readonly accepted: number;
  readonly search: Uint8Array<ArrayBuffer> | null;
  /** Absent: nothing tells that it is asked for again. */
  readonly request?: DeletionRequest | null;
}
