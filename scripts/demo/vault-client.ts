// The service's HTTP interface as far as the demo needs it: what a caller in any language would do.

import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure, reasonOf } from "../run/cli/command.ts";

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
type JobRecord = {
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

/** An answer, good (with data) or bad (with a message). */
type Answer<T> = { status: number; data: T | null; message: string };

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
    const data = { namespace_name: namespace, _id: `demo-${permissions.join("-")}`, permissions };
    const path = "super-admin/namespace/auth-token/generate";
    const { auth_key } = await this.#data<{ auth_key: string }>(path, { data });
    return new VaultClient(this.#url, auth_key, this.#signal);
  }

  /** Submit one background job; returns its tracking id. */
  async submitMaskJob(mask: readonly MaskItem[]): Promise<string> {
    const [job] = await this.#data<[{ tracking_id: string }]>("mask/async", { mask });
    return job.tracking_id;
  }

  /** Follow a background job until it has ended, well or not. */
  awaitJob(trackingId: string, onProgress: OnProgress): Promise<JobRecord> {
    const body = { status: [{ tracking_id: trackingId }] };
    return this.#untilEnded(async () => {
      const [job] = await this.#data<[JobRecord]>("async-status", body);
      return { job, ...(job.progress ?? { done: 0, total: 0 }) };
    }, onProgress);
  }

  /** Turn tokens back, or be refused. */
  async unmask(tokens: readonly string[]): Promise<Answer<string[]>> {
    const body = { unmask: tokens.map((token) => ({ token_value: token })) };
    const answer = await this.#ask<{ value: string }[]>("unmask", body);
    return { ...answer, data: answer.data?.map((item) => item.value) ?? null };
  }

  /** Mask one value at once; returns its token. */
  async mask(item: MaskItem): Promise<string> {
    const [masked] = await this.#data<[MaskedItem]>("mask", { mask: [item] });
    return masked.token_value;
  }

  /** Erase what was masked before a day (YYYY-MM-DD, UTC); resolves when the erasure has ended. */
  async erase(date: string, onProgress: OnProgress): Promise<ErasureRecord> {
    const path = "namespace/delete/personal-data-mapping";
    const { tracking_id } = await this.#data<{ tracking_id: string }>(path, { data: { date } });
    const look = `namespace/job-status?tracking_id=${encodeURIComponent(tracking_id)}`;
    return this.#untilEnded(async () => {
      const job = await this.#data<ErasureRecord>(look);
      return { job, done: job.progress.cleared, total: job.progress.total ?? 0 };
    }, onProgress);
  }

  /** The text of the public keys that sign receipts. */
  async readReceiptKeys(): Promise<string> {
    return (await this.#request("/.well-known/jwks.json")).text;
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

  /** The data of an answer that has to be good. */
  async #data<T>(path: string, body?: object): Promise<T> {
    const { status, data, message } = await this.#ask<T>(path, body);
    if (data !== null) return data;
    throw new CommandFailure(`The service answered ${status}: ${message}`);
  }

  async #ask<T>(path: string, body?: object): Promise<Answer<T>> {
    const { status, text } = await this.#request(`/api/vault/${path}`, body);
    const { data, error } = JSON.parse(text) as { data: T | null; error: { message: string } };
    return { status, data, message: error.message };
  }

  /** PUT with a body, GET without one. */
  async #request(path: string, body?: object) {
    const method = body === undefined ? "GET" : "PUT";
    try {
      const response = await fetch(this.#url + path, {
        method,
        headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" },
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new CommandFailure(`${method} ${path} got no usable answer: ${reasonOf(error)}`);
    }
  }
}
