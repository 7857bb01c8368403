// Lists of a namespace's jobs, newest first, in pages. A page token holds the serial number below which the next page begins
// and a keyed digest of that number and the list's filter. A changed token, or one of another list, is refused.
import { hex } from "../../core/ids.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { errorName, log } from "../../platform/log.ts";
import type { JobPage, JobQuery, JobView } from "../job-rpc.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobPurger } from "./job-purger.ts";
import { mayRead, readConsistently, viewsOf } from "./job-views.ts";

/** The filter of a list, to which its page tokens are bound. */
interface Scope extends Pick<JobQuery, "state" | "kind"> {
  readonly submitter: Uint8Array<ArrayBuffer> | null;
}

/** Lists jobs of one namespace. */
export class JobList extends NamespacePart<{ readonly purger: JobPurger }> {
  /** A page of the jobs that match the query and the caller may read. Fails with `forbidden` or `invalid_page_token`. */
  async page(caller: Caller, query: JobQuery): Promise<Reply<JobPage>> {
    return readConsistently(this.parts, () => this.#page(caller, query));
  }

  async #page(caller: Caller, { pageToken, limit, ...query }: JobQuery): Promise<Reply<JobPage>> {
    const { jobList, jobs } = this.parts;
    const user = await this.parts.keyring.digest("user", caller.userId);
    const readsAll = caller.permissions.includes("unmask");
    if (!readsAll && query.kind === "unmask") return err({ code: "forbidden" });
    const scope: Scope = {
      state: query.state,
      kind: readsAll ? query.kind : "mask",
      submitter: readsAll && !query.isOwn ? null : user,
    };
    const before = await this.#readToken(scope, pageToken);
    if (!before.ok) return before;
    const { trackingIds, last } = jobList.older(before.value, scope, limit);
    const rows = jobs.findAll(trackingIds).filter((job) => mayRead(caller, user, job));
    const views = await viewsOf(this.parts, rows, false);
    const shown = rows
      .sort((a, b) => b.serial - a.serial)
      .flatMap((job) => {
        const view = views.get(job.tracking_id) ?? [];
        return view instanceof Error ? damaged(job, view) : view;
      });
    return ok({ jobs: shown, next: last === null ? null : await this.#tokenFor(scope, last) });
  }

  async #tokenFor({ state, kind, submitter }: Scope, serial: number): Promise<string> {
    const text = JSON.stringify([serial, state, kind, submitter && hex(submitter)]);
    const digest = await this.parts.keyring.digest("job-page", text);
    return `${serial.toString(36)}-${hex(digest)}`;
  }

  async #readToken(scope: Scope, token: string | null): Promise<Result<number, PageTokenError>> {
    if (token === null) return ok(Number.MAX_SAFE_INTEGER);
    const [, digits = ""] = /^([0-9a-z]{1,11})-/.exec(token) ?? [];
    const serial = Number.parseInt(digits, 36);
    const isOurs = Number.isSafeInteger(serial) && token === (await this.#tokenFor(scope, serial));
    return isOurs ? ok(serial) : err({ code: "invalid_page_token" });
  }
}

/** The view of a job whose row cannot be read, so that it does not keep the others from being listed. */
function damaged(job: JobRow, error: unknown): JobView {
  log("job.not-shown", { error: errorName(error) });
  return {
    ...{ trackingId: job.tracking_id, kind: job.kind, state: "FAILED", items: 0, doneItems: 0 },
    ...{ submitted: job.submitted, started: null, finished: null, expires: null },
    ...{ error: { code: "internal" }, rest: null, input: null, result: null },
  };
}

interface PageTokenError {
  readonly code: "invalid_page_token";
}
