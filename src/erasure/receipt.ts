// What an erasure receipt states. It is made from the closing ledger entry alone, so that it can be
// made again, and holds no personal data. Pure.
import { DAY_MS, isoDate } from "../core/time.ts";
import { isSearch } from "./deletion.ts";
import { canonicalText, type LedgerEntry, type ReplayNote } from "./ledger-entry.ts";
import type { MatchCounts } from "./search.ts";

/**
 * How long it is kept what repeats an erasure by value, token or attribute (keyed digests): the platform's
 * history of 30 days, in which an older copy can come back, and as long again for whoever notices late.
 */
export const REPLAY_MS = 60 * DAY_MS;

/** How long the object may take to close after a deletion, which folds in the log of its database. */
const LOG_MS = 3_600_000;

/** How long the platform keeps a database's history: 30 days of point-in-time recovery. */
const HISTORY_MS = 30 * DAY_MS;

/** The `details` of a closing entry. */
export interface FinishDetails {
  /** When it was asked for, in milliseconds since 1970. */
  readonly accepted: number;
  /** When it came into effect. */
  readonly effective: number;
  /** Mappings erased; of the audit, records. */
  readonly mappings: number;
  readonly destroyedKeys: readonly { readonly day: number; readonly version: number }[];
  /** Records it came to and could not open; absent in entries from before they were counted, and of a namespace. */
  readonly quarantined?: number;
  /** Of an erasure by value, token or attribute: its counts, and the parts that repeat it. */
  readonly matches?: MatchCounts;
  readonly replay?: ReplayNote;
  /** And the sealed search. */
  readonly search?: ReplayNote;
}

const instant = (ms: number): string => new Date(ms).toISOString();

/**
 * The instant from which nothing of what was erased can be told from what is stored. On a disk of our own, `settled`:
 * when keys and blinding were gone, and an hour for the log to be folded in. On the platform (null) its history has them
 * for 30 days more, and as long it is said of a namespace everywhere. What repeats a search after a restore is in the
 * keeper of replay parts for 60 days from then, and in its history likewise.
 */
export function unrecoverableFrom({ target, at }: LedgerEntry, settled: number | null): number {
  const inData = settled === null ? at + HISTORY_MS : settled + LOG_MS;
  if (!isSearch(target)) return inData;
  return Math.max(inData, at + REPLAY_MS + DAY_MS + (settled === null ? HISTORY_MS : 0));
}

/**
 * The receipt's text, a JSON object. Worth knowing:
 * - `unreadable_since`: from then on no path of the service gave the values;
 * - `ledger.entry`: the text whose SHA-256 is `ledger.hash`;
 * - `unrecoverable_from`: from then on nothing that is stored tells them (`unrecoverableFrom`), older copies excepted;
 * - `quarantined`: records that could not be opened. A search does not know whether they match; by age they are
 *   survivors of a split day, and what they were sealed with is destroyed.
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
 * By age everything is unreadable from acceptance on. A search makes only exact matches so at once, and hides what was
 * submitted with jobs until it has come to them; all else is unreadable when it has come to its end.
 */
function unreadable(effective: number, { target, at }: LedgerEntry) {
  if (!isSearch(target)) return { unreadable_since: instant(effective) };
  return { unreadable_since: instant(at), exact_unreadable_since: instant(effective) };
}

/** Counts only: what was looked for, and what was found, is in no receipt. */
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
