// Entries of the erasure ledger, which the Registry stores apart from the data they are about. The entries of a
// namespace form a chain: each contains the hash of the one before. After a restore of an older copy, a namespace and its
// ledger are matched again. Pure.

/**
 * Event recorded by an entry: an erasure's acceptance or end; that the operator has matched ledger and data again;
 * or the state of the audit log (`watermark` is its last batch, `details` has that batch's hash). A checkpoint
 * replaces all entries up to its position (erasure/checkpoint.ts) and has the last one's hash.
 */
type LedgerPhase = "accepted" | "finished" | "re-anchored" | "audited" | "checkpoint";

/** What a deletion covers. */
export type DeletionTarget =
  | "age"
  | "retention"
  | "value"
  | "token"
  | "attribute"
  | "audit"
  | "namespace";

/** In the `details` of an entry with replay parts: the SHA-256 of each, in hex. */
export interface ReplayNote {
  readonly sha256: readonly string[];
}

/** The `details` of an erasure's acceptance. */
export interface AcceptanceDetails {
  readonly replay?: ReplayNote;
  /** After a receipt of a deletion of audit records was submitted again: the UTC day (days since 1970) before which it covers all. */
  readonly beforeDay?: number;
}

/** Facts of an entry. No personal data: numbers, times, ids and digests only. */
export interface LedgerFacts {
  readonly trackingId: string;
  readonly phase: LedgerPhase;
  readonly target: DeletionTarget;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Mappings (audit: batches) up to this id are erased; with a search, those among them that match. */
  readonly watermark: number | null;
  /** Mappings created before this instant (milliseconds since 1970) are erased, or null. */
  readonly cutoff: number | null;
  /** JSON text of further facts of the phase (counts, destroyed keys). */
  readonly details: string;
}

/** A ledger entry at its position. */
export interface LedgerEntry extends LedgerFacts {
  /** 1 for a namespace's first entry. */
  readonly position: number;
  /** Hash of the entry before it; 64 zeros for the first. */
  readonly previousHash: string;
  /** SHA-256 of the entry's canonical text, as 64 hex digits. */
  readonly hash: string;
}

/** Used as the hash before a namespace's first entry. */
export const NO_HASH = "0".repeat(64);

/** A note of parts that no longer exist anywhere: a lookup finds them missing. */
export const UNKNOWN_PARTS: ReplayNote = { sha256: [NO_HASH] };

const VERSION = "masking-vault/ledger/v1";

/** Facts and namespace in a canonical text; null for any other JSON text. */
export function readCanonicalText(text: string): { nid: string; facts: LedgerFacts } | null {
  const [version, nid, , , trackingId, phase, target, at, watermark, cutoff, details] = JSON.parse(
    text,
  ) as [string, string, number, string, ...FactTuple];
  if (version !== VERSION) return null;
  return { nid, facts: { trackingId, phase, target, at, watermark, cutoff, details } };
}

type FactTuple = [
  string,
  LedgerPhase,
  DeletionTarget,
  number,
  number | null,
  number | null,
  string,
];

/** The text whose SHA-256 is an entry's hash: a JSON array in fixed order. */
export function canonicalText(nid: string, entry: Omit<LedgerEntry, "hash">): string {
  return JSON.stringify([
    VERSION,
    nid,
    entry.position,
    entry.previousHash,
    entry.trackingId,
    entry.phase,
    entry.target,
    entry.at,
    entry.watermark,
    entry.cutoff,
    entry.details,
  ]);
}

/** Positions of the last ledger entry that a namespace knows of, and of the ledger's last entry. */
export interface AnchorPositions {
  readonly position: number;
  readonly ledgerPosition: number;
}

/** What the operator is shown before data and ledger are matched again; the lists hold tracking ids. */
export interface AnchorView extends AnchorPositions {
  /** Why the namespace does not serve; null: nothing has to be done. */
  readonly problem: "ledger_ahead" | "replay_expired" | null;
  /** Erasures missing in the ledger, or whose end is missing there: they are appended to it again. */
  readonly missing: readonly string[];
  /** Erasures in the ledger that are missing in this data: they are repeated. */
  readonly repeated: readonly string[];
  /** Erasures that can no longer be repeated: the data they erased is here again. */
  readonly lost: readonly string[];
  /** How many more such erasures the folded part of the ledger may contain, whose ids are gone. */
  readonly foldedSearches: number;
}
