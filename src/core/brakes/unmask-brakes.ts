// Unmask brakes: how a token that may unmask is limited, as data. Which values it sees, how much of each, how many in an
// hour, and whether it has to give a reason.
import type { EntityName } from "../entities.ts";

/** How much of a value is shown: all of it, its first letters, or nothing. */
export const REVEALS = ["plain", "partial", "none"] as const;

/** The brakes of one token; an empty object limits nothing. */
export interface UnmaskBrakes {
  /** Only values of these entity types; absent: any value, also one without a type. */
  readonly entityTypes?: readonly EntityName[];
  /** Only values masked with these policies, null being the policy without a name; absent: any policy. */
  readonly policies?: readonly (string | null)[];
  /** At most so many values in any 60 minutes; absent: any number. */
  readonly valuesPerHour?: number;
  /** Absent: plain. */
  readonly reveal?: Exclude<(typeof REVEALS)[number], "plain">;
  readonly needsReason?: true;
}

/** Whether these brakes limit anything. */
export function hasBrakes(brakes: UnmaskBrakes): boolean {
  return Object.keys(brakes).length > 0;
}

/** Whether a caller with one of these brakes may see results that were made for a caller with the other. */
export function maySeeSameResults(one: UnmaskBrakes, other: UnmaskBrakes | undefined): boolean {
  const shown = (brakes: UnmaskBrakes) =>
    JSON.stringify([brakes.entityTypes, brakes.policies, brakes.reveal]);
  return other !== undefined && shown(one) === shown(other);
}

/** Most entity types, and most policies, that one token may be limited to: the token carries the lists. */
export const MAX_LISTED = 50;
/** Largest `valuesPerHour`. */
export const MAX_PER_HOUR = 1_000_000_000;

const MINUTE_MS = 60_000;
/** Values are counted in runs of up to a minute, so a value may count for a minute longer than the hour. */
const COUNTED_MS = 61 * MINUTE_MS;

/** Recently unmasked values in runs of up to a minute. Times in milliseconds since 1970. */
export interface RecentUnmasks {
  /** When the count was last brought up to date. */
  readonly at: number;
  /** Start of each run and its number of values; oldest first. */
  readonly runs: readonly (readonly [from: number, values: number])[];
}

export const NO_RECENT_UNMASKS: RecentUnmasks = { at: 0, runs: [] };

/**
 * The count brought up to `now`, without runs that are too old. When the clock was set back, all runs move back with it:
 * what was a minute ago stays a minute ago, so a caller neither gets values twice nor waits until the clock has caught up.
 */
export function countedAt({ at, runs }: RecentUnmasks, now: number): RecentUnmasks {
  const back = Math.max(0, at - now);
  const followed = runs.map(([from, values]) => [from - back, values] as const);
  return { at: now, runs: followed.filter(([from]) => from > now - COUNTED_MS) };
}

/** How many values count. */
export function countOf({ runs }: RecentUnmasks): number {
  return runs.reduce((sum, [, values]) => sum + values, 0);
}

/** The count with `more` values added at its own time, `at`. */
export function withMore({ at, runs }: RecentUnmasks, more: number): RecentUnmasks {
  const last = runs.at(-1);
  const isSameMinute = last !== undefined && at - last[0] < MINUTE_MS;
  const run = isSameMinute ? ([last[0], last[1] + more] as const) : ([at, more] as const);
  return { at, runs: [...(isSameMinute ? runs.slice(0, -1) : runs), run] };
}
