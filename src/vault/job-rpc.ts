// What a Vault object is given of background jobs, and gives: types only, as in rpc.ts.
import type { VaultError } from "../core/errors.ts";
import type { ShownJobState } from "../jobs/job.ts";

/** A background job as submitted; the payload follows as a stream (jobs/payload-frames.ts), its end last. */
export interface JobSubmission {
  readonly kind: "mask" | "unmask";
  /** Other members of the request body, as JSON text, to be shown with the input. */
  readonly rest: string;
  /** Leave known tokens in auto-detect texts as they are. */
  readonly keepKnownTokens: boolean;
  /** Unmask exact tokens only. */
  readonly strict: boolean;
  /** Leave tokens that stand for nothing as they are, and list them; null: as the policy says. */
  readonly partial: boolean | null;
  /** Policy to work with; null for the default policy. Pinned as it is at acceptance. */
  readonly policyName: string | null;
  /** Say of each individual token what found it. */
  readonly explain: boolean;
  /** What positions of individual tokens count. */
  readonly offsets: "code_points" | "utf16";
  /** The caller's Idempotency-Key: the same key and body mean the same job; absent: nothing tells that it is sent again. */
  readonly requestKey?: string;
  /** An item that cannot be done gets an error in its place, and the others are done; absent: it ends the job. */
  readonly goesOn?: boolean;
  /** An empty value is given back as it is; absent: it cannot be done. */
  readonly passesEmpty?: boolean;
  /** Name of the address that its end is told to; absent: none. */
  readonly callback?: string;
}

/** What is known of a payload at its end. */
export interface PayloadEnd {
  /** First item that fails its check: the job will end FAILED with it, having masked nothing. */
  readonly itemError: VaultError | null;
  /** SHA-256 of what was sent, in hex, where it has an Idempotency-Key. */
  readonly bodyDigest?: string;
  /** It is not to be a job: what was sent turned out to be broken. */
  readonly refusal?: VaultError;
}

/** State of a job for its reader. Times are milliseconds since 1970. */
export interface JobView {
  readonly trackingId: string;
  readonly kind: "mask" | "unmask";
  readonly state: ShownJobState;
  readonly items: number;
  readonly doneItems: number;
  readonly submitted: number;
  readonly started: number | null;
  readonly finished: number | null;
  /** When the result goes; null until the job has ended, and after. */
  readonly expires: number | null;
  readonly error: VaultError | null;
  /** Other members of the request body as JSON text; null once they are gone. */
  readonly rest: string | null;
  /** Chunks of the submitted items, each read by `readJobChunk`; null when not asked for or gone. */
  readonly input: number | null;
  /** Chunks of the result likewise; only of a job that ended SUCCESS. */
  readonly result: number | null;
}

/** Which of the jobs that a caller may read, and where a page of them begins. */
export interface JobQuery {
  /** Null: any. */
  readonly state: JobView["state"] | null;
  readonly kind: JobView["kind"] | null;
  /** Only those of the caller's user. */
  readonly isOwn: boolean;
  /** As the page before has it; null: the first page. */
  readonly pageToken: string | null;
  /** Jobs of one page. */
  readonly limit: number;
}

/** A page of jobs, newest first. It may have fewer than asked for, or none, and others behind it. */
export interface JobPage {
  readonly jobs: readonly JobView[];
  /** For the next page; null when there is none. */
  readonly next: string | null;
}

/** A chunk of what a job's reader gets, numbered from 0. */
export interface JobChunk {
  readonly trackingId: string;
  readonly part: "input" | "result";
  readonly number: number;
  /** Of a result: each item with a line break behind it, instead of commas between them. */
  readonly asLines?: boolean;
}
