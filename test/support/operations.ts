// Operations of the service with a valid request each, so that tests can send requests to all of them. The OpenAPI document
// knows their methods, their paths and who may call them.

import type { Operation as Documented } from "../../scripts/openapi/operation.ts";
import { OPERATIONS as DOCUMENTED } from "../../scripts/openapi/operations.ts";
import { invalid, REFUSED, type Refusal } from "./refusals.ts";

type List = "mask" | "unmask" | "status" | "detect";

/** An operation with a valid request. */
export interface Operation extends Pick<Documented, "method" | "path" | "needs" | "tag"> {
  readonly name: string;
  /** Name of the body's list; null for operations with a `data` object, or without a body. */
  readonly list: List | null;
  /** The refusal of a body without its main member. */
  readonly missing: Refusal;
  /** Largest body in bytes. */
  readonly maxBytes: number;
  /** Largest list. */
  readonly maxItems: number;
  /** A well-formed body with this text, which the operation may still refuse. */
  body(text: string): Record<string, unknown> | undefined;
}

type Body = Operation["body"];

const MIB = 1024 * 1024;
const mask: Body = (text) => ({ mask: [{ value: text, token_name: "Text Token" }] });
const unmask: Body = (text) => ({ unmask: [{ token_value: text }] });
const dataOf =
  (data: (text: string) => object): Body =>
  (text) => ({ data: data(text) });
const ofPolicy = (more: (text: string) => object = () => ({})) =>
  dataOf((policy_name) => ({ policy_name, ...more(policy_name) }));
const ofNamespace = (more: object) => dataOf((namespace_name) => ({ namespace_name, ...more }));
const ofAge: Body = (text) => ({ data: { duration: 36_500 }, note: text });

/** By operation id: bodies, or the query of a request without one. */
const REQUESTS: Readonly<Record<string, Body | string>> = {
  mask,
  unmask,
  submitMaskJob: mask,
  submitUnmaskJob: unmask,
  readJobs: (text) => ({ status: [{ tracking_id: text }] }),
  detect: (text) => ({ detect: [{ value: text }] }),
  createPolicy: ofPolicy(),
  deletePolicy: ofPolicy(),
  setDetection: ofPolicy((text) => ({ allow: [text] })),
  setDefaultPolicy: ofPolicy(),
  setSettings: ofPolicy((text) => ({ llm: { tools: [text] } })),
  setActions: ofPolicy(() => ({ metadata: { excluded_entities: ["URL"] } })),
  setWrappers: ofPolicy((text) => ({ metadata: [{ entity_name: "URL", format_prefix: text }] })),
  setCustomEntity: ofPolicy((text) => ({ entity_name: "THING", words: [text] })),
  readCustomEntity: ofPolicy((text) => ({ entity_name: text })),
  deleteCustomEntity: ofPolicy((text) => ({ entity_name: text })),
  deleteByAge: ofAge,
  eraseByValue: dataOf((text) => ({ values: [text] })),
  eraseByToken: dataOf((text) => ({ tokens: [text] })),
  eraseByAttribute: dataOf((text) => ({ key: "customer", value: text })),
  setRetention: ofAge,
  createOperator: dataOf((text) => ({ name: text, scopes: ["read"] })),
  deactivateOperator: dataOf((text) => ({ operator_id: text })),
  generateToken: dataOf((text) => ({ namespace_name: text, _id: text, permissions: ["mask"] })),
  fetchToken: dataOf((text) => ({ namespace_name: text, _id: text })),
  deactivateToken: dataOf((text) => ({ auth_token: text })),
  holdNamespace: ofNamespace({ hold: true }),
  setLimits: ofNamespace({ limits: null }),
  deleteNamespace: dataOf((text) => ({ namespace_to_be_deleted: text })),
  reAnchor: ofNamespace({}),
  replayReceipts: dataOf((text) => ({ receipts: [text] })),
  ...{ listJobs: "", readJob: "", readJobResults: "", cancelJob: "" },
  ...{ listTokenTypes: "", listFormats: "", listEntityTypes: "" },
  ...{ listPolicies: "", readDefaultPolicy: "", readSettings: "", readPolicies: "" },
  ...{ readDeletion: "?tracking_id=x", readRetention: "" },
  ...{ listOperators: "", readLedger: "", listTokens: "", readToken: "?auth_token=x" },
  ...{ readLimits: "?namespace=x", readNamespaceJob: "?tracking_id=x" },
};

const LISTS: Readonly<Record<string, List>> = {
  ...{ mask: "mask", submitMaskJob: "mask", unmask: "unmask", submitUnmaskJob: "unmask" },
  ...{ readJobs: "status", detect: "detect" },
};

/** Those that take more than 1 MiB, or more than 1,000 items. */
const MAX_MIB: Readonly<Record<string, number>> = {
  ...{ submitMaskJob: 16, submitUnmaskJob: 16, replayReceipts: 16 },
};

/** All operations. */
export const OPERATIONS: readonly Operation[] = Object.entries(REQUESTS).map(([id, request]) => {
  const found = DOCUMENTED.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  const { method, path, needs, tag } = found;
  const list = LISTS[id] ?? null;
  const ofList = list === null ? REFUSED.dataMissing : REFUSED[`${list}Missing`];
  return {
    ...{ method, needs, tag, list },
    name: path.replace(
      /^\/api\/vault\/(?:metadata\/|namespace\/|super-admin\/(?:namespace\/(?=auth))?)?/,
      "",
    ),
    path: path.replace("{tracking_id}", "x") + (typeof request === "string" ? request : ""),
    missing: id === "fetchToken" ? invalid("namespace_name") : ofList,
    maxBytes: (MAX_MIB[id] ?? (tag === "Policies" ? 2 : 1)) * MIB,
    maxItems: id.startsWith("submit") ? 100_000 : 1_000,
    body: typeof request === "string" ? () => undefined : request,
  };
});

/** Operations on lists, under a namespace token. */
export const NAMESPACE_OPERATIONS = OPERATIONS.filter(({ list }) => list !== null);

/** Operations that need the master key. */
export const OPERATOR_OPERATIONS = OPERATIONS.filter(({ needs }) => needs === "master key");

/** Erasure, administered by the namespace itself. */
export const ERASURE_OPERATIONS = OPERATIONS.filter(({ tag }) => tag === "Erasure");

/** Operations that read a body. */
export const BODY_OPERATIONS = OPERATIONS.filter(({ method }) => method === "PUT");

/** The operation of a name; throws when there is none. */
export function operation(name: string): Operation {
  const found = OPERATIONS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}
