// Limits of requests and values a second, as data: what is left of one at a time, and what callers are told of it.

/** What is counted. */
export const RATE_UNITS = ["requests", "values"] as const;
/** One of them. */
export type RateUnit = (typeof RATE_UNITS)[number];

/** How many of each a second; absent: any number. */
export type RateLimits = Readonly<Partial<Record<RateUnit, number>>>;

/** Whether anything is limited. */
export function hasAny(limits: RateLimits): boolean {
  return RATE_UNITS.some((unit) => limits[unit] !== undefined);
}

/** What a request asks for; of a unit that is absent it asks for none, and of one with 0 whether any is left. */
export type RateCost = Readonly<Partial<Record<RateUnit, number>>>;

/** Whose limit it is. */
export type RateOwner = "token" | "namespace";

/** How a limit stands. */
export interface RateStanding {
  readonly owner: RateOwner;
  readonly unit: RateUnit;
  readonly perSecond: number;
  /** Whole requests or values that are left. */
  readonly left: number;
  /** Until all of a second are left again. */
  readonly fullInSeconds: number;
}

/** Most that a limit may be set to, a second. */
export const MAX_RATE = 1_000_000;

/** A request or a value, in the unit that is counted in: a millisecond brings a whole number of it. */
const WHOLE = 1_000;

/**
 * What is left of a limit, in thousandths, and when that was so (milliseconds since 1970). Never more than comes in a
 * second; below zero it is owed.
 */
export interface Allowance {
  readonly left: number;
  readonly at: number;
}

/** The allowance of who has asked for nothing for a second. */
export function fullAllowance(perSecond: number, now: number): Allowance {
  return { left: perSecond * WHOLE, at: now };
}

/**
 * An allowance with what has come to it until now. A clock that was set back brings nothing and is followed, so that nobody
 * waits until it is where it has been.
 */
export function refilled({ left, at }: Allowance, perSecond: number, now: number): Allowance {
  const come = Math.max(0, now - at) * perSecond;
  return { left: Math.min(perSecond * WHOLE, left + come), at: now };
}

/** An allowance from which so much was taken. */
export function charged({ left, at }: Allowance, cost: number): Allowance {
  return { left: left - cost * WHOLE, at };
}

/** Milliseconds until one is left, 0: now. */
export function msUntilOne({ left }: Allowance, perSecond: number): number {
  return Math.max(0, Math.ceil((WHOLE - left) / perSecond));
}

/** What callers are told of an allowance. */
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
