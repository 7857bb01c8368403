// What a kept data folder holds, as its `expected.json` says it: requests that were made of the version that
// wrote it, and its answers. Later versions may write more members; those that are here are for ever.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Secrets } from "../../scripts/run/secrets.ts";

/** One item of a mask request. */
export type Item = {
  value: unknown;
  token_name?: string;
  format?: string;
  attributes?: unknown;
  json?: true;
  numbers?: string[];
};

/** An item that was masked, what came of it, and what unmask gives for that (when it is not the value). */
export type Exchange = {
  item: Item;
  policy_name?: string;
  token_value: unknown;
  back?: unknown;
};

/** A value that auto-detect found in a text. */
type Found = { value: string; pii_type: string; token: string };

/** A text, and what auto-detect found in it: later versions may find more, and give the same tokens. */
export type Searched = {
  value: string;
  policy_name?: string;
  token_value: string;
  found: Found[];
};

/** A record as the service gave it: of a job, a deletion, a policy. */
// biome-ignore lint/suspicious/noExplicitAny: records of many shapes, compared as they are.
export type Told = any;

/** The namespace that has some of everything. */
export type People = {
  name: string;
  /** May do everything. */
  token: string;
  exchanges: Exchange[];
  /** Made by hand, or masked before the last change of its policy: they need not come again. */
  onlyRead: Exchange[];
  searched: Searched[];
  /** Token name and format of each entity type, as the service reported them. */
  rules: Record<string, { token_name: string; format: string | null }>;
  policies: {
    names: string[];
    deleted: string;
    /** Answers of requests for a policy. */
    told: { method: "GET" | "PUT"; path: string; data?: object; answer: Told }[];
  };
  /** How many mappings a dry run by attribute counted. */
  byAttribute: { key: string; value: unknown; mappings: number };
  jobs: Told[];
};

/** Who may do what, and who no longer may do anything. */
export type Access = {
  namespace: string;
  maskOnly: string;
  unmaskOnly: string;
  revoked: string;
  records: Told[];
  deleted: { name: string; token: string; trackingId: string; record: Told };
};

/** An erasure that had ended. */
export type Erasure = { trackingId: string; record: Told };

/** Namespaces in which something was erased, or is to be. */
export type Erasures = {
  token: string;
  jwks: Told;
  ended: Erasure[];
  /** Masked and erased. */
  dead: { item: Item; token_value: string }[];
  alive: Exchange[];
  /** A finished job whose result was erased. */
  purgedJob: string;
  /** A namespace with a standing retention, so long that it never clears what is here. */
  standing: { token: string; retention: Told; alive: Exchange[] };
};

/** A namespace under a legal hold: deletions were asked for in this order, each for these and none of the others. */
export type Held = {
  name: string;
  token: string;
  deletions: { trackingId: string; clears: Exchange[] }[];
  alive: Exchange[];
  /** Another one, which is to be deleted as a whole when its hold ends. */
  whole: { name: string; token: string; trackingId: string; alive: Exchange[] };
};

/** A job or a deletion as it is in its table: how many items or mappings it has done. */
export type OpenWork = { table: "job" | "deletion"; state: string; done: number };

/** Jobs and an erasure that were open when the process was killed. */
export type Interrupted = {
  token: string;
  policy: string;
  killed: OpenWork[];
  mask: { trackingId: string; items: Item[]; alone: Exchange[]; denied: string };
  unmask: { trackingId: string; values: unknown[] };
  /** Asked for by a value, in another namespace. */
  erasure: { token: string; trackingId: string; dead: Exchange[]; alive: Exchange[] };
};

/** Everything that is known of a kept folder. */
export type Expected = {
  version: string;
  written: string;
  /** Made for this folder, and used nowhere else. */
  secrets: Secrets;
  people: People;
  access: Access;
  erasures: Erasures;
  held: Held;
  interrupted: Interrupted;
};

/** Names of the two files of a kept folder. */
export const KEPT = { archive: "folder.tar.gz", expected: "expected.json" } as const;

/** What is expected of the folder kept in `dir`. */
export function readExpected(dir: string): Expected {
  return JSON.parse(readFileSync(join(dir, KEPT.expected), "utf8")) as Expected;
}
