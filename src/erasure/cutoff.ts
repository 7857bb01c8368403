// Which mappings a deletion by age covers. Pure; the time of acceptance is an argument.
import type { VaultError } from "../core/errors.ts";
import { err, ok, type Result } from "../core/result.ts";
import { type Age, DAY_MS, dayOf, parseIsoDay } from "../core/time.ts";

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
