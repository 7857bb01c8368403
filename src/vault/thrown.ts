// What was thrown in a verb, as the failure that is answered.
import type { VaultError } from "../core/errors.ts";
import { RootKeyMismatch } from "../crypto/wrapping.ts";
import { errorName, log } from "../platform/log.ts";
import { RegistryUnreachable } from "./runtime/registry-link.ts";

/** All but what is expected is `internal`: what it says may hold values, so only its name is logged. */
export function failureOf(error: unknown, verb: string): VaultError {
  if (error instanceof RegistryUnreachable) return { code: "unavailable" };
  log("vault.verb-failed", { verb, error: errorName(error) });
  if (error instanceof RootKeyMismatch) return { code: "root_key_mismatch", detail: error.message };
  return { code: "internal" };
}
