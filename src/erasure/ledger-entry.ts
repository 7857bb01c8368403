// Entries of the erasure ledger, which the Registry keeps apart from the data it speaks of. Entries of
// one namespace form a chain: each holds the hash of the one before. Pure.

/**
 * What an entry records: an erasure's acceptance or end, that the operator has made ledger and data level again, or how far
 * the audit had come (`watermark` is the batch then, and `details` has its hash). A
 * checkpoint stands for all entries up to its position (erasure/checkpoint.ts): it has the hash of the last of them.
 */
type LedgerPhase = "accepted" | "finished" | "re-anchored" | "audited" | "checkpoint";

/** What a deletion was aimed at. */
export type DeletionTarget =
  | "age"
  | "retention"
  | "value"
  | "token"
  | "attribute"
  | "audit"
  | "namespace";

/** In the `details` of an entry that has replay parts: the SHA-256 of each, as hexadecimal digits. */
export interface ReplayNote {
  readonly sha256: readonly string[];
}

/** Facts of an entry. No personal data: numbers, times, ids and digests only. */
export interface LedgerFacts {
  readonly trackingId: string;
  readonly phase: LedgerPhase;
  readonly target: DeletionTarget;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Mappings with ids up to this one are erased; with a search those among them that match. Batches, of the audit. */
  readonly watermark: number | null;
  /** Mappings created before this instant (milliseconds since 1970) are erased, or null. */
  readonly cutoff: number | null;
  /** JSON text of what else belongs to the phase (counts, destroyed keys). */
  readonly details: string;
}

/** An entry in its place. */
export interface LedgerEntry extends LedgerFacts {
  /** 1 for a namespace's first entry. */
  readonly position: number;
  /** Hash of the entry before, 64 zeros for the first. */
  readonly previousHash: string;
  /** SHA-256 of the entry's canonical text, as 64 hexadecimal digits. */
  readonly hash: string;
}

/** The hash before a namespace's first entry. */
export const NO_HASH = "0".repeat(64);

/** A note of parts that nobody has any more: whoever needs them finds them gone. */
export const UNKNOWN_PARTS: ReplayNote = { sha256: [NO_HASH] };

const VERSION = "masking-vault/ledger/v1";

/** Facts and namespace of a canonical text, null for any other text. */
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
