// SQL of `deletion`: one row per deletion job, kept as proof for as long as the namespace exists.

import {
  type DeletionBlocker,
  type DeletionPhase,
  type DeletionState,
  firstPhase,
  phaseAfter,
} from "../../erasure/deletion.ts";
import type { DeletionTarget } from "../../erasure/ledger-entry.ts";
import { Store } from "../../platform/store.ts";
import type {
  DeletionRequest,
  DeletionRow,
  NewDeletion,
  OpenSearch,
  RequestedDeletion,
} from "./deletion-row.ts";

const COLUMNS = `serial, tracking_id, target, state, phase, requester, cutoff, cutoff_id, total,
  cleared, cursor, next_version, accepted, effective, started, finished, attempts, due, blocker, quarantined,
  destroyed_keys, receipt, search, matches`;
const BY_TRACKING_ID = `SELECT ${COLUMNS} FROM deletion WHERE tracking_id = ?`;
const REQUESTED = "SELECT tracking_id, request_body = ? AS is_same FROM deletion WHERE request = ?";
const IN_EFFECT = `SELECT ${COLUMNS} FROM deletion 
  WHERE state IN ('PENDING', 'IN-PROGRESS', 'SUCCESS') ORDER BY serial`;
/** The condition of the index of unfinished deletions. */
export const IS_OPEN = "state IN ('ACCEPTING', 'HELD', 'PENDING', 'IN-PROGRESS')";
/** Unfinished deletions, by their index; more conditions may follow. */
export const OPEN_DELETIONS = `deletion INDEXED BY deletion_open WHERE ${IS_OPEN}`;
const NEXT = `SELECT ${COLUMNS} FROM ${OPEN_DELETIONS}
  AND state IN ('PENDING', 'IN-PROGRESS') AND coalesce(due, 0) <= ? ORDER BY serial LIMIT 1`;
const OPEN_SEARCHES = `SELECT serial, tracking_id, cursor, cutoff_id AS upTo FROM ${OPEN_DELETIONS}
  AND state IN ('PENDING', 'IN-PROGRESS') AND phase = 'values' AND search IS NOT NULL ORDER BY serial`;
const ACCEPTING = `SELECT tracking_id FROM ${OPEN_DELETIONS} AND state = 'ACCEPTING' ORDER BY serial`;
const RESUME = `UPDATE deletion SET state = 'ACCEPTING'
  WHERE serial IN (SELECT serial FROM ${OPEN_DELETIONS} AND state = 'HELD' ORDER BY serial LIMIT ?) RETURNING serial`;
/** Unfinished dry runs, by their own index. */
const COUNTING = "deletion INDEXED BY deletion_counting WHERE state = 'COUNTING'";
const NEXT_DRY_RUN = `SELECT ${COLUMNS} FROM ${COUNTING} AND coalesce(due, 0) <= ? ORDER BY serial LIMIT 1`;
const ACCEPTED_BEFORE = `SELECT accepted FROM deletion
  WHERE target <> 'retention' AND state NOT IN ('COUNTING', 'COUNTED') ORDER BY serial DESC LIMIT 1 OFFSET ?`;
const COUNT_OPEN = `SELECT count(*) AS n FROM ${OPEN_DELETIONS} AND state <> 'HELD'`;
/** In phase \`job-data\`, the cursor is the serial number of the last job searched. */
const HAS_TO_SEARCH = `SELECT 1 FROM ${OPEN_DELETIONS} AND state IN ('PENDING', 'IN-PROGRESS')
  AND search IS NOT NULL AND accepted >= ?1
  AND (phase IN ('values', 'pairs', 'left-pairs') OR (phase = 'job-data' AND cursor < ?2)) LIMIT 1`;

const LAST_TRACKING_ID =
  "SELECT tracking_id FROM deletion WHERE target = ? ORDER BY serial DESC LIMIT 1";
const END_DRY_RUN =
  "UPDATE deletion SET state = 'COUNTED', due = NULL, finished = ? WHERE serial = ?";
const ACTIVATE =
  "UPDATE deletion SET state = 'PENDING', due = ?1, effective = ?1 WHERE serial = ?2 AND state IN ('ACCEPTING', 'HELD')";
const HOLD = "UPDATE deletion SET state = 'HELD' WHERE serial = ? AND state = 'ACCEPTING'";
const START =
  "UPDATE deletion SET state = 'IN-PROGRESS', started = ? WHERE serial = ? AND state = 'PENDING'";
