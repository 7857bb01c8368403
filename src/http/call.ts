// Calls to objects. Expected failures come back as results; what is thrown here is the platform's
// (object unreachable, overloaded, restarted) and becomes `unavailable`.
import type { Context } from "hono";
import type { VaultError } from "../core/errors.ts";
import { errorName, log } from "../core/log.ts";
import { registryStub, vaultStub } from "../core/objects.ts";
import { err, type Result } from "../core/result.ts";
import type { RegistryRpc } from "../registry/rpc.ts";
import type { VaultRpc } from "../vault/rpc.ts";
import type { HttpEnv } from "./types.ts";

/** Call the Vault object of the caller's namespace. */
export function callVault<T>(
  c: Context<HttpEnv>,
  call: (vault: VaultRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  return callVaultAt(c, c.var.claims, call);
}

/** Call the Vault object of any namespace (operator). */
export async function callVaultAt<T>(
  c: Context<HttpEnv>,
  place: { nid: string; jurisdiction: string | null },
  call: (vault: VaultRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  let vault: VaultRpc;
  try {
    vault = vaultStub<VaultRpc>(c.env, place.nid, place.jurisdiction);
  } catch {
    return err({ code: "jurisdiction_unsupported" });
  }
  return guarded("vault", () => call(vault));
}

/** Call the Registry object. */
export function callRegistry<T>(
  c: Context<HttpEnv>,
  call: (registry: RegistryRpc) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  return guarded("registry", () => call(registryStub<RegistryRpc>(c.env)));
}

async function guarded<T>(
  target: string,
  call: () => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  try {
    return await call();
  } catch (error) {
    log("http.object-call-failed", { target, error: errorName(error) });
    return err({ code: "unavailable" });
  }
}
