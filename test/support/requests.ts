// Requests to the real Worker inside workerd: one generic call, and one helper per operation.
import { env, exports } from "cloudflare:workers";
import type { WireError } from "../../src/contract/responses/envelope.ts";
import type { JobRecord } from "../../src/contract/responses/jobs.ts";
import type { MaskedItem, UnmaskedItem } from "../../src/masking/item.ts";
import { expectDocumented } from "./documented.ts";

const ORIGIN = "https://vault.test";

/** Paths of the operations. */
export const PATHS = {
  mask: "/api/vault/mask",
  unmask: "/api/vault/unmask",
  maskStream: "/api/vault/mask/stream",
  unmaskStream: "/api/vault/unmask/stream",
  maskAsync: "/api/vault/mask/async",
  unmaskAsync: "/api/vault/unmask/async",
  status: "/api/vault/async-status",
  jobs: "/api/vault/jobs",
  deletion: "/api/vault/namespace/delete/personal-data-mapping",
  replay: "/api/vault/super-admin/erasure/replay",
  byValue: "/api/vault/namespace/delete/by-value",
  byToken: "/api/vault/namespace/delete/by-token",
  byAttribute: "/api/vault/namespace/delete/by-attribute",
  jobStatus: "/api/vault/namespace/job-status",
  retention: "/api/vault/namespace/retention",
  tokenTypes: "/api/vault/metadata/token-types",
  formats: "/api/vault/metadata/formats",
  entities: "/api/vault/metadata/entities",
  detect: "/api/vault/detect",
  createPolicy: "/api/vault/metadata/policy/create",
  listPolicies: "/api/vault/metadata/policy/list",
  deletePolicy: "/api/vault/metadata/policy/delete",
  policyDetection: "/api/vault/metadata/policy/detection",
  defaultPolicy: "/api/vault/metadata/policy/default",
  policySettings: "/api/vault/metadata/policy/settings",
  policyEntities: "/api/vault/metadata/personal-data-entities/list",
  moveEntities: "/api/vault/metadata/personal-data-entities/update",
  wrappers: "/api/vault/metadata/update-auto-detect",
  customEntity: "/api/vault/metadata/custom-entity/add-or-update",
  customDetails: "/api/vault/metadata/custom-entity/details",
  deleteCustom: "/api/vault/metadata/custom-entity/delete",
  reAnchor: "/api/vault/super-admin/erasure/re-anchor",
  ledger: "/api/vault/super-admin/ledger",
  jwks: "/.well-known/jwks.json",
  deleteNamespace: "/api/vault/super-admin/namespace/delete",
  namespaceJob: "/api/vault/super-admin/namespace/job-status",
  hold: "/api/vault/super-admin/namespace/hold",
  limits: "/api/vault/super-admin/namespace/limits",
  generate: "/api/vault/super-admin/namespace/auth-token/generate",
  fetch: "/api/vault/super-admin/namespace/auth-token/fetch",
  deactivate: "/api/vault/super-admin/namespace/auth-token/deactivate",
  list: "/api/vault/super-admin/namespace/auth-token/list",
  details: "/api/vault/super-admin/namespace/auth-token/details",
  createOperator: "/api/vault/super-admin/operators/create",
  listOperators: "/api/vault/super-admin/operators/list",
  deactivateOperator: "/api/vault/super-admin/operators/deactivate",
} as const;

/** The operator's bearer token. */
export const MASTER_KEY = env.VAULT_MASTER_KEY;

/** What to send: `body` as JSON, or `raw` as it is; without both there is no body. */
export interface Sent {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer. `data` has the type that the helper's caller expects; null in a refusal. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: T;
  readonly success: boolean;
  readonly error: WireError;
  readonly detail?: string;
  readonly next_page_token?: string | null;
}