const COUNT_MATCHES = "UPDATE deletion SET matches = ?, cleared = ? WHERE serial = ?";
const DESTROYED_KEYS = "SELECT destroyed_keys FROM deletion WHERE serial = ?";
const POSTPONE =
  "UPDATE deletion SET attempts = attempts + 1, blocker = ?, due = ? WHERE serial = ?";
const FINISH = "UPDATE deletion SET finished = coalesce(finished, ?) WHERE serial = ?";
const TAKE_LEDGER_NUMBERS =
  "UPDATE deletion SET finished = ?, cleared = ?, matches = coalesce(?, matches) WHERE serial = ?";
const SUCCEED =
  "UPDATE deletion SET state = 'SUCCESS', due = NULL, blocker = NULL, receipt = ? WHERE serial = ?";
const OVERWRITE_SEARCH =
  "UPDATE deletion SET search = randomblob(length(search)) WHERE serial = ? AND search IS NOT NULL";

/** Reads and writes deletions. */
export class DeletionStore extends Store {
  /** Insert a deletion in state ACCEPTING. An existing row with its tracking id stays unchanged. */
  begin(deletion: NewDeletion): void {
    this.#insert(deletion, "ACCEPTING");
  }

  /** Insert a dry run in state COUNTING, due at once. */
  beginDryRun(deletion: NewDeletion): void {
    this.#insert(deletion, "COUNTING");
  }

