// Deletions over HTTP: the request, its status, and the way to its end.
import type { DeletionRecord } from "../../src/contract/responses/erasure.ts";
import { DAY_MS, isoDate } from "../../src/core/time.ts";
import { type Answer, accepted, call, PATHS } from "./requests.ts";

/** What a deletion request is answered with. */
export interface DeletionJob {
  readonly tracking_id: string;
  readonly status: string;
  readonly job_type: string;
}

/** What a dry run is answered with. */
export interface DryRun {
  readonly dry_run: true;
  readonly would_clear: number;
  readonly by_day: { readonly date: string; readonly mappings: number }[];
}

/** A date so many days from now, as the deletion takes it. */
export function dateIn(days: number): string {
  return isoDate(Date.now() + days * DAY_MS);
}

/** The `data` that covers everything. */
export function everything(): { date: string } {
  return { date: dateIn(1) };
}

/** PUT a deletion, whatever comes of it. */
export function tryDelete<T = DeletionJob>(
  token: string,
  data: unknown = everything(),
  more: object = {},
): Promise<Answer<T>> {
  return call<T>("PUT", PATHS.deletion, { token, body: { data, ...more } });
}

/** GET a deletion's status, whatever comes of it. */
export function tryJobStatus(token: string, id: string): Promise<Answer<DeletionRecord>> {
  const query = new URLSearchParams({ tracking_id: id });
  return call<DeletionRecord>("GET", `${PATHS.jobStatus}?${query}`, { token });
}

/** Poll a deletion until it has ended. Bounded by polls, not by a clock. */
export async function pollDeletion(token: string, id: string): Promise<DeletionRecord> {
  for (let poll = 0; poll < 2_000; poll++) {
    const record = accepted(await tryJobStatus(token, id));
    if (record.status === "SUCCESS" || record.status === "FAILED") return record;
    await scheduler.wait(5);
  }
  throw new Error("the deletion does not end");
}

/** Delete and wait for the end. */
export async function erase(token: string, data: unknown = everything()): Promise<DeletionRecord> {
  const { tracking_id } = accepted(await tryDelete(token, data));
  return pollDeletion(token, tracking_id);
}
