// Calendar arithmetic in UTC. Pure: the time comes as an argument.

/** Milliseconds of a UTC day (no leap seconds, as in POSIX time). */
export const DAY_MS = 86_400_000;

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");

/** Number of the UTC day that contains `ms`, counted from 1970-01-01. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Made when the module is loaded, because a process's first date asks the system for the time zone, which is slow. */
const DATE = new Date(0);

/** `YYYY-MM-DD` of an instant. */
export function isoDate(ms: number): string {
  DATE.setTime(ms);
  const year = pad(DATE.getUTCFullYear(), 4);
  return `${year}-${pad(DATE.getUTCMonth() + 1)}-${pad(DATE.getUTCDate())}`;
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, the wire form of every timestamp. */
export function wireTimestamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}

/** `DDMMYYYYHHMMSS` in UTC, the tail of a tracking id. */
export function compactTimestamp(ms: number): string {
  const at = new Date(ms);
  const date = pad(at.getUTCDate()) + pad(at.getUTCMonth() + 1) + pad(at.getUTCFullYear(), 4);
  return date + pad(at.getUTCHours()) + pad(at.getUTCMinutes()) + pad(at.getUTCSeconds());
}

/** Number of the UTC day of a `YYYY-MM-DD` text; null when it is not a real calendar date. */
export function parseIsoDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || isoDate(ms) !== text ? null : dayOf(ms);
}

/** An age as callers give it: either a `YYYY-MM-DD` date or a number of days. */
export type Age = { readonly date: string } | { readonly duration: number };
