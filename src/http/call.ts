// Calls to objects. Expected failures come back as results. Exceptions here come from the platform (object unreachable,
// overloaded, restarted) and become `unavailable`: it is then unknown whether the call was done.
import type { Context } from "hono";
import { BoundedCache } from "../core/bounded-cache.ts";
import type { VaultError } from "../core/errors.ts";
import type { RateCost } from "../core/rate-limits.ts";
import { FIRST_REGISTRY, registryOfName } from "../core/registries.ts";
import { err, ok, type Result } from "../core/result.ts";
import { systemClock } from "../platform/clock.ts";
import { errorName, log } from "../platform/log.ts";
import { callVaultObject } from "../platform/object-calls.ts";
import { offersJurisdiction, registryStub } from "../platform/objects.ts";
import type { NamespaceRecord, RegistryRpc } from "../registry/rpc.ts";
import type { Caller, VaultRpc } from "../vault/rpc.ts";
import { callerOf } from "./authenticate.ts";
import { claimsOf, type HttpEnv, orRefuse } from "./handler.ts";
import type { Claims } from "./namespace-token.ts";

/** Whether anybody with a credential has called an object from this isolate: if so, the Registry exists. */
let isInUse = false;

/** How long an isolate relies on a namespace's answer that a token is on its allow list and is under no limit. */
const ADMISSION_MS = 60_000;
const MAX_ADMISSIONS = 10_000;

/** A namespace's answer about a token. */
interface CachedAdmission {
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Whether any limit applies to the token: then each request is counted. */
  readonly isLimited: boolean;
}

/** By the ids of namespace and token. */
let admissions = new BoundedCache<CachedAdmission>(MAX_ADMISSIONS);

/** Calls the Vault object of the caller's namespace; `call` may run more than once. Also fails with `rate_limited`. */
export async function callVault<T>(
  c: Context<HttpEnv>,
  call: (vault: VaultRpc, caller: Caller) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  const counted = await countRequest(c);
  if (!counted.ok) return counted;
  const claims = claimsOf(c);
  const caller = callerOf(c);
  const reply = await callVaultAt(c, claims, (vault) => call(vault, caller));
  if (!reply.ok && reply.error.code === "unauthenticated") dropAdmission(claims);
  return reply;
}

/** The value that `callVault` gives. Refuses as it fails. */
export async function askVault<T>(...asked: Parameters<typeof callVault<T>>): Promise<T> {
  return orRefuse(await callVault(...asked));
}

/**
 * Run before any work for a caller of a namespace: refuses callers who are not on its allow list (as far as this isolate
 * knows, or else the namespace says), or who exceed their limits. The call that does the work checks the list again, so that
 * a token revoked meanwhile gets no answer.
 */
export async function requireAdmission(c: Context<HttpEnv>): Promise<void> {
  const claims = c.get("claims");
  if (claims !== undefined) orRefuse(await countRequest(c));
}

/** Counts values before any work on them, where their number is limited. Fails with `rate_limited`. */
export async function countValues(
  c: Context<HttpEnv>,
  values: number,
): Promise<Result<null, VaultError>> {
  const counted = await countRequest(c);
  const areLimited = c.get("rateStandings")?.some(({ unit }) => unit === "values");
  return counted.ok && areLimited ? askAdmission(c, { values }) : counted;
}

/** Counts each request once, unless the namespace has said lately that no limit applies. */
async function countRequest(c: Context<HttpEnv>): Promise<Result<null, VaultError>> {
  if (c.get("isCounted") === true) return ok(null);
  const known = admissions.get(keyOf(claimsOf(c)));
  if (known?.isLimited === false && known.until > systemClock()) return ok(null);
  c.set("isCounted", true);
  return askAdmission(c, { requests: 1 });
}

