// Every operation of the service as data, so that tests can send requests to all of them.

import { ADMIN, ASYNC, MIB, none, OPERATOR, type Operation, SYNC } from "./operations/operation.ts";
import { POLICY_OPERATIONS } from "./operations/policy-operations.ts";
import { REFUSED } from "./refusals.ts";
import { PATHS } from "./requests.ts";

const maskBody = (text: string) => ({ mask: [{ value: text, token_name: "Text Token" }] });
const unmaskBody = (text: string) => ({ unmask: [{ token_value: text }] });

/** Operations under a namespace token. */
export const NAMESPACE_OPERATIONS: readonly Operation[] = [
  {
    ...SYNC,
    name: "mask",
    path: PATHS.mask,
    needs: "mask",
    list: "mask",
    missing: REFUSED.maskMissing,
    body: maskBody,
  },
  {
    ...SYNC,
    name: "unmask",
    path: PATHS.unmask,
    needs: "unmask",
    list: "unmask",
    missing: REFUSED.unmaskMissing,
    body: unmaskBody,
  },
  {
    ...ASYNC,
    name: "mask/async",
    path: PATHS.maskAsync,
    needs: "mask",
    list: "mask",
    missing: REFUSED.maskMissing,
    body: maskBody,
  },
  {
    ...ASYNC,
    name: "unmask/async",
    path: PATHS.unmaskAsync,
    needs: "unmask",
    list: "unmask",
    missing: REFUSED.unmaskMissing,
    body: unmaskBody,
  },
  {
    ...SYNC,
    name: "async-status",
    path: PATHS.status,
    needs: "any token",
    list: "status",
    missing: REFUSED.statusMissing,
    body: (text) => ({ status: [{ tracking_id: text }] }),
  },
  {
    ...SYNC,
    name: "detect",
    path: PATHS.detect,
    needs: "mask",
    list: "detect",
    missing: REFUSED.detectMissing,
    body: (text) => ({ detect: [{ value: text }] }),
  },
];

/** Operations that need the master key. */
export const OPERATOR_OPERATIONS: readonly Operation[] = [
  {
    ...OPERATOR,
    name: "operators/create",
    path: PATHS.createOperator,
    body: (text) => ({ data: { name: text, scopes: ["read"] } }),
  },
  {
    ...OPERATOR,
    name: "operators/deactivate",
    path: PATHS.deactivateOperator,
    body: (text) => ({ data: { operator_id: text } }),
  },
  { ...OPERATOR, method: "GET", name: "operators", path: PATHS.listOperators, body: none },
  {
    ...OPERATOR,
    method: "GET",
    name: "super-admin/ledger",
    path: PATHS.ledger,
    body: none,
  },
  {
    ...OPERATOR,
    name: "erasure/re-anchor",
    path: PATHS.reAnchor,
    body: (text) => ({ data: { namespace_name: text } }),
  },
  {
    ...OPERATOR,
    name: "auth-token/generate",
    path: PATHS.generate,
    body: (text) => ({ data: { namespace_name: text, _id: text, permissions: ["mask"] } }),
  },
  {
    ...OPERATOR,
    name: "auth-token/fetch",
    path: PATHS.fetch,
    missing: { status: 400, code: "invalid_field", message: "Invalid namespace_name" },
    body: (text) => ({ data: { namespace_name: text, _id: text } }),
  },
  {
    ...OPERATOR,
    name: "auth-token/deactivate",
    path: PATHS.deactivate,
    body: (text) => ({ data: { auth_token: text } }),
  },
  {
    ...OPERATOR,
    method: "GET",
    name: "auth-token/list",
    path: PATHS.list,
    body: none,
  },
  {
    ...OPERATOR,
    method: "GET",
    name: "auth-token/details",
    path: `${PATHS.details}?auth_token=x`,
    body: none,
  },
  {
    ...OPERATOR,
    name: "erasure/replay",
    path: PATHS.replay,
    maxBytes: 16 * MIB,
    body: (text) => ({ data: { receipts: [text] } }),
  },
  {
    ...OPERATOR,
    name: "namespace/hold",
    path: PATHS.hold,
    body: (text) => ({ data: { namespace_name: text, hold: true } }),
  },
  {
    ...OPERATOR,
    name: "namespace/limits",
    path: PATHS.limits,
    body: (text) => ({ data: { namespace_name: text, limits: null } }),
  },
  {
    ...OPERATOR,
    method: "GET",
    name: "namespace/limits of",
    path: `${PATHS.limits}?namespace=x`,
    body: none,
  },
  {
    ...OPERATOR,
    name: "namespace/delete",
    path: PATHS.deleteNamespace,
    body: (text) => ({ data: { namespace_to_be_deleted: text } }),
  },
  {
    ...OPERATOR,
    method: "GET",
    name: "namespace/job-status",
    path: `${PATHS.namespaceJob}?tracking_id=x`,
    body: none,
  },
];

