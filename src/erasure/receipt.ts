// The content of an erasure receipt. Made from the closing ledger entry alone, so that it can be made again, and free
// of personal data. Pure.
import { DAY_MS, isoDate } from "../core/time.ts";
import { isSearch } from "./deletion.ts";
import { canonicalText, type LedgerEntry, type ReplayNote } from "./ledger-entry.ts";
import type { MatchCounts } from "./search.ts";

/**
 * How long the data that repeats an erasure by value, token or attribute (keyed digests) is kept: the platform's
 * history of 30 days, from which an older copy can return, and as long again in case that is noticed late.
 */
export const REPLAY_MS = 60 * DAY_MS;

/** How long the object may take to close after a deletion; closing folds in its database's log. */
const LOG_MS = 3_600_000;

/** How long the platform keeps a database's history: 30 days of point-in-time recovery. */
const HISTORY_MS = 30 * DAY_MS;

/** The `details` of a closing entry. */
export interface FinishDetails {
  /** When it was requested, in milliseconds since 1970. */
  readonly accepted: number;
  readonly effective: number;
  /** Number of erased mappings or, for the audit log, records. */
  readonly mappings: number;
  readonly destroyedKeys: readonly { readonly day: number; readonly version: number }[];
  /** Records it reached but could not open; absent in older entries, from before they were counted, and for a namespace. */
  readonly quarantined?: number;
  /** For an erasure by value, token or attribute: its counts, and the parts that repeat it. */
  readonly matches?: MatchCounts;
  readonly replay?: ReplayNote;
  readonly search?: ReplayNote;
}

const instant = (ms: number): string => new Date(ms).toISOString();

/**
 * The instant from which stored data no longer reveals what was erased. On the operator's own disk: an hour, for the
 * log to be folded in, after `settled`, when keys and blinding were destroyed. On the platform (`settled` null) its
 * history keeps them for 30 days more; a namespace's receipt always states that. The parts that repeat a search stay
 * with their keeper for 60 days, and as long as that in its history.
 */
export function unrecoverableFrom({ target, at }: LedgerEntry, settled: number | null): number {
  const inData = settled === null ? at + HISTORY_MS : settled + LOG_MS;
  if (!isSearch(target)) return inData;
  return Math.max(inData, at + REPLAY_MS + DAY_MS + (settled === null ? HISTORY_MS : 0));
}

/**
 * The receipt's text, a JSON object. Notable members:
 * - `unreadable_since`: from then on no path of the service gave the values;
 * - `ledger.entry`: the text whose SHA-256 is `ledger.hash`;
 * - `unrecoverable_from`: from then on no stored data reveals them (`unrecoverableFrom`), except older copies;
 * - `quarantined`: records that could not be opened. A search cannot tell whether they match; in a deletion by age
 *   they are survivors of a split day, whose former key is destroyed.
 */
export function receiptText(nid: string, entry: LedgerEntry, unrecoverable: number): string {
  const details = JSON.parse(entry.details) as FinishDetails;
  const { accepted, effective, mappings, destroyedKeys, matches, quarantined } = details;
  return JSON.stringify({
    iss: "masking-vault",
    version: 1,
    nid,
    job_id: entry.trackingId,
    kind: entry.target,
    cutoff: entry.cutoff === null ? null : instant(entry.cutoff),
    accepted: instant(accepted),
    finished: instant(entry.at),
    counts: entry.target === "audit" ? { audit_records: mappings } : { mappings },
    ...(quarantined === undefined ? {} : { quarantined }),
    ...(matches === undefined ? {} : matchClaims(matches)),
    destroyed_keys: destroyedKeys.map(({ day, version }) => ({
      day: isoDate(day * DAY_MS),
      version,
    })),
    ...unreadable(effective, entry),
    unrecoverable_from: instant(unrecoverable),
    ledger: {
      position: entry.position,
      hash: entry.hash,
      previous_hash: entry.previousHash,
      entry: canonicalText(nid, entry),
    },
  });
}

/**
 * By age, everything is unreadable from acceptance on. A search makes only exact matches unreadable at once, and
 * hides submitted job data until it has searched it; all other matches are unreadable when it has ended.
 */
function unreadable(effective: number, { target, at }: LedgerEntry) {
  if (!isSearch(target)) return { unreadable_since: instant(effective) };
  return { unreadable_since: instant(at), exact_unreadable_since: instant(effective) };
}

/** Counts only: no receipt contains what was searched for or found. */
function matchClaims(matches: MatchCounts) {
  const { exact, normalised, contained, keptShared, pairs, jobs, openJobs } = matches;
  return {
    match: { exact, normalised, contained },
    kept_shared: keptShared,
    attribute_pairs: pairs,
    jobs_purged: jobs,
    mask_jobs_still_open: openJobs,
  };
}
