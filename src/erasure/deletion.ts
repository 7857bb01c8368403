// A deletion as data: what a deletion by age covers, and each deletion's states, phases and progress. Pure.
import type { VaultError } from "../core/errors.ts";
import { err, ok, type Result } from "../core/result.ts";
import { type Age, DAY_MS, dayOf, parseIsoDay } from "../core/time.ts";
import type { DeletionTarget } from "./ledger-entry.ts";

/** State of a deletion. ACCEPTING, before the caller has an answer, is shown as PENDING; HELD is shown with a reason. */
export type DeletionState =
  | "ACCEPTING"
  | "HELD"
  | "PENDING"
  | "IN-PROGRESS"
  | "SUCCESS"
  | "FAILED"
  | DryRunState;

/** State of a dry run, shown as IN-PROGRESS, then SUCCESS. */
type DryRunState = "COUNTING" | "COUNTED";

/** Last phases of every deletion: append the closing ledger entry, renew the digests of surviving data, sign the receipt. */
const LAST_PHASES = ["close", "renew", "receipt"] as const;

/**
 * Phases of a deletion by age, in order: count the covered mappings, delete the rows, sweep the digests, destroy the
 * keys of fully covered days, replace those of other days with covered mappings (the cutoff's day, and later ones
 * from a clock that was ahead), purge jobs, then the last phases. Few rows among many survivors go through `few-rows`
 * instead of `rows` and `digests`.
 */
const AGE_PHASES = [
  "count",
  "rows",
  "digests",
  "keys",
  "day-keys",
  "jobs",
  ...LAST_PHASES,
] as const;

/**
 * Phases of an erasure by value, token or attribute after its exact matches are deleted: search the remaining values,
 * search attributes, delete the attributes of deleted mappings, search jobs, replace the keys of affected days, then
 * the last phases.
 */
const SEARCH_PHASES = [
  "values",
  "pairs",
  "left-pairs",
  "job-data",
  "day-keys",
  ...LAST_PHASES,
] as const;

/** Phases of a deletion of audit records: delete them, append the closing ledger entry, sign the receipt. */
const AUDIT_PHASES = ["audit", "close", "receipt"] as const;

/**
 * A phase. `day-pairs` alternates with `day-keys`, day by day: first values, then attributes. `reseal` occurs in
 * databases of 0.1.0, for a part of `day-keys` that came before `keys`.
 */
export type DeletionPhase =
  | (typeof AGE_PHASES | typeof SEARCH_PHASES | typeof AUDIT_PHASES)[number]
  | "few-rows"
  | "day-pairs"
  | "reseal";

/** What blocks a deletion: the ledger is out of reach, a key or its sealed search does not open. Stored: never rename. */
export type DeletionBlocker = "ledger" | "key" | "search" | "internal";

/** Whether deletions with this target search the stored data. */
export function isSearch(target: DeletionTarget): boolean {
  return target === "value" || target === "token" || target === "attribute";
}

/** The first phase of a deletion. Values are not searched for an attribute. */
export function firstPhase(target: DeletionTarget): DeletionPhase {
  if (target === "audit") return "audit";
  if (target === "attribute") return "pairs";
  return isSearch(target) ? "values" : "count";
}

/** The phase after another, null after the last. */
export function phaseAfter(target: DeletionTarget, phase: DeletionPhase): DeletionPhase | null {
  if (phase === "few-rows" || phase === "reseal") return "keys";
  if (phase === "day-pairs") return "day-keys";
  const phases = phasesOf(target);
  return phases[phases.indexOf(phase) + 1] ?? null;
}

function phasesOf(target: DeletionTarget): readonly DeletionPhase[] {
  if (target === "audit") return AUDIT_PHASES;
  return isSearch(target) ? SEARCH_PHASES : AGE_PHASES;
}

/** Whether deleting digests one by one, a page each, costs less than sweeping all, a hundred per page. */
export function isFew(dead: number, digests: number): boolean {
  return dead * 50 < digests;
}

/** Percentage of deleted rows, rounded down; null while they are being counted. */
export function percentOf(cleared: number, total: number | null): number | null {
  if (total === null) return null;
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * cleared) / total));
}

/**
 * The UTC day (a number of days since 1970) before which audit records are covered. They are kept by day: a deletion
 * never covers the current day's, nor, with a duration N, those of the N days before it.
 */
export function auditDayOf(age: Age, acceptedAt: number): Result<number, VaultError> {
  const today = dayOf(acceptedAt);
  if ("duration" in age) return ok(today - age.duration);
  const day = parseIsoDay(age.date);
  if (day === null) return err({ code: "invalid_date" });
  return day > today ? err({ code: "date_in_future" }) : ok(day);
}

/**
 * The cutoff (milliseconds since 1970): mappings created before it are covered. It is fixed at acceptance.
 * - `date` D: created before D 00:00:00 UTC. D may be at most tomorrow, which covers every mapping that exists at
 *   acceptance; `newest` is the newest creation time given out, which is ahead of a clock that was set back.
 * - `duration` N: created more than N x 24 hours before acceptance.
 */
export function cutoffOf(age: Age, acceptedAt: number, newest: number): Result<number, VaultError> {
  if ("duration" in age) return ok(acceptedAt - age.duration * DAY_MS);
  const day = parseIsoDay(age.date);
  if (day === null) return err({ code: "invalid_date" });
  if (day > dayOf(acceptedAt) + 1) return err({ code: "date_in_future" });
  return ok(day > dayOf(acceptedAt) ? Math.max(acceptedAt, newest) + 1 : day * DAY_MS);
}

const LONGEST_DELAY_MS = 5 * 60_000;

/** Milliseconds from a failed step to its next try: doubles from a second to five minutes. A deletion is never given up. */
export function delayAfter(attempts: number): number {
  return Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** Math.min(attempts, 10));
}
