// A Worker with its audit enabled, and the records of its namespaces.
import { createExecutionContext, env } from "cloudflare:test";
import { expect } from "vitest";
import { createApp } from "../../src/app.ts";
import type { AuditRow } from "../../src/contract/responses/audit.ts";
import { expectDocumented } from "./documented.ts";
import { PATHS } from "./requests.ts";

/** Path of the audit's records. */
export const DETAILS = "/api/vault/namespace/reports/audit-details";
/** Permissions that include reading the audit. */
export const ADMIN = ["mask", "unmask", "metadata_change"] as const;
/** Query for all records. */
export const YEARS = `start_date=2020-01-01 00:00:00&end_date=2099-12-31 23:59:59`;
const app = createApp();

/** What to send, and the namespaces and audit mode to send it to. */
export interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly mode?: string;
  readonly vault?: unknown;
  /** Settings of the service other than its audit. */
  readonly settings?: object;
}

/** Send a request to a Worker whose audit is strict unless `mode` is given. */
export async function ask(
  method: string,
  path: string,
  { token, body, headers, mode, vault, settings }: Asked,
) {
  const ctx = createExecutionContext();
  const request = new Request(`https://vault.test${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const ofVault = vault ? { VAULT: vault } : {};
  const bindings = { ...env, AUDIT: mode ?? "strict", ...settings, ...ofVault };
  const response = await app.fetch(request, bindings as never, ctx);
  const text = await response.text();
  expectDocumented(method, path.split("?")[0] ?? "", response, text);
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, text, ctx, body: isJson ? JSON.parse(text) : null };
}

/** All records of a token's namespace. */
export async function details(token: string, query = YEARS): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const page = next === "" ? "" : `&next_page_token=${next}`;
    const { status, body } = await ask("GET", `${DETAILS}?${query}${page}`, { token, mode: "off" });
    expect(status).toBe(200);
    rows.push(...body.data);
    next = body.next_page_token;
  }
  return rows;
}

/** Mask one value. */
export const mask = (token: string, value: string, more: Asked = {}) =>
  ask("PUT", PATHS.mask, { token, body: { mask: [{ value }] }, ...more });

/** Namespaces that answer everything but one verb themselves; `instead` is given the call that was meant. */
export const vaultsWith = (
  verb: string,
  instead: (call: () => Promise<unknown>) => Promise<unknown>,
) => ({
  getByName: (nid: string) =>
    new Proxy(env.VAULT.getByName(nid) as never, {
      get: (stub: Record<string | symbol, (...given: unknown[]) => unknown>, asked) => {
        // With a `then` it would be taken for a promise.
        if (asked === "then") return undefined;
        return (...given: unknown[]) => {
          const call = () => stub[asked]?.(...given) as Promise<unknown>;
          return asked === verb ? instead(call) : call();
        };
      },
    }),
  idFromName: (name: string) => env.VAULT.idFromName(name),
});

/** Namespaces that answer everything but fail to record the audit. */
export const broken = vaultsWith("recordAudit", () => Promise.reject(new Error("away")));
