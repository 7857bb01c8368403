// The service's HTTP interface as far as the demo needs it: what a caller in any language would do.

import { CommandFailure } from "../run/cli/command.ts";

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

/** State of an erasure; `response` and `receipt` are there on SUCCESS. */
export type ErasureRecord = {
  status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED";
  progress: { cleared: number; total: number | null };
  response: { cleared_records: number } | null;
  error_message: string;
  receipt: string | null;
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

  /** Mask one value at once; returns its token. */
  async mask(item: MaskItem): Promise<string> {
    const [masked] = dataOf(await this.#put<MaskedItem[]>("mask", { mask: [item] }));
    if (masked === undefined) throw new CommandFailure("The service masked nothing.");
    return masked.token_value;
  }

  /** Erase what was masked before a day (YYYY-MM-DD, UTC); returns the job's tracking id. */
  async erase(date: string): Promise<string> {
    const path = "namespace/delete/personal-data-mapping";
    return dataOf(await this.#put<{ tracking_id: string }>(path, { data: { date } })).tracking_id;
  }

  /** Where an erasure stands. */
  async readErasure(trackingId: string): Promise<ErasureRecord> {
    const path = `namespace/job-status?tracking_id=${encodeURIComponent(trackingId)}`;
    return dataOf(toAnswer(await this.#request<Envelope<ErasureRecord>>("GET", path)));
  }

  /** The text of the public keys that sign receipts. */
  async readReceiptKeys(): Promise<string> {
    const { body } = await this.#request<object>("GET", "/.well-known/jwks.json");
    return JSON.stringify(body);
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

function toAnswer<T>({ status, body }: { status: number; body: Envelope<T> }): Answer<T> {
  return { status, data: body.data, message: body.error.message };
}

/** The data of an answer that has to be good. */
function dataOf<T>(answer: Answer<T>): T {
  if (answer.data !== null) return answer.data;
  throw new CommandFailure(`The service answered ${answer.status}: ${answer.message}`);
}
