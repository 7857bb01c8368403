// Old entries of a namespace's ledger fold into one row that stands for all of them: a checkpoint. It keeps the hash of the
// last one, so that the chain goes on from it, a signed statement, and what a restored copy needs to know. Pure.
import { DAY_MS } from "../core/time.ts";
import { isSearch } from "./deletion.ts";
import type { LedgerEntry } from "./ledger-entry.ts";

/** Entries younger than this stay as they are. */
export const FOLD_AGE_MS = 365 * DAY_MS;
/** Fewer entries than this are not folded: a checkpoint takes the room of some three. */
export const FEWEST_FOLDED = 20;
/** Entries that fold at a time. */
export const MOST_FOLDED = 1_000;

/** What is read of an entry that may fold; `details` of checkpoints only. */
export type OldEntry = Omit<LedgerEntry, "trackingId" | "previousHash">;

/** The `details` of a checkpoint. */
export interface CheckpointDetails {
  /** Compact JWS over `checkpointText`. */
  readonly signed: string;
  /** Erasures by value, token or attribute among what is folded: nothing can repeat those. */
  readonly searches: number;
}

/** What a checkpoint says of a namespace's first entries. */
export interface Fold extends Pick<CheckpointDetails, "searches"> {
  /** The last that is folded; it was the number of them, too. */
  readonly position: number;
  /** Its hash. */
  readonly hash: string;
  /** All were recorded before this instant (milliseconds since 1970). */
  readonly before: number;
  /** What the erasures by age among them come to together, as in an entry. */
  readonly watermark: number | null;
  readonly cutoff: number | null;
}

/** What the first entries of a ledger, in order, fold into; null when too few of them are old enough. */
export function foldOf(entries: readonly OldEntry[], before: number): Fold | null {
  const young = entries.findIndex(({ at }) => at >= before);
  const old = young === -1 ? entries : entries.slice(0, young);
  const last = old.at(-1);
  if (last === undefined || old.length < FEWEST_FOLDED) return null;
  const byAge = old.filter(({ cutoff }) => cutoff !== null);
  // One that has no watermark goes by time (receipts that were fed back), and so do all together.
  const watermarks = byAge.map(({ watermark }) => watermark).filter((id) => id !== null);
  return {
    position: last.position,
    hash: last.hash,
    before,
    searches: old.reduce((sum, entry) => sum + searchesIn(entry), 0),
    watermark: watermarks.length === byAge.length ? highest(watermarks) : null,
    cutoff: highest(byAge.map(({ cutoff }) => cutoff ?? 0)),
  };
}

/** Erasures by value, token or attribute that an entry stands for without telling which. */
export function foldedSearches({ phase, details }: Pick<LedgerEntry, "phase" | "details">): number {
  return phase === "checkpoint" ? (JSON.parse(details) as CheckpointDetails).searches : 0;
}

/** The text that is signed: a JSON object. */
export function checkpointText(nid: string, { position, hash, before }: Fold): string {
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

function highest(numbers: readonly number[]): number | null {
  return numbers.reduce<number | null>((most, one) => Math.max(most ?? one, one), null);
}
