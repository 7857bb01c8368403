// The service's HTTP interface as far as the demo needs it: what a caller in any language would do.

import { CommandFailure } from "../cli/command.ts";

/** One value to mask; without a token name the service looks for personal data in it. */
export type MaskItem = { value: string; token_name?: string; format?: string };

/** One masked value; `individual_tokens` says what was found in a text. */
export type MaskedItem = {
  value: string;
  token_value: string;
  individual_tokens?: { value: string; pii_type: string; token: string }[];
};

/** State of a background job; `result` is there on SUCCESS. */
export type JobRecord = {
  status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED";
  progress: { done: number; total: number } | null;
  error_msg: string | null;
  error_item_index: number | null;
  result: MaskedItem[] | null;
};

/** An answer, good or bad. */
export type Answer<T> = { status: number; data: T | null; message: string };

type Envelope<T> = { data: T | null; error: { message: string } };

const REQUEST_TIMEOUT_MS = 60_000;

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
    if (job === undefined) throw new CommandFailure("The service accepted no job.");
    return job.tracking_id;
  }

  /** Where a job stands. */
  async readJob(trackingId: string): Promise<JobRecord> {
    const status = [{ tracking_id: trackingId }];
    const [job] = dataOf(await this.#put<JobRecord[]>("async-status", { status }));
    if (job === undefined) throw new CommandFailure("The service knows nothing of its job.");
    return job;
  }

  /** Turn tokens back, or be refused. */
  async unmask(tokens: readonly string[]): Promise<Answer<string[]>> {
    const unmask = tokens.map((token) => ({ token_value: token }));
    const answer = await this.#put<{ value: string }[]>("unmask", { unmask });
    return { ...answer, data: answer.data?.map((item) => item.value) ?? null };
  }

  async #put<T>(path: string, body: object): Promise<Answer<T>> {
    const request = {
      method: "PUT",
      headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    };
    try {
      const response = await fetch(`${this.#url}/api/vault/${path}`, request);
      const { data, error } = (await response.json()) as Envelope<T>;
      return { status: response.status, data, message: error.message };
    } catch (error) {
      this.#signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandFailure(`PUT ${path} got no usable answer: ${reason}`);
    }
  }
}

/** The data of an answer that has to be good. */
function dataOf<T>(answer: Answer<T>): T {
  if (answer.data !== null) return answer.data;
  throw new CommandFailure(`The service answered ${answer.status}: ${answer.message}`);
}
