// Limits on requests and values a second, as data: how much of a limit is left, and what callers are told about it.

/** The units that are counted. */
export const RATE_UNITS = ["requests", "values"] as const;
/** One unit that is counted. */
export type RateUnit = (typeof RATE_UNITS)[number];

/** Limit a second by unit; absent: unlimited. */
export type RateLimits = Readonly<Partial<Record<RateUnit, number>>>;

/** Whether any unit is limited. */
export function hasAny(limits: RateLimits): boolean {
  return RATE_UNITS.some((unit) => limits[unit] !== undefined);
}

/** What a request takes, by unit. Absent: not checked; 0: takes nothing, but is refused while none is left. */
export type RateCost = Readonly<Partial<Record<RateUnit, number>>>;

/** Whether a limit is that of one token or of the whole namespace. */
export type RateOwner = "token" | "namespace";

/** The state of a limit, as callers are told it. */
export interface RateStanding {
  readonly owner: RateOwner;
  readonly unit: RateUnit;
  readonly perSecond: number;
  /** Whole requests or values left. */
  readonly left: number;
  /** Seconds until the allowance of a full second is left again, rounded up. */
  readonly fullInSeconds: number;
}

/** Largest limit a second. */
export const MAX_RATE = 1_000_000;

/** One request or value in thousandths: so each millisecond adds a whole number of them. */
const WHOLE = 1_000;

/** What was left of a limit at a time (milliseconds since 1970), in thousandths: a second's at most; negative: owed. */
export interface Allowance {
  readonly left: number;
  readonly at: number;
}

/** The allowance of a caller that has taken nothing for a second. */
export function fullAllowance(perSecond: number, now: number): Allowance {
  return { left: perSecond * WHOLE, at: now };
}

/**
 * An allowance with what the time until `now` has added. After the clock was set back nothing is added, and the new time is
 * taken over, so that nobody waits until the clock has caught up.
 */
export function refilled({ left, at }: Allowance, perSecond: number, now: number): Allowance {
  const come = Math.max(0, now - at) * perSecond;
  return { left: Math.min(perSecond * WHOLE, left + come), at: now };
}

/** An allowance from which `cost` was taken. */
export function charged({ left, at }: Allowance, cost: number): Allowance {
  return { left: left - cost * WHOLE, at };
}

/** Milliseconds until at least one is left; 0: now. */
export function msUntilOne({ left }: Allowance, perSecond: number): number {
  return Math.max(0, Math.ceil((WHOLE - left) / perSecond));
}

/** What callers are told about an allowance. */
export function standingOf(
  { left }: Allowance,
  perSecond: number,
): Pick<RateStanding, "left" | "fullInSeconds"> {
  const missing = perSecond * WHOLE - left;
  return {
    left: Math.max(0, Math.floor(left / WHOLE)),
    fullInSeconds: Math.ceil(missing / perSecond / 1_000),
  };
}
