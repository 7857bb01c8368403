// Talks to a running service over HTTP, as a caller does.
import type { Service } from "./service.ts";

/** An answer: status and parsed envelope. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read many shapes of answers.
  readonly body: any;
}

/** Send one request to an operation under /api/vault. */
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

/** Ask for something under /api/vault. */
export async function ask(
  service: Pick<Service, "url">,
  token: string,
  path: string,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/api/vault/${path}`, { headers });
  return { status: response.status, body: await response.json() };
}

/** A namespace token from the operator. */
export async function newToken(
  service: Pick<Service, "url" | "secrets">,
  namespace: string,
  user: string,
  permissions: readonly string[],
): Promise<string> {
  const data = { namespace_name: namespace, _id: user, permissions };
  const master = service.secrets.VAULT_MASTER_KEY;
  const answer = await send(service, master, "super-admin/namespace/auth-token/generate", { data });
  if (answer.status !== 200) throw new Error(`no token: ${JSON.stringify(answer.body)}`);
  return answer.body.data.auth_key;
}

/** Submit a job; gives its tracking id. */
export async function submit(
  service: Pick<Service, "url">,
  token: string,
  kind: "mask" | "unmask",
  items: readonly object[],
): Promise<string> {
  const answer = await send(service, token, `${kind}/async`, { [kind]: items });
  if (answer.status !== 200) throw new Error(`not accepted: ${JSON.stringify(answer.body)}`);
  return answer.body.data[0].tracking_id;
}

/** One look at a job. */
export async function look(service: Pick<Service, "url">, token: string, trackingId: string) {
  const status = [{ tracking_id: trackingId }];
  const answer = await send(service, token, "async-status", { status });
  return answer.body.data?.[0];
}

/** Poll a job until it has ended. */
export async function untilEnded(
  service: Pick<Service, "url">,
  token: string,
  trackingId: string,
  patienceMs = 120_000,
) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const job = await look(service, token, trackingId);
    if (job !== undefined && job.status !== "PENDING" && job.status !== "IN-PROGRESS") return job;
    if (Date.now() > deadline) throw new Error(`job still ${job?.status} after ${patienceMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
