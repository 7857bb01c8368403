// Erases through the service, and searches for what must be gone.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readKeySet, verifyReceipt } from "../../../scripts/run/receipt/verify.ts";
import { ask, newToken, send } from "./api-client.ts";
import { objectPaths, query } from "./object-files.ts";
import { type Service, startService } from "./service.ts";

const DAY_MS = 86_400_000;

/** A masked value. */
export type Pair = { value: string; token_value: string };

/** A namespace with tokens for a caller and for an administrator. */
export async function issue(service: Service, namespace: string) {
  return {
    token: await newToken(service, namespace, "app", ["mask", "unmask"]),
    admin: await newToken(service, namespace, "admin", ["metadata_change"]),
  };
}

/** Mask `count` values: every fourth numeric, every fifth with attributes. */
export async function mask(service: Service, token: string, name: string, count: number) {
  const items = Array.from({ length: count }, (_, i) => ({
    value: i % 4 === 0 ? `${name.length}${String(i).padStart(9, "0")}` : `${name} ${i}`,
    token_name: i % 4 === 0 ? "Numeric Token" : "Text Token",
    ...(i % 5 === 0 ? { attributes: { ref: `${name}-${i}` } } : {}),
  }));
  const pairs: Pair[] = [];
  for (let at = 0; at < count; at += 500) {
    const part = items.slice(at, at + 500);
    const answer = await send(service, token, "mask", { mask: part });
    if (answer.status !== 200) throw new Error(`not masked: ${JSON.stringify(answer.body)}`);
    pairs.push(...answer.body.data);
  }
  return pairs;
}

/** Values of tokens that can still be unmasked, each requested alone. */
export async function readable(service: Service, token: string, pairs: readonly Pair[]) {
  const found: string[] = [];
  for (const { token_value } of pairs) {
    const { status, body } = await send(service, token, "unmask", { unmask: [{ token_value }] });
    if (status === 200) found.push(body.data[0].value);
    else if (status !== 400) throw new Error(`unmask: ${status} ${JSON.stringify(body)}`);
  }
  return found;
}

/** Values of tokens, requested together; or the error. */
export async function unmask(service: Service, token: string, pairs: readonly Pair[]) {
  const items = pairs.map(({ token_value }) => ({ token_value }));
  const { body } = await send(service, token, "unmask", { unmask: items });
  return body.data?.map((item: Pair) => item.value) ?? body.error;
}

/** The database of the service's only namespace. */
export const vaultPath = (service: Service): string =>
  objectPaths(service.dataDir, "Vault")[0] ?? "";

/** Start a service again on the same data. */
export const restart = ({ dataDir, secrets }: Service, ...args: string[]): Promise<Service> =>
  startService({ dataDir, secrets, args });

/** Request the erasure of everything up to now. */
export function eraseAll(service: Pick<Service, "url">, token: string) {
  const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  return send(service, token, "namespace/delete/personal-data-mapping", { data: { date } });
}

/** Request the erasure of everything up to now; returns the tracking id. */
export async function acceptEraseAll(service: Pick<Service, "url">, token: string) {
  const answer = await eraseAll(service, token);
  if (answer.status !== 200) throw new Error(`not accepted: ${JSON.stringify(answer.body)}`);
  return String(answer.body.data.tracking_id);
}

/** Status of an erasure. */
export function lookAtErasure(service: Pick<Service, "url">, token: string, trackingId: string) {
  return ask(service, token, `namespace/job-status?tracking_id=${trackingId}`);
}

/** Poll an erasure until it has ended; returns its record. */
export async function untilErased(
  service: Pick<Service, "url">,
  token: string,
  trackingId: string,
  patienceMs = 60_000,
) {
  const deadline = Date.now() + patienceMs;
  for (let polls = 1; ; polls++) {
    const { status, body } = await lookAtErasure(service, token, trackingId);
    if (status !== 200) throw new Error(`job-status: ${status} ${JSON.stringify(body)}`);
    if (body.data.status === "SUCCESS" || body.data.status === "FAILED") return body.data;
    if (Date.now() > deadline) {
      throw new Error(`still ${body.data.status} after ${patienceMs} ms: ${JSON.stringify(body)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(20 * polls, 100)));
  }
}

/** A receipt's statements, verified with the service's own key set. */
export async function statementsOf(service: Pick<Service, "url">, receipt: string) {
  const keys = readKeySet(await (await fetch(`${service.url}/.well-known/jwks.json`)).text());
  const verdict = await verifyReceipt(receipt, keys ?? []);
  if (!verdict.valid) throw new Error(verdict.reason);
  return verdict.statements;
}

/** The wrapped day keys in a Vault's database. */
export function wrappedDayKeys(vaultPath: string): Buffer[] {
  const keys = "SELECT wrapped FROM day_key JOIN wrapped_key ON id = key ORDER BY day, version";
  return query(vaultPath, keys).map((row) => Buffer.from(row["wrapped"] as Uint8Array));
}

/** Files below a folder that contain any of these bytes. */
export function filesWith(folder: string, needles: readonly Buffer[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = contentOf(path);
      return needles.some((needle) => content.includes(needle));
    });
}

/** Content of a file; empty when it was removed after it was listed, like the -wal file of a closed database. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