/** Erasure, administered by the namespace itself. */
export const ERASURE_OPERATIONS: readonly Operation[] = [
  {
    ...ADMIN,
    name: "delete/personal-data-mapping",
    path: PATHS.deletion,
    body: (text) => ({ data: { duration: 36_500 }, note: text }),
  },
  {
    ...ADMIN,
    name: "delete/by-value",
    path: PATHS.byValue,
    body: (text) => ({ data: { values: [text] } }),
  },
  {
    ...ADMIN,
    name: "delete/by-token",
    path: PATHS.byToken,
    body: (text) => ({ data: { tokens: [text] } }),
  },
  {
    ...ADMIN,
    name: "delete/by-attribute",
    path: PATHS.byAttribute,
    body: (text) => ({ data: { key: "customer", value: text } }),
  },
  {
    ...ADMIN,
    method: "GET",
    name: "job-status",
    path: `${PATHS.jobStatus}?tracking_id=x`,
    body: none,
  },
  {
    ...ADMIN,
    name: "retention",
    path: PATHS.retention,
    body: (text) => ({ data: { duration: 36_500 }, note: text }),
  },
  {
    ...ADMIN,
    method: "GET",
    name: "retention (to read it)",
    path: `${PATHS.retention}?`,
    body: none,
  },
];

const METADATA = { ...SYNC, method: "GET", needs: "mask", list: null } as const;

/** Names of tokens and formats. */
const METADATA_OPERATIONS: readonly Operation[] = [
  {
    ...METADATA,
    name: "metadata/token-types",
    path: PATHS.tokenTypes,
    missing: REFUSED.dataMissing,
    body: none,
  },
  {
    ...METADATA,
    name: "metadata/formats",
    path: PATHS.formats,
    missing: REFUSED.dataMissing,
    body: none,
  },
  {
    ...METADATA,
    name: "metadata/entities",
    path: PATHS.entities,
    missing: REFUSED.dataMissing,
    body: none,
  },
];

const JOB = { ...SYNC, needs: "any token", list: null, missing: REFUSED.dataMissing } as const;

/** Operations on jobs. */
const JOB_OPERATIONS: readonly Operation[] = [
  { ...JOB, method: "GET", name: "jobs", path: PATHS.jobs, body: none },
  { ...JOB, method: "GET", name: "jobs/{tracking_id}", path: `${PATHS.jobs}/x`, body: none },
  { ...JOB, method: "GET", name: "job results", path: `${PATHS.jobs}/x/results`, body: none },
  { ...JOB, method: "POST", name: "job cancel", path: `${PATHS.jobs}/x/cancel`, body: none },
];

/** All operations. */
export const OPERATIONS: readonly Operation[] = [
  ...NAMESPACE_OPERATIONS,
  ...JOB_OPERATIONS,
  ...METADATA_OPERATIONS,
  ...POLICY_OPERATIONS,
  ...ERASURE_OPERATIONS,
  ...OPERATOR_OPERATIONS,
];

/** Operations that read a body. */
export const BODY_OPERATIONS = OPERATIONS.filter((operation) => operation.method === "PUT");

/** The operation of a name; throws when there is none. */
export function operation(name: string): Operation {
  const found = OPERATIONS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}
