// What becomes of a verb whose answer was cut by the closing of the object (runtime/object-recycler.ts), and of one that throws.
import type { VaultError } from "../core/errors.ts";
import { RootKeyMismatch } from "../crypto/wrapping.ts";
import { errorName, log } from "../platform/log.ts";
import type { VaultRpc } from "./rpc.ts";
import { RegistryUnreachable } from "./runtime/registry-link.ts";

/** Verbs that come to the same when they are done twice: they are simply asked for again. One that is not here keeps the object open until its answer has arrived. */
export const REPEATABLE: ReadonlySet<string> = new Set<keyof VaultRpc>([
  "admit",
  "awaitJobs",
  "cancelJob",
  "closeNamespace",
  "destroyNamespace",
  "findToken",
  "listJobs",
  "listPolicies",
  "listTokens",
  "mask",
  "previewDeletion",
  "rateLimits",
  "readAudit",
  "readDeletion",
  "readJobChunk",
  "readJobs",
  "readPolicies",
  "readPolicySet",
  "readReplay",
  "readRetention",
  "readToken",
  "readUsage",
  "recallConversation",
  "recordAudit",
  "rememberConversation",
  "unmask",
  "wrapKeysAnew",
]);

/** What was thrown, as it is answered. All but what is expected is `internal`: what it says may hold values, so only its name is logged. */
export function failureOf(error: unknown, verb: string): VaultError {
  if (error instanceof RegistryUnreachable) return { code: "unavailable" };
  log("vault.verb-failed", { verb, error: errorName(error) });
  if (error instanceof RootKeyMismatch) return { code: "root_key_mismatch", detail: error.message };
  return { code: "internal" };
}
