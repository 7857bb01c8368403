// Operators for tests, and forged or outdated credentials.
import { env } from "cloudflare:workers";
import { sign } from "hono/jwt";
import type { OperatorScope } from "../../src/core/permissions.ts";
import { deriveTokenSigningSecret, rootKeyOf } from "../../src/crypto/keys.ts";
import { accepted, call, MASTER_KEY, PATHS } from "./requests.ts";

/** An operator and its credential. */
export interface TestOperator {
  readonly id: string;
  readonly token: string;
}

/** An operator as listed. */
interface Listed {
  readonly operator_id: string;
  readonly name: string;
}

/** Create an operator; `more` adds to the request's `data`. */
export async function newOperator(
  scopes: readonly OperatorScope[],
  more: object = {},
): Promise<TestOperator> {
  const sent = { token: MASTER_KEY, body: { data: { name: "desk", scopes, ...more } } };
  const answer = await call<{ operator_id: string; auth_token: string }>(
    "PUT",
    PATHS.createOperator,
    sent,
  );
  const { operator_id, auth_token } = accepted(answer);
  return { id: operator_id, token: auth_token };
}

/** Revoke an operator. */
export async function revokeOperator({ id }: TestOperator): Promise<void> {
  const sent = { token: MASTER_KEY, body: { data: { operator_id: id } } };
  accepted(await call("PUT", PATHS.deactivateOperator, sent));
}

/** Ids of listed operators, optionally only those of one name: other test files list theirs, too. */
export async function onList(only?: string): Promise<string[]> {
  const sent = { token: MASTER_KEY };
  const answer = await call<Listed[]>("GET", PATHS.listOperators, sent);
  const named = accepted(answer).filter(({ name }) => only === undefined || name === only);
  return named.map(({ operator_id }) => operator_id);
}

/** A credential with all scopes that is not listed, signed under this root key; `claims` change its claims. */
export async function signedOperator(
  claims: object = {},
  rootKey = env.VAULT_ROOT_KEY,
): Promise<string> {
  const payload = {
    ...{ aud: "operator", jti: "0".repeat(32), name: "desk", end_date: "2999-12-31" },
    scopes: ["read", "tokens", "erase", "keys"],
    ...claims,
  };
  return sign(payload, await deriveTokenSigningSecret(await rootKeyOf(rootKey)), "HS256");
}

/** Invalid credentials, by what is wrong with them. */
export async function badCredentials(): Promise<Record<string, string>> {
  const listed = await newOperator(["read", "tokens", "erase", "keys"]);
  const [head, , signature] = listed.token.split(".");
  const soon = Date.now() + 60_000;
  const otherKey = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, i) => 7 * i + 1)));
  return {
    "not on the list": await signedOperator(),
    expired: await signedOperator({ jti: listed.id, end_date: "2020-12-31", vouched_until: soon }),
    "vouched for in the past": await signedOperator({ vouched_until: Date.now() - 1 }),
    "of another audience": await signedOperator({ jti: listed.id, aud: "namespace" }),
    "of another deployment": await signedOperator({ jti: listed.id }, otherKey),
    forged: `${head}.${btoa(JSON.stringify({ aud: "operator", jti: listed.id, scopes: ["keys"] }))}.${signature}`,
  };
}
