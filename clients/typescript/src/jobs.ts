// Background jobs: lists of any length in, results one by one out.
import type { Masked } from "./items.ts";
import type {
  CancelJobAnswer,
  ListJobsAnswer,
  MaskedItem,
  MaskItem,
  Operations,
  ReadJobAnswer,
  ReadJobResultsAnswer,
  SubmitMaskJobRequest,
  SubmitUnmaskJobRequest,
  UnmaskedItem,
  UnmaskItem,
} from "./operations.ts";
import { bodiesOf } from "./parts.ts";
import { deadlineOf, untilEnded, type WaitOptions } from "./polling.ts";
import type { AnyInput, CallOptions, Transport } from "./transport.ts";
import { VaultError } from "./vault-error.ts";

/** How far a job is. */
export type JobStatus = ReadJobAnswer["data"];

/** With `on_error: "continue"`: what is in a bad item's place. */
export type BadItem = Extract<ReadJobResultsAnswer["data"][number], { error: unknown }>;

/** A list that may be longer than memory. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** What a submission may have beside its list. */
export interface SubmitOptions extends CallOptions {
  /** Told of each job as soon as the service has it, so that none is lost when a later one fails. */
  readonly onSubmitted?: (trackingId: string, items: number) => void;
  /** The same key and list mean the same jobs, whoever sends them again: up to 240 ASCII letters, no personal data. */
  readonly idempotencyKey?: string;
}

/** Longest that one look waits for a job's end: proxies cut connections that are silent for 30 s. */
const LONGEST_WAIT_SECONDS = 20;
const LOOK_TIMEOUT_MS = 60_000;

/** Tracking ids of a list's jobs, in its order. */
type TrackingIds = string | readonly string[];

