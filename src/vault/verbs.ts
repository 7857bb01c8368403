// Which verbs may be repeated after the object closed on them (runtime/object-recycler.ts), and errors of verbs.
import type { VaultError } from "../core/errors.ts";
import { RootKeyMismatch } from "../crypto/wrapping.ts";
import { errorName, log } from "../platform/log.ts";
import type { VaultRpc } from "./rpc.ts";
import { RegistryUnreachable } from "./runtime/registry-link.ts";

/** Idempotent verbs: callers repeat them when cut off. All others keep the object open until their answer arrives. */
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

/** Whether SQLite refused a statement because another process (an operator's `sqlite3`, a backup tool) has locked the database. */
export function isLocked(error: unknown): boolean {
  return errorName(error).startsWith("SQLITE_BUSY");
}

/** The reply for a thrown error; an unexpected one is `internal`. Logs only its name: the message may hold values. */
export function failureOf(error: unknown, verb: string): VaultError {
  if (error instanceof RegistryUnreachable) return { code: "unavailable" };
  log("vault.verb-failed", { verb, error: errorName(error) });
  if (isLocked(error)) return { code: "unavailable" };
  if (error instanceof RootKeyMismatch) return { code: "root_key_mismatch", detail: error.message };
  return { code: "internal" };
}
