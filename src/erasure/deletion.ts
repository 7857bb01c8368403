// A deletion as data: what one by age covers, its states, its phases and how much of it is done. Pure.
import type { VaultError } from "../core/errors.ts";
import { err, ok, type Result } from "../core/result.ts";
import { type Age, DAY_MS, dayOf, parseIsoDay } from "../core/time.ts";
import type { DeletionTarget } from "./ledger-entry.ts";

/**
 * State of a deletion. ACCEPTING is shown as PENDING: the caller has no answer yet, or had it during a hold that is just
 * ending. HELD is shown so with a reason.
 */
export type DeletionState =
  | "ACCEPTING"
  | "HELD"
  | "PENDING"
  | "IN-PROGRESS"
  | "SUCCESS"
  | "FAILED"
  | DryRunState;

/** State of a dry run: shown as IN-PROGRESS, then SUCCESS. */
type DryRunState = "COUNTING" | "COUNTED";

/**
 * How every deletion ends: write the closing entry into the ledger, renew the digests of what lives on, sign the
 * receipt.
 */
const LAST_PHASES = ["close", "renew", "receipt"] as const;

/**
 * What a deletion by age does, in this order: count what it covers, delete the rows, sweep the digests, destroy the keys
 * of days that are covered whole, replace those of other days that covered mappings have (the cutoff's own, and later
 * ones of a clock that was ahead), purge jobs, then the last ones. Few rows among many survivors take `few-rows` in
 * place of `rows` and `digests`.
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
 * What an erasure by value, token or attribute does when its exact matches are gone: look through the
 * remaining values, through attributes, delete the attributes of mappings that are gone, look through jobs, replace the
 * keys of touched days, then the last ones.
 */
const SEARCH_PHASES = [
  "values",
  "pairs",
  "left-pairs",
  "job-data",
  "day-keys",
  ...LAST_PHASES,
] as const;

/** What a deletion of audit records does: delete them, then write the closing entry and sign the receipt. */
const AUDIT_PHASES = ["audit", "close", "receipt"] as const;

/**
 * One phase. `day-pairs` takes turns with `day-keys`, day by day: values, then attributes. `reseal` stands in databases of
 * 0.1.0, for a part of `day-keys` that came before `keys`.
 */
export type DeletionPhase =
  | (typeof AGE_PHASES | typeof SEARCH_PHASES | typeof AUDIT_PHASES)[number]
  | "few-rows"
  | "day-pairs"
  | "reseal";

/**
 * What a deletion that cannot go on has failed at: the ledger could not be reached, a key or its own sealed search could
 * not be opened, or anything else. Stored: names stay.
 */
export type DeletionBlocker = "ledger" | "key" | "search" | "internal";

/** True for the targets that are looked for in what is stored. */
export function isSearch(target: DeletionTarget): boolean {
  return target === "value" || target === "token" || target === "attribute";
}

/** The first phase of a deletion. An attribute is never looked for in values. */
export function firstPhase(target: DeletionTarget): DeletionPhase {
  if (target === "audit") return "audit";
  if (target === "attribute") return "pairs";
  return isSearch(target) ? "values" : "count";
}

/** The phase behind another, null behind the last. */
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

/**
 * True when deleting each digest by itself, a page each, costs less than a sweep through all of them,
 * about a hundred to a page.
 */
export function isFew(dead: number, digests: number): boolean {
  return dead * 50 < digests;
}

/** Whole percent of the rows that are gone; null while they are being counted. */
export function percentOf(cleared: number, total: number | null): number | null {
  if (total === null) return null;
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * cleared) / total));
}

/**
 * The UTC day (a number of days since 1970) before which audit records are covered, which are kept by days: those of the
 * present day never are, and of a duration N those of the N days before it neither.
 */
export function auditDayOf(age: Age, acceptedAt: number): Result<number, VaultError> {
  const today = dayOf(acceptedAt);
  if ("duration" in age) return ok(today - age.duration);
  const day = parseIsoDay(age.date);
  if (day === null) return err({ code: "invalid_date" });
  return day > today ? err({ code: "date_in_future" }) : ok(day);
}

/**
 * The cutoff (milliseconds since 1970): mappings created before it are covered. It is fixed at
 * acceptance.
 * - `date` D: created before D 00:00:00 UTC. D may be at most tomorrow, which means everything there is
 *   at acceptance; `newest` is the newest creation time given out, which a clock put back can leave
 *   ahead of the clock.
 * - `duration` N: created more than N x 24 hours before acceptance.
 */
export function cutoffOf(age: Age, acceptedAt: number, newest: number): Result<number, VaultError> {
  if ("duration" in age) return ok(acceptedAt - age.duration * DAY_MS);
  const day = parseIsoDay(age.date);
  if (day === null) return err({ code: "invalid_date" });
  if (day > dayOf(acceptedAt) + 1) return err({ code: "date_in_future" });
  return ok(day > dayOf(acceptedAt) ? Math.max(acceptedAt, newest) + 1 : day * DAY_MS);
}
