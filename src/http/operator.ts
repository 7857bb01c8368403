// Authentication of operators: holders of the master key, and of credentials with a part of its rights. The list of
// credentials is asked each time, before any work: these calls are rare, and a revocation must take effect at once.
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { OPERATOR } from "../core/audit.ts";
import type { VaultError } from "../core/errors.ts";
import type { OperatorScope, Permission } from "../core/permissions.ts";
import { FIRST_REGISTRY } from "../core/registries.ts";
import { ok } from "../core/result.ts";
import { isoDate } from "../core/time.ts";
import { systemClock } from "../platform/clock.ts";
import { bearerOf, isSameText, namespaceCaller, noteReason } from "./authenticate.ts";
import { callRegistry } from "./call.ts";
import { type HttpEnv, refuse } from "./handler.ts";
import { readOperator } from "./operator-credential.ts";

/** Admits holders of the master key, and of a credential with this scope. */
export function operator(scope: OperatorScope): MiddlewareHandler<HttpEnv> {
  return createMiddleware<HttpEnv>(async function checkOperator(c, next) {
    const refused = await refusalOf(c, scope);
    return refused === null ? next() : refuse(c, refused);
  });
}

/** Admits only holders of the master key. Their requests are logged, because they concern no namespace. */
export function masterKeyOnly(): MiddlewareHandler<HttpEnv> {
  return createMiddleware<HttpEnv>(async function checkMasterKey(c, next) {
    const refused = await refusalOf(c, null);
    if (refused !== null) return refuse(c, refused);
    c.set("operator", { id: OPERATOR, name: OPERATOR });
    return next();
  });
}

/** Admits operators with the scope `read`, and holders of a namespace token with one of these permissions. */
export function readerOr(...anyOf: readonly Permission[]): MiddlewareHandler<HttpEnv> {
  const holder = namespaceCaller(...anyOf);
  return createMiddleware<HttpEnv>(async function checkEither(c, next) {
    const refused = await refusalOf(c, "read");
    if (refused === null) return next();
    return refused.code === "unauthenticated" ? holder(c, next) : refuse(c, refused);
  });
}

/** Admits collectors of metrics, who have a key for just that, and operators with the scope `read`. */
export function collector(): MiddlewareHandler<HttpEnv> {
  return createMiddleware<HttpEnv>(async function checkMetricsKey(c, next) {
    const [text, key] = [bearerOf(c) ?? "", c.env.METRICS_KEY?.trim() ?? ""];
    if ((await isSameText(text, key)) && key !== "") return next();
    const refused = await refusalOf(c, "read");
    if (refused !== null) return refuse(c, refused);
    // Asked every few seconds of every open namespace, whose audits would consist of it.
    c.set("operated", undefined);
    return next();
  });
}

/** Whether the caller sent the master key itself. */
export function hasMasterKey(c: Context<HttpEnv>): boolean {
  return c.get("operated") !== undefined && c.get("operator") === undefined;
}

/** Why the caller may not use this scope (null: the master key's), else null. Namespaces called later record it. */
async function refusalOf(
  c: Context<HttpEnv>,
  scope: OperatorScope | null,
): Promise<VaultError | null> {
  const text = bearerOf(c) ?? "";
  const { masterKey, tokenSecrets } = c.get("config");
  if (masterKey === "" || !(await isSameText(text, masterKey))) {
    const credential = await readOperator(text, tokenSecrets);
    if (credential === null) return { code: "unauthenticated" };
    const { id, name, scopes, endDate, vouchedUntil } = credential;
    const now = systemClock();
    if (endDate < isoDate(now)) return { code: "token_not_valid_now" };
    if (vouchedUntil < now) {
      const listed = await callRegistry(c, FIRST_REGISTRY, async (registry) =>
        ok(await registry.hasOperator(id)),
      );
      if (!listed.ok) return listed.error;
      if (!listed.value) return { code: "unauthenticated" };
    }
    c.set("operator", { id, name });
    if (scope === null || !scopes.includes(scope)) return { code: "forbidden" };
  }
  noteReason(c);
  c.set("operated", new Map());
  return null;
}
