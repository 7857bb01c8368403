// Requests of the benchmark: the same calls to a namespace of the product and to an object of the floor, so
// that each measure is written once.

import type { Call, Client } from "./client.ts";
import type { Data } from "./stage.ts";

/** Items of a batch: the most that a synchronous request may have. */
export const BATCH = 1_000;
/** Connections that send batches. */
export const BATCH_CONNECTIONS = 4;
/** Connections that send single requests. */
export const SINGLE_CONNECTIONS = 16;
/** Letters of a value; `newValue` and bench/inside depend on it. */
const VALUE_LETTERS = 24;

const VAULT = "/api/vault";
const START = "customer no ";
let values = 0;

/** A value of 24 letters that was never used before. */
export function newValue(): string {
  values += 1;
  return START + String(values).padStart(VALUE_LETTERS - START.length, "0");
}

/** A list of `count` new values. */
export function newValues(count: number): string[] {
  return Array.from({ length: count }, newValue);
}

/** `count` lists of 1,000 new values. */
export function newLists(count: number): string[][] {
  return Array.from({ length: count }, () => newValues(BATCH));
}

/** Rows to store without masking; bench/inside and bench/floor read it. */
export interface Fill {
  readonly rows: number;
  readonly from: number;
  readonly of: number;
}

/** A namespace of a running product. */
export class Namespace {
  readonly #token: string;

  private constructor(token: string) {
    this.#token = token;
  }

  /** Issue a token of a namespace, which is created if it is new. */
  static async open(client: Client, { secrets }: Data, name: string): Promise<Namespace> {
    const permissions = ["mask", "unmask", "metadata_change"];
    const path = `${VAULT}/super-admin/namespace/auth-token/generate`;
    const data = { namespace_name: name, _id: "bench", permissions };
    const answer = await client.send({
      path,
      token: secrets.VAULT_MASTER_KEY,
      body: json({ data }),
    });
    return new Namespace(JSON.parse(answer).data.auth_key);
  }

  put(path: string, body: object): Call {
    return { path: `${VAULT}/${path}`, token: this.#token, body: json(body) };
  }

  /** An API request without a body. */
  get(path: string): Call {
    return { path: `${VAULT}/${path}`, token: this.#token };
  }

  /** Mask values, as Text Token by default. */
  mask(list: readonly string[], tokenName = "Text Token"): Call {
    return this.put("mask", maskItems(list, tokenName));
  }

  /** Mask known values: for the product, the same request. */
  again(list: readonly string[]): Call {
    return this.mask(list);
  }

  maskJob(list: readonly string[]): Call {
    return this.put("mask/async", maskItems(list, "Text Token"));
  }

  /** Detect and mask personal data in texts. */
  maskTexts(list: readonly string[]): Call {
    return this.put("mask", { mask: list.map((value) => ({ value })) });
  }

  unmask(tokens: readonly string[]): Call {
    return this.put("unmask", { unmask: tokens.map((token) => ({ token_value: token })) });
  }

  /** Store rows without masking. */
  fill(fill: Fill): Call {
    return this.inside("fill", fill);
  }

  /** A call of bench/inside, which reaches the object without the API. */
  inside(call: string, body: unknown): Call {
    const [, claims = ""] = this.#token.split(".");
    const { nid } = JSON.parse(Buffer.from(claims, "base64url").toString());
    return { path: `/bench/${nid}/${call}`, token: "", body: json(body) };
  }

  /** Tokens in an answer to `mask` or `again`. */
  tokensIn(answer: string): string[] {
    const { data } = JSON.parse(answer) as { data: { token_value: string }[] };
    return data.map((item) => item.token_value);
  }

  /** Values in an answer to `unmask`. */
  valuesIn(answer: string): string[] {
    const { data } = JSON.parse(answer) as { data: { value: string }[] };
    return data.map((item) => item.value);
  }
}

/** An object of the floor, with the same calls in its own format. */
export class FloorObject {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  mask(list: readonly string[]): Call {
    return this.#call("mask", list);
  }

  again(list: readonly string[]): Call {
    return this.#call("again", list);
  }

  unmask(tokens: readonly string[]): Call {
    return this.#call("unmask", tokens);
  }

  fill(fill: Fill): Call {
    return this.#call("fill", fill);
  }

  /** A bare call: the object returns the body that it gets. */
  bare(body: object): Call {
    return this.#call("bare", body);
  }

  /** Delete all rows, `batch` rows per DELETE; the answer is their number. */
  clear(batch: number): Call {
    return this.#call("clear", batch);
  }

  tokensIn(answer: string): string[] {
    return JSON.parse(answer);
  }

  valuesIn(answer: string): string[] {
    return JSON.parse(answer);
  }

  #call(call: string, body: unknown): Call {
    return { path: `/${this.#name}/${call}`, token: "", body: json(body) };
  }
}

function maskItems(list: readonly string[], tokenName: string): object {
  return { mask: list.map((value) => ({ value, token_name: tokenName })) };
}

function json(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body));
}