async function askAdmission(
  c: Context<HttpEnv>,
  cost: RateCost,
): Promise<Result<null, VaultError>> {
  const claims = claimsOf(c);
  // Limits may change before the answer comes.
  const cache = admissions;
  const reply = await callVaultAt(c, claims, (vault) => vault.admit(callerOf(c), cost));
  if (!reply.ok) {
    if (reply.error.code === "unauthenticated") dropAdmission(claims);
    return reply;
  }
  const { standings, waitSeconds } = reply.value;
  const isLimited = standings.length > 0;
  cache.set(keyOf(claims), { until: systemClock() + ADMISSION_MS, isLimited });
  if (isLimited) c.set("rateStandings", standings);
  return waitSeconds === 0 ? ok(null) : err({ code: "rate_limited", detail: String(waitSeconds) });
}

/** Forgets that the token is on an allow list. */
export function dropAdmission(token: Pick<Claims, "nid" | "tokenId">): void {
  admissions.remove(keyOf(token));
}

/** Forgets all tokens, because limits have changed: namespaces are asked again. */
export function dropAdmissions(): void {
  admissions = new BoundedCache(MAX_ADMISSIONS);
}

/** Whether the token was recently found on its namespace's allow list. */
export function isAdmitted(claims: Claims): boolean {
  return (admissions.get(keyOf(claims))?.until ?? 0) > systemClock();
}

function keyOf({ nid, tokenId }: Pick<Claims, "nid" | "tokenId">): string {
  return `${nid} ${tokenId}`;
}

/** Calls the Vault object of any namespace (for operators); `call` may run more than once. */
export async function callVaultAt<T>(
  c: Context<HttpEnv>,
  namespace: { nid: string; jurisdiction: string | null },
  call: (vault: VaultRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  if (namespace.jurisdiction !== null && !offersJurisdiction(c.env, namespace.jurisdiction)) {
    return err({ code: "jurisdiction_unsupported" });
  }
  c.get("operated")?.set(namespace.nid, namespace);
  return guarded("vault", () => callVaultObject(c.env, namespace, call));
}

/** The value that `callVaultAt` gives. Refuses as it fails. */
export async function askVaultAt<T>(...asked: Parameters<typeof callVaultAt<T>>): Promise<T> {
  return orRefuse(await callVaultAt(...asked));
}

/** Calls the Registry object of this number (core/registries.ts); the first one answers for all. */
export function callRegistry<T>(
  c: Context<HttpEnv>,
  number: number,
  call: (registry: RegistryRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  return guarded("registry", () => call(registryStub<RegistryRpc>(c.env, number)));
}

/** The value that `callRegistry` gives. Refuses as it fails. */
export async function askRegistry<T>(...asked: Parameters<typeof callRegistry<T>>): Promise<T> {
  return orRefuse(await callRegistry(...asked));
}

/** What the first Registry says, where nothing but the call can fail. */
export function askFirstRegistry<T>(
  c: Context<HttpEnv>,
  call: (first: RegistryRpc) => Promise<T>,
): Promise<T> {
  return askRegistry(c, FIRST_REGISTRY, async (first) => ok(await call(first)));
}

/** Finds a namespace by name. Refuses with `namespace_unknown`. */
export function findNamespace(c: Context<HttpEnv>, name: string): Promise<NamespaceRecord> {
  return askRegistry(c, registryOfName(name), (registry) => registry.findNamespace(name));
}

/**
 * Whether the Registry answers and misses no version of the root key; open to callers without a credential. Not asked before
 * an authenticated caller has called an object from this isolate: a call would create the object, and a stranger must not.
 */
export function checkRegistry(c: Context<HttpEnv>): Promise<Result<true, VaultError>> {
  if (!isInUse && !hasHadVersions(c)) return Promise.resolve(ok(true));
  return callRegistry(c, FIRST_REGISTRY, async (first) => {
    const answer = await first.ping();
    return answer === true ? ok(answer) : err({ code: "root_key_mismatch", detail: answer });
  });
}

/** Whether the root key has had an older version: then the Registry exists, and may know of keys that are gone. */
export function hasHadVersions(c: Context<HttpEnv>): boolean {
  return c.get("config").tokenSecrets[0].version > 1;
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
