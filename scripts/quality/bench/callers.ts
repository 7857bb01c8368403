// The requests of the benchmark: to the product, to its door, and to the floor.

import { putRequest } from "./connection.ts";
import { Connections } from "./load.ts";
import type { Server } from "./stage.ts";

/** Connections for batches. */
const BATCH_CONNECTIONS = 4;
/** Connections for single requests. */
export const SINGLE_CONNECTIONS = 16;
/** Items of a batch: as many as a synchronous request may have. */
export const BATCH = 1_000;
/** Letters of a value: `newValue` and bench/inside know it. */
const VALUE_LETTERS = 24;

const VAULT = "/api/vault";
const START = "customer no ";
let values = 0;

/** A value of 24 letters that nobody has seen before. */
export function newValue(): string {
  values += 1;
  return START + String(values).padStart(VALUE_LETTERS - START.length, "0");
}

/** So many new values. */
export function newValues(count: number): string[] {
  return Array.from({ length: count }, newValue);
}

/** A namespace of a running product. */
export class Namespace {
  readonly port: number;
  readonly token: string;
  readonly nid: string;

  private constructor(port: number, token: string) {
    this.port = port;
    this.token = token;
    const [, claims = ""] = token.split(".");
    this.nid = JSON.parse(Buffer.from(claims, "base64url").toString()).nid;
  }

  /** Make it, or get another token of it. */
  static async open(port: number, masterKey: string, name: string): Promise<Namespace> {
    const permissions = ["mask", "unmask", "metadata_change"];
    const body = JSON.stringify({ data: { namespace_name: name, _id: "bench", permissions } });
    const path = `${VAULT}/super-admin/namespace/auth-token/generate`;
    const connections = await Connections.open(port, 1);
    try {
      const answer = await connections.send(putRequest(path, masterKey, body));
      return new Namespace(port, JSON.parse(answer).data.auth_key);
    } finally {
      connections.close();
    }
  }

  /** The same after a restart on another port. */
  at(port: number): Namespace {
    return new Namespace(port, this.token);
  }

  /** A request to the API. */
  put(path: string, body: object): Buffer {
    return putRequest(`${VAULT}/${path}`, this.token, JSON.stringify(body));
  }

  /** Mask values, as Text Token unless told otherwise. */
  mask(list: readonly string[], tokenName = "Text Token"): Buffer {
    return this.put("mask", { mask: list.map((value) => ({ value, token_name: tokenName })) });
  }

  /** Search texts and mask what is found. */
  maskTexts(list: readonly string[]): Buffer {
    return this.put("mask", { mask: list.map((value) => ({ value })) });
  }

  /** Unmask tokens. */
  unmask(tokens: readonly string[]): Buffer {
    return this.put("unmask", { unmask: tokens.map((token) => ({ token_value: token })) });
  }

  /** A call to the door of bench/inside. */
  door(call: string, body: unknown): Buffer {
    return putRequest(`/bench/${this.nid}/${call}`, "", JSON.stringify(body));
  }
}

/** A call to an object of the floor. */
export function floorCall(object: string, call: string, body: unknown): Buffer {
  return putRequest(`/${object}/${call}`, "", JSON.stringify(body));
}

/** Tokens in the product's answer to a mask. */
export function tokensIn(answer: string): string[] {
  const { data } = JSON.parse(answer) as { data: { token_value: string }[] };
  return data.map((item) => item.token_value);
}

/** Connections for batches to a server. */
export function forBatches({ port }: Pick<Server, "port">): Promise<Connections> {
  return Connections.open(port, BATCH_CONNECTIONS);
}
