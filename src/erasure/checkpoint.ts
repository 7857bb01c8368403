// Old entries of a namespace's ledger are folded into one row that replaces them all: a checkpoint. It keeps the hash of the
// last one, so that the chain continues from it, a signed statement, and what a restored copy needs to know. Pure.
import { DAY_MS } from "../core/time.ts";
import { isSearch } from "./deletion.ts";
import type { LedgerEntry } from "./ledger-entry.ts";

/** Entries younger than this are not folded. */
export const CHECKPOINT_AGE_MS = 365 * DAY_MS;
/** Fewer entries than this are not folded: a checkpoint takes as much space as some three entries. */
export const MIN_ENTRIES = 20;
/** Maximum entries folded at a time. */
export const MAX_ENTRIES = 1_000;

/** The columns read of an entry that may be folded; `details` only of checkpoints. */
export type OldEntry = Omit<LedgerEntry, "previousHash">;

/** The `details` of a checkpoint. */
export interface CheckpointDetails {
  /** Compact JWS over `checkpointText`. */
  readonly signed: string;
  /** Folded erasures by value, token or attribute, which cannot be repeated any more. */
  readonly searches: number;
  /** The folded deletion of audit records that covers most batches, if any; checkpoints of earlier versions lack it. */
  readonly audit?: FoldedAudit;
}

type FoldedAudit = Pick<LedgerEntry, "trackingId" | "watermark"> | null;

/** Content of a checkpoint, computed from a namespace's first entries. */
export interface Checkpoint extends Required<Pick<CheckpointDetails, "searches" | "audit">> {
  /** Position of the last folded entry, and so the number of entries. */
  readonly position: number;
  /** Hash of the last folded entry. */
  readonly hash: string;
  /** All folded entries were recorded before this instant (milliseconds since 1970). */
  readonly before: number;
  /** The highest watermark and cutoff of the erasures by age among them, as in an entry. */
  readonly watermark: number | null;
  readonly cutoff: number | null;
}

/** Fold the first entries of a ledger, given in order; null when too few of them are old enough. */
export function checkpointOf(entries: readonly OldEntry[], before: number): Checkpoint | null {
  const young = entries.findIndex(({ at }) => at >= before);
  const old = young === -1 ? entries : entries.slice(0, young);
  const last = old.at(-1);
  if (last === undefined || old.length < MIN_ENTRIES) return null;
  const byAge = old.filter(({ cutoff }) => cutoff !== null);
  // An entry without a watermark goes by time (a replayed receipt), and then the checkpoint does, too.
  const watermarks = byAge.map(({ watermark }) => watermark).filter((id) => id !== null);
  return {
    position: last.position,
    hash: last.hash,
    before,
    searches: old.reduce((sum, entry) => sum + searchesIn(entry), 0),
    audit: old.reduce((most: FoldedAudit, entry) => {
      const audit = auditIn(entry);
      return (audit?.watermark ?? 0) > (most?.watermark ?? 0) ? audit : most;
    }, null),
    watermark: watermarks.length === byAge.length ? highest(watermarks) : null,
    cutoff: highest(byAge.map(({ cutoff }) => cutoff ?? 0)),
  };
}

/** Number of erasures by value, token or attribute that an entry replaces without naming them. */
export function foldedSearches({ phase, details }: Pick<LedgerEntry, "phase" | "details">): number {
  return phase === "checkpoint" ? (JSON.parse(details) as CheckpointDetails).searches : 0;
}

/** What an older copy repeats for an entry; for a checkpoint, one deletion of each kind, equal to all those folded. */
export function entriesToRepeat(entry: LedgerEntry): LedgerEntry[] {
  if (entry.phase !== "checkpoint") return [entry];
  const accepted = { ...entry, phase: "accepted", details: "{}" } as const;
  const audit = auditIn(entry);
  return [
    ...(entry.cutoff === null ? [] : [accepted]),
    ...(audit ? [{ ...accepted, ...audit, target: "audit", cutoff: null } as const] : []),
  ];
}

/** The text to sign: a JSON object. */
export function checkpointText(nid: string, { position, hash, before }: Checkpoint): string {
  return JSON.stringify({
    iss: "masking-vault",
    version: 1,
    nid,
    entries: position,
    first: 1,
    last: position,
    hash,
    before: new Date(before).toISOString(),
  });
}

function searchesIn(entry: OldEntry): number {
  return entry.phase === "accepted" && isSearch(entry.target) ? 1 : foldedSearches(entry);
}

function auditIn(entry: OldEntry): FoldedAudit {
  if (entry.phase === "checkpoint")
    return (JSON.parse(entry.details) as CheckpointDetails).audit ?? null;
  const { trackingId, watermark } = entry;
  return entry.phase === "accepted" && entry.target === "audit" ? { trackingId, watermark } : null;
}

function highest(numbers: readonly number[]): number | null {
  return numbers.reduce<number | null>((most, one) => Math.max(most ?? one, one), null);
}