/** Jobs of the token's namespace. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Submit a list of any length, in as many jobs as it needs (100,000 items or 16 MiB each). Gives their tracking ids in
   * the list's order; none for an empty list. What was submitted before a failure goes on: the same list with the same
   * `idempotencyKey` takes it up.
   */
  submit(
    kind: "mask",
    items: Items<MaskItem>,
    options?: Omit<SubmitMaskJobRequest, "mask"> & SubmitOptions,
  ): Promise<string[]>;
  submit(
    kind: "unmask",
    items: Items<UnmaskItem>,
    options?: Omit<SubmitUnmaskJobRequest, "unmask"> & SubmitOptions,
  ): Promise<string[]>;
  async submit(
    kind: "mask" | "unmask",
    items: Items<unknown>,
    options: SubmitOptions = {},
  ): Promise<string[]> {
    const { onSubmitted, idempotencyKey, signal, retries, timeoutMs, headers, ...beside } = options;
    const key = idempotencyKey ?? randomKey();
    const id = kind === "mask" ? "submitMaskJob" : "submitUnmaskJob";
    const trackingIds: string[] = [];
    for await (const { body, count } of bodiesOf(kind, items, beside)) {
      const keyed = { ...headers, "idempotency-key": `${key}-${trackingIds.length}` };
      const call = { body, signal, retries, timeoutMs, headers: keyed };
      const answer = (await this.#transport.send(id, call)) as Operations[typeof id]["answer"];
      for (const { tracking_id } of answer.data) {
        trackingIds.push(tracking_id);
        onSubmitted?.(tracking_id, count);
      }
    }
    return trackingIds;
  }

  /** How far a job is. */
  async get(trackingId: string, options: CallOptions = {}): Promise<JobStatus> {
    const call = { ...options, path: { tracking_id: trackingId } };
    return ((await this.#transport.send("readJob", call)) as ReadJobAnswer).data;
  }

  /** Jobs that the token may read, the newest first; pages are asked for as they are needed. */
  async *list(
    query: Omit<NonNullable<Operations["listJobs"]["query"]>, "next_page_token"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<ListJobsAnswer["data"][number]> {
    const pages = this.#pages<ListJobsAnswer>("listJobs", { ...options, query });
    for await (const { data } of pages) yield* data;
  }

  /** End an open job. Gives its status afterwards: `CANCELLED`, unless it had ended before. */
  async cancel(trackingId: string, options: CallOptions = {}): Promise<CancelJobAnswer["data"]> {
    const call = { ...options, path: { tracking_id: trackingId } };
    return ((await this.#transport.send("cancelJob", call)) as CancelJobAnswer).data;
  }

  /**
   * Wait until jobs have ended well. Throws VaultError with the job's code when one has not (`itemIndex` counts from the
   * first job's first item), and `wait_timeout` when that takes longer than `maxWaitMs`.
   */
  async wait(trackingIds: TrackingIds, options: WaitOptions = {}): Promise<JobStatus[]> {
    const deadline = deadlineOf(options);
    const ended: JobStatus[] = [];
    for (const trackingId of [trackingIds].flat()) {
      ended.push(await this.#wait(trackingId, itemsOf(ended), deadline, options));
    }
    return ended;
  }

  /**
   * Results in the order of what was submitted, as soon as each job has ended, page by page; waits and throws as `wait` does. Of texts
   * that were masked where nothing else is said: `results<Unmasked>`, `results<MaskedItem>` of documents,
   * `results<Masked | BadItem>` of jobs that go on behind bad items.
   */
  async *results<Item extends MaskedItem | UnmaskedItem | BadItem = Masked>(
    trackingIds: TrackingIds,
    options: WaitOptions = {},
  ): AsyncGenerator<Item> {
    const deadline = deadlineOf(options);
    let before = 0;
    for (const trackingId of [trackingIds].flat()) {
      before += itemsOf([await this.#wait(trackingId, before, deadline, options)]);
      const call = { path: { tracking_id: trackingId }, signal: options.signal };
      const pages = this.#pages<ReadJobResultsAnswer>("readJobResults", call);
      for await (const { data } of pages) yield* data as Item[];
    }
  }

  async *#pages<Page extends { readonly next_page_token: string | null }>(
    id: "listJobs" | "readJobResults",
    input: AnyInput,
  ): AsyncGenerator<Page> {
    let next: string | null | undefined;
    do {
      const query = { ...input.query, next_page_token: next };
      const page = (await this.#transport.send(id, { ...input, query })) as Page;
      yield page;
      next = page.next_page_token;
    } while (next);
  }

  /** `before`: items of jobs that have been waited for. */
  async #wait(
    trackingId: string,
    before: number,
    deadline: number,
    { signal, onProgress }: WaitOptions,
  ): Promise<JobStatus> {
    const look = async () => {
      // Whoever wants to see progress is told of it between, where nobody does the answer comes with the end.
      const seconds = Math.min(
        onProgress ? 1 : LONGEST_WAIT_SECONDS,
        (deadline - Date.now()) / 1000,
      );
      const query = { wait: Math.max(0, Math.floor(seconds)) };
      const call = { path: { tracking_id: trackingId }, query, signal, timeoutMs: LOOK_TIMEOUT_MS };
      const job = ((await this.#transport.send("readJob", call)) as ReadJobAnswer).data;
      const { done, total } = job.progress ?? { done: 0, total: 0 };
      onProgress?.({ done: before + done, total: before + total });
      return job;
    };
    const job = await untilEnded(trackingId, look, deadline, signal);
    if (job.status === "SUCCESS") return job;
    const { error_code, error_msg, error_item_index, status } = job;
    throw new VaultError(error_code ?? "no_result", error_msg ?? `The job is ${status}`, {
      trackingId,
      itemIndex: error_item_index === null ? undefined : before + error_item_index,
    });
  }
}

/** So that what makes a job may be sent again by us alone. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

function itemsOf(jobs: readonly JobStatus[]): number {
  return jobs.reduce((sum, { progress }) => sum + (progress?.total ?? 0), 0);
}
