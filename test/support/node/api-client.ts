// Calls a running service over HTTP: with the TypeScript client where only the answer of a success matters,
// else with plain requests.
import {
  type MaskItem,
  type UnmaskItem,
  VaultClient,
} from "../../../clients/typescript/src/index.ts";
import type { Permission } from "../../../src/core/permissions.ts";
import type { Service } from "./service.ts";

/** An answer: status and parsed envelope. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read many shapes of answers.
  readonly body: any;
}

/** PUT to an operation under /api/vault. */
export async function send(
  service: Pick<Service, "url">,
  token: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(`${service.url}/api/vault/${path}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** GET from an operation under /api/vault. */
export async function ask(
  service: Pick<Service, "url">,
  token: string,
  path: string,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/api/vault/${path}`, { headers });
  return { status: response.status, body: await response.json() };
}

/** A client without retries, which waits as long as fetch does. */
const clientOf = ({ url }: Pick<Service, "url">, token: string) =>
  new VaultClient({ url, token, retries: 0, timeoutMs: 300_000 });

/** A namespace token issued by the operator. */
export async function newToken(
  service: Pick<Service, "url" | "secrets">,
  namespace: string,
  user: string,
  permissions: readonly string[],
  more: object = {},
): Promise<string> {
  const named = { namespace_name: namespace, _id: user, permissions: permissions as Permission[] };
  const data = { ...named, ...more };
  const operator = clientOf(service, service.secrets.VAULT_MASTER_KEY);
  return (await operator.call("generateToken", { body: { data } })).data.auth_key;
}

/** Submit a job; returns its tracking id. */
export async function submit(
  service: Pick<Service, "url">,
  token: string,
  kind: "mask" | "unmask",
  items: readonly object[],
): Promise<string> {
  const client = clientOf(service, token);
  const { data } =
    kind === "mask"
      ? await client.call("submitMaskJob", { body: { mask: items as MaskItem[] } })
      : await client.call("submitUnmaskJob", { body: { unmask: items as UnmaskItem[] } });
  return data[0]?.tracking_id ?? "";
}

/** Status of a job. */
export async function look(
  service: Pick<Service, "url">,
  token: string,
  trackingId: string,
): Promise<Answer["body"]> {
  const body = { status: [{ tracking_id: trackingId }] };
  return (await clientOf(service, token).call("readJobs", { body })).data[0];
}

/** Poll a job until it has ended. */
export async function untilEnded(
  service: Pick<Service, "url">,
  token: string,
  trackingId: string,
  patienceMs = 120_000,
) {
  const deadline = Date.now() + patienceMs;
  for (let polls = 1; ; polls++) {
    const job = await look(service, token, trackingId);
    if (job !== undefined && job.status !== "PENDING" && job.status !== "IN-PROGRESS") return job;
    if (Date.now() > deadline) throw new Error(`job still ${job?.status} after ${patienceMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(20 * polls, 100)));
  }
}
