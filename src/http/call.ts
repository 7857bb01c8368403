// Calls to objects. Expected failures come back as results; what is thrown here is the platform's
// (object unreachable, overloaded, restarted) and becomes `unavailable`: whether the call was done is not
// known.
import type { Context } from "hono";
import type { VaultError } from "../core/errors.ts";
import { err, ok, type Result } from "../core/result.ts";
import { errorName, log } from "../platform/log.ts";
import { callVaultObject, offersJurisdiction, registryStub } from "../platform/objects.ts";
import type { RegistryRpc } from "../registry/rpc.ts";
import type { VaultRpc } from "../vault/rpc.ts";
import type { HttpEnv } from "./handler.ts";

/** Whether anybody with a credential has called an object from this isolate: then there is a Registry. */
let isInUse = false;

/** Call the Vault object of the caller's namespace; `call` may run more than once. */
export function callVault<T>(
  c: Context<HttpEnv>,
  call: (vault: VaultRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  return callVaultAt(c, c.var.claims, call);
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
  return guarded("vault", () => callVaultObject(c.env, place, call));
}

/** Call the Registry object. */
export function callRegistry<T>(
  c: Context<HttpEnv>,
  call: (registry: RegistryRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  return guarded("registry", () => call(registryStub<RegistryRpc>(c.env)));
}

/**
 * Whether the Registry answers, for a caller without a credential. Not asked before anybody with one has called an
 * object from this isolate: to be asked makes an object, and a stranger is to make none.
 */
export function checkRegistry(c: Context<HttpEnv>): Promise<Result<boolean, VaultError>> {
  if (!isInUse) return Promise.resolve(ok(true));
  return callRegistry(c, async (registry) => ok(await registry.ping()));
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