  #insert(deletion: NewDeletion, state: DeletionState): void {
    this.sql.exec(
      `INSERT OR IGNORE INTO deletion (tracking_id, target, state, phase, requester, cutoff,
         cutoff_id, cleared, cursor, accepted, search, request, request_body, attempts, destroyed_keys)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, 0, '[]')`,
      deletion.trackingId,
      deletion.target,
      state,
      firstPhase(deletion.target),
      deletion.requester,
      deletion.cutoff,
      deletion.cutoffId,
      deletion.accepted,
      deletion.search,
      deletion.request?.digest ?? null,
      deletion.request?.body ?? null,
    );
  }

  find(trackingId: string): DeletionRow | null {
    return this.first(BY_TRACKING_ID, trackingId);
  }

  requested({ digest, body }: DeletionRequest): RequestedDeletion | null {
    return this.first(REQUESTED, body, digest);
  }

  /** All deletions that have taken effect, oldest first. */
  inEffect(): DeletionRow[] {
    return this.rows(IN_EFFECT);
  }

  lastTrackingId(target: DeletionTarget): string | null {
    return this.value<string>(LAST_TRACKING_ID, target);
  }

  /** Tracking ids of deletions that are still being accepted, oldest first. */
  accepting(): string[] {
    return this.column(ACCEPTING);
  }

  /** Number of unfinished deletions, without those that a hold keeps from taking effect. */
  countOpen(): number {
    return this.value<number>(COUNT_OPEN) ?? 0;
  }

  /** Acceptance time of the requested deletion after which `others` more were requested; null when there are too few. */
  acceptedBefore(others: number): number | null {
    return this.value<number>(ACCEPTED_BEFORE, others);
  }

  /** The erasures whose search has not come to all values yet, oldest first. */
  openSearches(): OpenSearch[] {
    return this.rows(OPEN_SEARCHES);
  }

  /** True while an erasure of one person that is in effect has yet to search a job submitted before it. */
  hasToSearch(job: { readonly serial: number; readonly submitted: number }): boolean {
    return this.value(HAS_TO_SEARCH, job.submitted, job.serial) !== null;
  }

  /** The oldest deletion that is due, or null. A failed one is not due for a while, so later ones proceed. */
  next(now: number): DeletionRow | null {
    return this.first(NEXT, now);
  }

  countDryRuns(): number {
    return this.value<number>(`SELECT count(*) AS n FROM ${COUNTING}`) ?? 0;
  }

  nextDryRun(now: number): DeletionRow | null {
    return this.first(NEXT_DRY_RUN, now);
  }

  /** End a finished dry run as COUNTED, and delete its search. */
  endDryRun(serial: number, now: number): void {
    this.dropSearch(serial);
    this.sql.exec(END_DRY_RUN, now, serial);
  }

  /** Delete dry runs that ended at or before an instant. */
  forgetDryRuns(before: number): void {
    this.sql.exec("DELETE FROM deletion WHERE state = 'COUNTED' AND finished <= ?", before);
  }

  /** Mark a deletion as accepted: it takes effect now. */
  activate(serial: number, now: number): void {
    this.sql.exec(ACTIVATE, now, serial);
  }

  /** Delete a deletion that was not accepted after all. */
  drop(trackingId: string): void {
    const row = this.find(trackingId);
    if (row?.state !== "ACCEPTING") return;
    this.dropSearch(row.serial);
    this.sql.exec("DELETE FROM deletion WHERE serial = ?", row.serial);
  }

  /** Mark it as recorded, without effect until the hold ends. */
  hold(serial: number): void {
    this.sql.exec(HOLD, serial);
  }

  /** After a hold: return up to `limit` held deletions to ACCEPTING, oldest first. False when there is none. */
  resumeSome(limit: number): boolean {
    return this.rows(RESUME, limit).length > 0;
  }

  start(serial: number, now: number): void {
    this.sql.exec(START, now, serial);
  }

  /**
   * Record a finished slice: progress up to `cursor`, or, when that is null, the end of the phase, and `next` begins.
   * Resets the failure count. `cleared` and `counted` are numbers of rows, `counted` null once counting is over;
   * `quarantined` is the number of records that could not be opened.
   */
  advance(
    { serial, target, phase }: DeletionRow,
    cursor: number | null,
    did: { cleared?: number; counted?: number; quarantined?: number; next?: DeletionPhase } = {},
  ): void {
    const { cleared = 0, counted = null, quarantined = 0 } = did;
    const { next = phaseAfter(target, phase) ?? phase } = did;
    this.sql.exec(
      `UPDATE deletion SET phase = ?, cursor = ?, cleared = cleared + ?, attempts = 0, blocker = NULL,
         total = iif(?4 IS NULL, total, coalesce(total, 0) + ?4), quarantined = quarantined + ?5
       WHERE serial = ?6`,
      cursor === null ? next : phase,
      cursor ?? 0,
      cleared,
      counted,
      quarantined,
      serial,
    );
  }

  /** Store what a search has removed so far: counts as JSON, and the number of mappings. */
  countMatches(serial: number, counts: string, cleared: number): void {
    this.sql.exec(COUNT_MATCHES, counts, cleared, serial);
  }

  /** Choose the version of the cutoff day's key that will seal its survivors. */
  chooseVersion(serial: number, version: number | null): void {
    this.sql.exec("UPDATE deletion SET next_version = ? WHERE serial = ?", version, serial);
  }

  /** Add destroyed keys to a deletion's list. */
  noteDestroyed(
    { serial }: DeletionRow,
    destroyed: readonly { day: number; version: number }[],
  ): void {
    // Read again: the caller's row may be outdated.
    const noted = this.value<string>(DESTROYED_KEYS, serial);
    const all = JSON.stringify([...JSON.parse(noted ?? "[]"), ...destroyed]);
    this.sql.exec("UPDATE deletion SET destroyed_keys = ? WHERE serial = ?", all, serial);
  }

  /** Count a failed attempt, record what blocked it, and wait until `due`. */
  postpone(serial: number, blocker: DeletionBlocker, due: number): void {
    this.sql.exec(POSTPONE, blocker, due, serial);
  }

  /** Record when the destruction ended; an earlier record stays, so that a repeated receipt is the same. */
  finish(serial: number, now: number): void {
    this.sql.exec(FINISH, now, serial);
  }

  takeLedgerNumbers(
    serial: number,
    entry: { finished: number; cleared: number; counts: string | null },
  ): void {
    this.sql.exec(TAKE_LEDGER_NUMBERS, entry.finished, entry.cleared, entry.counts, serial);
  }

  /** Wait until `due` without counting a failure. */
  wait(serial: number, due: number): void {
    this.sql.exec("UPDATE deletion SET due = ? WHERE serial = ?", due, serial);
  }

  /** Mark a deletion as done and proved by its receipt. */
  succeed(serial: number, receipt: string): void {
    this.sql.exec(SUCCEED, receipt, serial);
  }

  /** Delete a search that is no longer needed. Overwrites it first, because deleted bytes stay in their page. */
  dropSearch(serial: number): void {
    this.sql.exec(OVERWRITE_SEARCH, serial);
    this.sql.exec("UPDATE deletion SET search = NULL WHERE serial = ?", serial);
  }
}
