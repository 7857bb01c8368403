// Namespaces for tests: each test creates its own, under a unique name.
import type { Permission } from "../../src/core/permissions.ts";
import { accepted, call, MASTER_KEY, PATHS } from "./requests.ts";

/** Answer to a generate request. */
export interface Generated {
  readonly auth_key: string;
  readonly namespace_creation?: {
    readonly tracking_id: string;
    readonly status: string;
    readonly job_type: string;
  };
}

/** A token as its fetch and its list give it. */
export interface TokenRecord {
  readonly auth_token: string | null;
  readonly token_id: string;
  readonly namespace: string;
  readonly _id: string;
  readonly permissions: readonly string[];
  readonly start_date: string;
  readonly end_date: string;
  readonly active?: boolean;
}

/** A namespace with one token per requested name, which is also the token's user id. */
export interface TestNamespace<Name extends string> {
  readonly name: string;
  readonly nid: string;
  readonly tokens: Readonly<Record<Name, string>>;
}

/** A name that no other test uses. */
export function freshName(): string {
  return `ns-${crypto.randomUUID()}`;
}

/** Request a token; `more` adds to the request's `data`. */
export async function generate(
  namespace: string,
  user: string,
  permissions: readonly Permission[],
  more: object = {},
): Promise<Generated> {
  const data = { namespace_name: namespace, _id: user, permissions, ...more };
  const sent = { token: MASTER_KEY, body: { data } };
  return accepted(await call<Generated>("PUT", PATHS.generate, sent));
}

/** A fresh namespace with one token per entry, such as `{ all: ["mask", "unmask"] }`. */
export async function newNamespace<Name extends string>(
  users: Readonly<Record<Name, readonly Permission[]>>,
): Promise<TestNamespace<Name>> {
  const name = freshName();
  const tokens = {} as Record<Name, string>;
  for (const user of Object.keys(users) as Name[]) {
    tokens[user] = (await generate(name, user, users[user])).auth_key;
  }
  const [first] = Object.values<string>(tokens);
  return { name, nid: claimsIn(first ?? "").nid, tokens };
}

/** A fresh namespace with one token that may mask and unmask. */
export async function newVault(): Promise<{ nid: string; name: string; token: string }> {
  const { name, nid, tokens } = await newNamespace({ all: ["mask", "unmask"] });
  return { name, nid, token: tokens.all };
}

/** Revoke a token. */
export async function deactivate(token: string): Promise<void> {
  const sent = { token: MASTER_KEY, body: { data: { auth_token: token } } };
  accepted(await call("PUT", PATHS.deactivate, sent));
}

/** The claims in a token, unverified. */
export function claimsIn(token: string): { nid: string } & Record<string, unknown> {
  const part = token.split(".")[1] ?? "";
  return JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/")));
}