/** Send a request and read the whole answer. The content type is JSON unless `headers` has another one. */
export async function call<T = unknown>(
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Answer<T>> {
  const headers = new Headers({ "Content-Type": "application/json", ...sent.headers });
  // An empty header in `headers` removes it.
  for (const [name, value] of Object.entries(sent.headers ?? {})) {
    if (value === "") headers.delete(name);
  }
  if (sent.token !== undefined) headers.set("Authorization", `Bearer ${sent.token}`);
  const body = sent.body === undefined ? sent.raw : JSON.stringify(sent.body);
  const response = await exports.default.fetch(`${ORIGIN}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  expectDocumented(method, path, response, text);
  const isPage = response.headers.get("content-type")?.startsWith("text/");
  const envelope = text === "" || isPage ? {} : (JSON.parse(text) as Omit<Answer<T>, "status">);
  return { ...envelope, status: response.status, headers: response.headers, text } as Answer<T>;
}

/** An item as callers write it; tests of bad input send anything through `call`. */
export interface Item {
  readonly value: string;
  readonly token_name?: string;
  readonly format?: string;
  readonly attributes?: unknown;
}

/** PUT mask; throws when refused, so that a test shows the reason. */
export async function mask(
  token: string,
  items: readonly Item[],
  options: object = {},
): Promise<MaskedItem[]> {
  const body = { mask: items, ...options };
  return accepted(await call<MaskedItem[]>("PUT", PATHS.mask, { token, body }));
}

/** The token of one value, with a token name and maybe a format. */
export async function tokenOf(
  token: string,
  value: string,
  tokenName: string,
  format?: string,
): Promise<string> {
  const item = { value, token_name: tokenName, ...(format === undefined ? {} : { format }) };
  return only(await mask(token, [item])).token_value;
}

/** Mask one text with auto-detect. */
export async function maskText(token: string, value: string): Promise<MaskedItem> {
  return only(await mask(token, [{ value }]));
}

/** PUT unmask of texts; throws when refused. Returns the restored values. */
export async function unmask(token: string, texts: readonly string[]): Promise<string[]> {
  const items = accepted(await tryUnmask(token, texts));
  return items.map((item) => item.value);
}

/** PUT unmask of texts; returns the answer, also a refusal. */
export function tryUnmask(
  token: string,
  texts: readonly string[],
): Promise<Answer<UnmaskedItem[]>> {
  const body = { unmask: texts.map((text) => ({ token_value: text })) };
  return call<UnmaskedItem[]>("PUT", PATHS.unmask, { token, body });
}

/** A whole job record; `result` is what the synchronous operation would answer. */
export interface WholeRecord extends JobRecord {
  readonly input_payload: Record<string, unknown> | null;
  readonly result: MaskedItem[] | null;
}

/** Submit a job with any body; throws when refused. Returns the tracking id. */
export async function submit(
  token: string,
  kind: "mask" | "unmask",
  body: unknown,
): Promise<string> {
  const path = kind === "mask" ? PATHS.maskAsync : PATHS.unmaskAsync;
  const answer = await call<{ tracking_id: string }[]>("PUT", path, { token, body });
  return only(accepted(answer)).tracking_id;
}

/** PUT async-status; returns the answer, also a refusal. */
export function tryStatus(
  token: string,
  ids: readonly string[],
  options: object = {},
): Promise<Answer<WholeRecord[]>> {
  const body = { status: ids.map((id) => ({ tracking_id: id })), ...options };
  return call<WholeRecord[]>("PUT", PATHS.status, { token, body });
}

const TERMINAL: readonly string[] = ["SUCCESS", "FAILED", "PURGED", "CANCELLED"];
const MAX_POLLS = 4_000;

/** Poll a job until it has ended. Limited by the number of polls, not by time. */
export async function pollJob(token: string, id: string): Promise<WholeRecord> {
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    const record = only(accepted(await tryStatus(token, [id])));
    if (TERMINAL.includes(record.status)) return record;
    await scheduler.wait(Math.min(5 * (poll + 1), 40));
  }
  throw new Error(`job did not end within ${MAX_POLLS} polls`);
}

/** `data` of a success; throws with the whole answer otherwise. */
export function accepted<T>(answer: Answer<T>): T {
  if (answer.status !== 200 || !answer.success) {
    throw new Error(`expected success, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  }
  return answer.data;
}

/** The only element of a list; throws when there are none or several. */
export function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`${list.length} elements, not 1`);
  return first;
}
