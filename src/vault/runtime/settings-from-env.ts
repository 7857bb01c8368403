// Settings the vault reads from its environment, with their defaults and bounds.

/** Hours a finished job's result can be read, when nothing else is set. */
const DEFAULT_RETENTION_HOURS = 24;
const HOUR_MS = 3_600_000;
/** What one SQLite-backed object may hold on the platform. */
const DEFAULT_CAPACITY_BYTES = 10 * 1024 ** 3;

/** RESULT_RETENTION_HOURS in milliseconds; anything that is no positive number gives the default. */
export function retentionMs(text: unknown): number {
  return positive(text, DEFAULT_RETENTION_HOURS) * HOUR_MS;
}

/** STORAGE_CAPACITY_BYTES; anything that is no positive number gives 10 GiB. */
export function capacityBytes(text: unknown): number {
  return positive(text, DEFAULT_CAPACITY_BYTES);
}

function positive(text: unknown, fallback: number): number {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : fallback;
}
