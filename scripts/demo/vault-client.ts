// The service's HTTP interface as far as the demo needs it: what a caller in any language would do.

import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure } from "../run/cli/command.ts";

/** One value to mask; without a token name the service looks for personal data in it. */
export type MaskItem = { value: string; token_name?: string; format?: string };

/** One masked value; `individual_tokens` says what was found in a text. */
type MaskedItem = {
  value: string;
  token_value: string;
  individual_tokens?: { pii_type: string }[];
};

type State = "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED";

/** A background job; `result` is there on SUCCESS. */
export type JobRecord = {
  status: State;
  progress: { done: number; total: number } | null;
  error_msg: string | null;
  error_item_index: number | null;
  result: MaskedItem[] | null;
};

/** An erasure; `response` and `receipt` are there on SUCCESS. */
export type ErasureRecord = {
  status: State;
  progress: { cleared: number; total: number | null };
  response: { cleared_records: number } | null;
  error_message: string;
  receipt: string | null;
};

/** An answer, good or bad. */
export type Answer<T> = { status: number; data: T | null; message: string };

/** What to call while a job is followed. */
export type OnProgress = (done: number, total: number) => void;

const REQUEST_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** A job that does not move for this long will not end. */
const STALLED_AFTER_MS = 60_000;

/** A caller with one bearer token, which it never shows. */
export class VaultClient {
  readonly #url: string;
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor(url: string, token: string, signal: AbortSignal) {
    this.#url = url;
    this.#token = token;
    this.#signal = signal;
  }

  /** As the operator: a client of a namespace, which is made when it is new. */
  async issueClient(namespace: string, permissions: string[]): Promise<VaultClient> {
    const grant = { namespace_name: namespace, _id: `demo-${permissions.join("-")}`, permissions };
    const path = "super-admin/namespace/auth-token/generate";
    const { auth_key } = dataOf(await this.#put<{ auth_key: string }>(path, { data: grant }));
    return new VaultClient(this.#url, auth_key, this.#signal);
  }

  /** Submit one background job; returns its tracking id. */
  async submitMaskJob(mask: readonly MaskItem[]): Promise<string> {
    const [job] = dataOf(await this.#put<{ tracking_id: string }[]>("mask/async", { mask }));
    return must(job).tracking_id;
  }

  /** Follow a background job until it has ended, well or not. */
  awaitJob(trackingId: string, onProgress: OnProgress): Promise<JobRecord> {
    const status = [{ tracking_id: trackingId }];
    return this.#untilEnded(async () => {
      const job = must(dataOf(await this.#put<JobRecord[]>("async-status", { status }))[0]);
      return { job, ...(job.progress ?? { done: 0, total: 0 }) };
    }, onProgress);
  }

  /** Turn tokens back, or be refused. */
  async unmask(tokens: readonly string[]): Promise<Answer<string[]>> {
    const unmask = tokens.map((token) => ({ token_value: token }));
    const answer = await this.#put<{ value: string }[]>("unmask", { unmask });
    return { ...answer, data: answer.data?.map((item) => item.value) ?? null };
  }

  /** Mask one value at once; returns its token. */
  async mask(item: MaskItem): Promise<string> {
    return must(dataOf(await this.#put<MaskedItem[]>("mask", { mask: [item] }))[0]).token_value;
  }

  /** Erase what was masked before a day (YYYY-MM-DD, UTC); resolves when the erasure has ended. */
  async erase(date: string, onProgress: OnProgress): Promise<ErasureRecord> {
    const path = "namespace/delete/personal-data-mapping";
    const { tracking_id } = dataOf(
      await this.#put<{ tracking_id: string }>(path, { data: { date } }),
    );
    const look = `namespace/job-status?tracking_id=${encodeURIComponent(tracking_id)}`;
    return this.#untilEnded(async () => {
      const job = dataOf(toAnswer(await this.#request<Envelope<ErasureRecord>>("GET", look)));
      return { job, done: job.progress.cleared, total: job.progress.total ?? 0 };
    }, onProgress);
  }

  /** The text of the public keys that sign receipts. */
  async readReceiptKeys(): Promise<string> {
    const { body } = await this.#request<object>("GET", "/.well-known/jwks.json");
    return JSON.stringify(body);
  }

  async #untilEnded<J extends { status: State }>(
    look: () => Promise<{ job: J; done: number; total: number }>,
    onProgress: OnProgress,
  ): Promise<J> {
    let [lastDone, movedAt] = [-1, performance.now()];
    for (;;) {
      const { job, done, total } = await look();
      if (total > 0) onProgress(done, total);
      if (job.status !== "PENDING" && job.status !== "IN-PROGRESS") return job;
      if (done !== lastDone) [lastDone, movedAt] = [done, performance.now()];
      if (performance.now() - movedAt > STALLED_AFTER_MS) {
        throw new CommandFailure(`The job has not moved for ${STALLED_AFTER_MS / 1000} s.`);
      }
      await sleep(POLL_MS, undefined, { signal: this.#signal });
    }
  }

  async #put<T>(path: string, body: object): Promise<Answer<T>> {
    return toAnswer(await this.#request<Envelope<T>>("PUT", path, body));
  }

  /** One request; a path that does not start at the top is one of the vault's operations. */
  async #request<B>(
    method: "GET" | "PUT",
    path: string,
    body?: object,
  ): Promise<{ status: number; body: B }> {
    const request = {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" },
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    try {
      const base = path.startsWith("/") ? this.#url : `${this.#url}/api/vault/`;
      const response = await fetch(base + path, request);
      return { status: response.status, body: (await response.json()) as B };
    } catch (error) {
      this.#signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandFailure(`${method} ${path} got no usable answer: ${reason}`);
    }
  }
}

type Envelope<T> = { data: T | null; error: { message: string } };

function toAnswer<T>({ status, body }: { status: number; body: Envelope<T> }): Answer<T> {
  return { status, data: body.data, message: body.error.message };
}

/** The data of an answer that has to be good. */
function dataOf<T>(answer: Answer<T>): T {
  if (answer.data !== null) return answer.data;
  throw new CommandFailure(`The service answered ${answer.status}: ${answer.message}`);
}

function must<T>(one: T | undefined): T {
  if (one !== undefined) return one;
  throw new CommandFailure("The service answered for fewer items than it was asked for.");
}
