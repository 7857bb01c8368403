// What holds back a token that may unmask: which values it sees, how much of each, how many in an hour, and whether it has
// to say why. As data.
import type { EntityName } from "../entities.ts";

/** How much of a value is shown: all of it, its first letters, nothing. */
export const REVEALS = ["plain", "partial", "none"] as const;

/** Of one token; an empty one holds nothing back. */
export interface UnmaskBrakes {
  /** Only values of these types; absent: of any, and of none. */
  readonly entityTypes?: readonly EntityName[];
  /** Only values masked with these policies, null being the one without a name; absent: with any. */
  readonly policies?: readonly (string | null)[];
  /** No more values than that in any 60 minutes; absent: any number. */
  readonly valuesPerHour?: number;
  /** Absent: plain. */
  readonly reveal?: Exclude<(typeof REVEALS)[number], "plain">;
  /** Each request has to say why. */
  readonly needsReason?: true;
}

/** Whether anything is held back. */
export function holdsBack(brakes: UnmaskBrakes): boolean {
  return Object.keys(brakes).length > 0;
}

/** Whether who has one of them may see what was made for who has the other. */
export function showAlike(one: UnmaskBrakes, other: UnmaskBrakes | undefined): boolean {
  const shown = (brakes: UnmaskBrakes) =>
    JSON.stringify([brakes.entityTypes, brakes.policies, brakes.reveal]);
  return other !== undefined && shown(one) === shown(other);
}

/** Most entity types, and most policies, that a token may be limited to: they stand in it. */
export const MAX_LISTED = 50;
/** Most that `valuesPerHour` may be. */
export const MAX_PER_HOUR = 1_000_000_000;

const MINUTE_MS = 60_000;
/** Values are counted a minute at a time, so some for up to a minute longer. */
const COUNTED_MS = 61 * MINUTE_MS;

/** Values that were unmasked lately, minute by minute. Times in milliseconds since 1970. */
export interface UnmaskedLately {
  /** When it was last looked at. */
  readonly at: number;
  /** How many from a time on, up to a minute long; oldest first. */
  readonly runs: readonly (readonly [from: number, values: number])[];
}

export const NOTHING_UNMASKED: UnmaskedLately = { at: 0, runs: [] };

/**
 * What of it counts now. A clock that was set back brings nothing and is followed: what was a minute ago stays a minute ago,
 * so that nobody gets values twice, nor waits until the clock is where it has been.
 */
export function countedAt({ at, runs }: UnmaskedLately, now: number): UnmaskedLately {
  const back = Math.max(0, at - now);
  const followed = runs.map(([from, values]) => [from - back, values] as const);
  return { at: now, runs: followed.filter(([from]) => from > now - COUNTED_MS) };
}

/** How many that is. */
export function countOf({ runs }: UnmaskedLately): number {
  return runs.reduce((sum, [, values]) => sum + values, 0);
}

/** The same, and so many more at the time it was looked at. */
export function withMore({ at, runs }: UnmaskedLately, more: number): UnmaskedLately {
  const last = runs.at(-1);
  const isSameMinute = last !== undefined && at - last[0] < MINUTE_MS;
  const run = isSameMinute ? ([last[0], last[1] + more] as const) : ([at, more] as const);
  return { at, runs: [...(isSameMinute ? runs.slice(0, -1) : runs), run] };
}
