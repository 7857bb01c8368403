// Calls to objects. Expected failures come back as results; what is thrown here is the platform's
// (object unreachable, overloaded, restarted) and becomes `unavailable`: whether the call was done is not
// known.
import type { Context } from "hono";
import { BoundedCache } from "../core/bounded-cache.ts";
import type { VaultError } from "../core/errors.ts";
import { FIRST_REGISTRY, registryOfName } from "../core/registries.ts";
import { err, ok, type Result } from "../core/result.ts";
import { systemClock } from "../platform/clock.ts";
import { errorName, log } from "../platform/log.ts";
import { callVaultObject } from "../platform/object-calls.ts";
import { offersJurisdiction, registryStub } from "../platform/objects.ts";
import type { NamespaceRecord, RegistryRpc } from "../registry/rpc.ts";
import type { VaultRpc } from "../vault/rpc.ts";
import { callerOf } from "./authenticate.ts";
import { type HttpEnv, orRefuse } from "./handler.ts";
import type { Claims } from "./namespace-token.ts";

/** Whether anybody with a credential has called an object from this isolate: then there is a Registry. */
let isInUse = false;

/** How long a namespace's word that a token is on its allow list suffices to read a body. */
const ADMITTED_MS = 60_000;
const MAX_ADMITTED = 10_000;

/** Until when the token of a namespace is taken for admitted (milliseconds since 1970), by both ids. */
const admitted = new BoundedCache<number>(MAX_ADMITTED);

/** Call the Vault object of the caller's namespace; `call` may run more than once. */
export async function callVault<T>(
  c: Context<HttpEnv>,
  call: (vault: VaultRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  const claims = c.get("claims");
  const reply = await callVaultAt(c, claims, call);
  if (reply.ok) admitted.set(keyOf(claims), systemClock() + ADMITTED_MS);
  else if (reply.error.code === "unauthenticated") dropAdmission(claims);
  return reply;
}

/**
 * Before any work for a caller of a namespace: refuses who is not on its allow list, as far as this isolate knows or
 * else the namespace says. The call that does the work asks again, so that a token revoked meanwhile gets no answer.
 */
export async function requireAdmission(c: Context<HttpEnv>): Promise<void> {
  const claims: Claims | undefined = c.get("claims");
  if (claims === undefined || isAdmitted(claims)) return;
  orRefuse(await callVault(c, (vault) => vault.admit(callerOf(c))));
}

/** The token is on no allow list any more. */
export function dropAdmission(claims: Claims): void {
  admitted.remove(keyOf(claims));
}

/** Whether the token was found on its namespace's allow list lately. */
export function isAdmitted(claims: Claims): boolean {
  return (admitted.get(keyOf(claims)) ?? 0) > systemClock();
}

function keyOf({ nid, tokenId }: Claims): string {
  return `${nid} ${tokenId}`;
}

/** Call the Vault object of any namespace (operator); `call` may run more than once. */
export async function callVaultAt<T>(
  c: Context<HttpEnv>,
  place: { nid: string; jurisdiction: string | null },
  call: (vault: VaultRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  if (place.jurisdiction !== null && !offersJurisdiction(c.env, place.jurisdiction)) {
    return err({ code: "jurisdiction_unsupported" });
  }
  c.get("operated")?.set(place.nid, place);
  return guarded("vault", () => callVaultObject(c.env, place, call));
}

/** Call the Registry object of this number (core/registries.ts); the first one answers for all. */
export function callRegistry<T>(
  c: Context<HttpEnv>,
  number: number,
  call: (registry: RegistryRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  return guarded("registry", () => call(registryStub<RegistryRpc>(c.env, number)));
}

/** The namespace of a name. Fails with `namespace_unknown`. */
export function findNamespace(
  c: Context<HttpEnv>,
  name: string,
): Promise<Result<NamespaceRecord, VaultError>> {
  return callRegistry(c, registryOfName(name), (registry) => registry.findNamespace(name));
}

/**
 * Whether the Registry answers, for a caller without a credential. Not asked before anybody with one has called an
 * object from this isolate: to be asked makes an object, and a stranger is to make none.
 */
export function checkRegistry(c: Context<HttpEnv>): Promise<Result<boolean, VaultError>> {
  if (!isInUse) return Promise.resolve(ok(true));
  return callRegistry(c, FIRST_REGISTRY, async (first) => ok(await first.ping()));
}

async function guarded<T>(
  target: string,
  call: () => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  isInUse = true;
  try {
    return await call();
  } catch (error) {
    log("http.object-call-failed", { target, error: errorName(error) });
    return err({ code: "unavailable" });
  }
}
