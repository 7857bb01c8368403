// Which verbs may be done twice, so that an answer that was cut by the closing of the object (runtime/object-recycler.ts) is
// simply asked for again.
import type { VaultRpc } from "./rpc.ts";

/** Verbs that come to the same when they are done twice. One that is not here keeps the object open until its answer has arrived. */
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
