// What a Vault object receives and returns for background jobs: types only, as in rpc.ts.
import type { VaultError } from "../core/errors.ts";
import type { ShownJobState } from "../jobs/job.ts";

/** A background job as submitted; its payload follows as a stream of frames (jobs/payload-frames.ts). */
export interface JobSubmission {
  readonly kind: "mask" | "unmask";
  /** The other members of the request body, as JSON text, shown to readers along with the input. */
  readonly rest: string;
  /** Leave known tokens in auto-detect texts unchanged. */
  readonly keepKnownTokens: boolean;
  /** Unmask exact tokens only. */
  readonly strict: boolean;
  /** Leave tokens without a mapping unchanged, and list them; null: the policy decides. */
  readonly partial: boolean | null;
  /** Policy to use; null: the default policy. The job keeps the version of its acceptance. */
  readonly policyName: string | null;
  /** Report which recognizer found each individual token. */
  readonly explain: boolean;
  /** Unit of the positions of individual tokens. */
  readonly offsets: "code_points" | "utf16";
  /** The caller's Idempotency-Key: the same key and body give the same job; absent: a repeated submission is a new job. */
  readonly requestKey?: string;
  /** An item that cannot be processed gets an error in its place and the job continues; absent: it ends the job. */
  readonly goesOn?: boolean;
  /** An empty value is returned unchanged; absent: it is an item that cannot be processed. */
  readonly passesEmpty?: boolean;
  /** Name of the callback address to notify when the job ends; absent: none. */
  readonly callback?: string;
}

/** What is known once a payload has been read to its end. */
export interface PayloadEnd {
  /** Error of the first invalid item: the job will end FAILED with it, without masking anything. */
  readonly itemError: VaultError | null;
  /** SHA-256 of the submission, in hex; only with an Idempotency-Key. */
  readonly bodyDigest?: string;
  /** Reason not to make this a job: the submission was malformed. */
  readonly refusal?: VaultError;
}

/** A job as its reader sees it. Times are milliseconds since 1970. */
export interface JobView {
  readonly trackingId: string;
  readonly kind: "mask" | "unmask";
  readonly state: ShownJobState;
  readonly items: number;
  readonly doneItems: number;
  readonly submitted: number;
  readonly started: number | null;
  readonly finished: number | null;
  /** When the result will be deleted; null before the job has ended, and once it is deleted. */
  readonly expires: number | null;
  readonly error: VaultError | null;
  /** The other members of the request body as JSON text; null once deleted. */
  readonly rest: string | null;
  /** Number of chunks of the submitted items, for `readJobChunk`; null when not requested or deleted. */
  readonly input: number | null;
  /** Number of chunks of the result; null unless the job ended SUCCESS. */
  readonly result: number | null;
}

/** Filters a caller's readable jobs, and says where the page begins. */
export interface JobQuery {
  /** Null: any state. */
  readonly state: JobView["state"] | null;
  readonly kind: JobView["kind"] | null;
  /** Only jobs of the caller's own user. */
  readonly isOwn: boolean;
  /** `next` of the previous page; null: the first page. */
  readonly pageToken: string | null;
  /** Maximum number of jobs on the page. */
  readonly limit: number;
}

/** A page of jobs, newest first. It may hold fewer jobs than requested, even none, although more pages follow. */
export interface JobPage {
  readonly jobs: readonly JobView[];
  /** Token of the next page; null on the last page. */
  readonly next: string | null;
}

/** One chunk of a job's input or result, numbered from 0. */
export interface JobChunk {
  readonly trackingId: string;
  readonly part: "input" | "result";
  readonly number: number;
  /** For a result: end each item with a line break, instead of separating items with commas. */
  readonly asLines?: boolean;
}
