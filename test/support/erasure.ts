// Deletions over HTTP: request, status, and waiting for the end.
import type { DeletionRecord } from "../../src/contract/responses/erasure.ts";
import { DAY_MS, isoDate } from "../../src/core/time.ts";
import { type Answer, accepted, call, PATHS } from "./requests.ts";

/** Answer to a deletion request. */
export interface DeletionJob {
  readonly tracking_id: string;
  readonly status: string;
  readonly job_type: string;
}

/** Answer to a dry run. */
export interface DryRun {
  readonly dry_run: true;
  readonly would_clear: number;
  readonly by_day: { readonly date: string; readonly mappings: number }[];
}

/** The date `days` days from now, in the form that deletions take. */
export function dateIn(days: number): string {
  return isoDate(Date.now() + days * DAY_MS);
}

/** The `data` of a deletion of everything. */
export function everything(): { date: string } {
  return { date: dateIn(1) };
}

/** PUT a deletion; returns the answer, also a refusal. */
export function tryDelete<T = DeletionJob>(
  token: string,
  data: unknown = everything(),
  more: object = {},
): Promise<Answer<T>> {
  return call<T>("PUT", PATHS.deletion, { token, body: { data, ...more } });
}

/** GET a deletion's status; returns the answer, also a refusal. */
export function tryJobStatus(token: string, id: string): Promise<Answer<DeletionRecord>> {
  const query = new URLSearchParams({ tracking_id: id });
  return call<DeletionRecord>("GET", `${PATHS.jobStatus}?${query}`, { token });
}

/**
 * Poll a deletion until it has ended. Limited by the number of polls, not by time. A deletion of little takes a tenth of
 * a second, nearly all of it waits of its own; polled every 5 ms, it costs three times as much CPU.
 */
export async function pollDeletion(token: string, id: string): Promise<DeletionRecord> {
  for (let poll = 0; poll < 2_000; poll++) {
    const record = accepted(await tryJobStatus(token, id));
    if (record.status === "SUCCESS" || record.status === "FAILED") return record;
    await scheduler.wait(40);
  }
  throw new Error("the deletion does not end");
}

/** Delete and wait for the end. */
export async function erase(token: string, data: unknown = everything()): Promise<DeletionRecord> {
  const { tracking_id } = accepted(await tryDelete(token, data));
  return pollDeletion(token, tracking_id);
}
