// What only the operator may do.
import * as z from "zod";
import {
  deactivateRequest,
  deleteNamespaceRequest,
  fetchRequest,
  generateRequest,
  holdRequest,
  limitsRequest,
  reAnchorRequest,
  replayRequest,
} from "../../../src/contract/admin.ts";
import {
  fetchedToken,
  generatedToken,
  hold,
  ledgerPage,
  namespaceDeletion,
  namespaceJob,
  namespaceLimits,
  reAnchored,
  replayedReceipts,
  tokenDetails,
  tokenList,
} from "../../../src/contract/responses/admin.ts";
import {
  doneMessage,
  nextPage,
  successEnvelope,
} from "../../../src/contract/responses/envelope.ts";
import { json, type Operation, ofRepeatable } from "../operation.ts";

const ADMIN = "/api/vault/super-admin";
const TOKENS = { tag: "Namespace tokens", needs: "master key" } as const;
const NAMESPACES = { tag: "Namespaces", needs: "master key" } as const;

/** A body whose `data` is this. */
const dataOf = (data: z.ZodType) => json(z.object({ data }));

const page = { next_page_token: z.string().optional().describe("Of the page before") };

/** The operations. */
export const operatorOperations: readonly Operation[] = [
  {
    ...TOKENS,
    id: "generateToken",
    method: "PUT",
    path: `${ADMIN}/namespace/auth-token/generate`,
    summary: "Make a token, and with the first one its namespace",
    description: "Dates are inclusive; without them the token is valid from today for 365 days.",
    body: dataOf(generateRequest),
    answer: json(successEnvelope(generatedToken)),
    failures: [
      ...(["data_missing", "invalid_text", "invalid_policy_name"] as const),
      ...(["namespace_being_deleted", "storage_full"] as const),
    ],
  },
  {
    ...TOKENS,
    id: "fetchToken",
    method: "PUT",
    path: `${ADMIN}/namespace/auth-token/fetch`,
    summary: "The newest token of a user",
    body: dataOf(fetchRequest),
    answer: json(successEnvelope(fetchedToken)),
    failures: ["data_missing", "invalid_text", "namespace_unknown", "token_unknown"],
  },
  {
    ...TOKENS,
    id: "deactivateToken",
    method: "PUT",
    path: `${ADMIN}/namespace/auth-token/deactivate`,
    summary: "Revoke a token",
    body: dataOf(deactivateRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: ["data_missing", "token_unknown"],
  },
  {
    ...TOKENS,
    id: "listTokens",
    method: "GET",
    path: `${ADMIN}/namespace/auth-token/list`,
    summary: "Issued tokens, in pages",
    description: "Of one namespace or of all.",
    query: z.object({ namespace: z.string().optional(), ...page }),
    answer: json(successEnvelope(tokenList, nextPage)),
    failures: ["namespace_unknown"],
  },
  {
    ...TOKENS,
    id: "readToken",
    method: "GET",
    path: `${ADMIN}/namespace/auth-token/details`,
    summary: "What a token is",
    description: "Better in the header: copies of addresses are kept on the way.",
    query: z.object({ auth_token: z.string().optional() }),
    headers: z.object({
      "x-auth-token": z.string().optional().describe("The token, instead of in the query"),
    }),
    answer: json(successEnvelope(tokenDetails)),
    failures: ["token_unknown"],
  },
  {
    ...NAMESPACES,
    id: "holdNamespace",
    method: "PUT",
    path: `${ADMIN}/namespace/hold`,
    summary: "Put a namespace under legal hold, or take it off",
    description: "While it is on, nothing is deleted.",
    body: dataOf(holdRequest),
    answer: json(successEnvelope(hold)),
    failures: ["data_missing", "invalid_text", "namespace_unknown"],
  },
  {
    ...NAMESPACES,
    id: "setLimits",
    method: "PUT",
    path: `${ADMIN}/namespace/limits`,
    summary: "Limit requests and values a second of a namespace",
    description: "Of all its tokens together; a token may have limits of its own beside them.",
    body: dataOf(limitsRequest),
    answer: json(successEnvelope(namespaceLimits)),
    failures: ["data_missing", "invalid_text", "namespace_unknown"],
  },
  {
    ...NAMESPACES,
    id: "readLimits",
    method: "GET",
    path: `${ADMIN}/namespace/limits`,
    summary: "The limits of a namespace",
    query: z.object({ namespace: z.string() }),
    answer: json(successEnvelope(namespaceLimits)),
    failures: ["namespace_unknown"],
  },
  {
    ...NAMESPACES,
    id: "deleteNamespace",
    method: "PUT",
    path: `${ADMIN}/namespace/delete`,
    summary: "Delete a namespace and all that is in it",
    headers: ofRepeatable,
    body: dataOf(deleteNamespaceRequest),
    answer: json(successEnvelope(namespaceDeletion)),
    failures: [
      ...(["data_missing", "invalid_text", "namespace_unknown"] as const),
      ...(["idempotency_key_reused", "namespace_deletion_open"] as const),
    ],
  },
  {
    ...NAMESPACES,
    id: "readNamespaceJob",
    method: "GET",
    path: `${ADMIN}/namespace/job-status`,
    summary: "How far the deletion of a namespace is, and its receipt",
    description: "Also its creation.",
    query: z.object({ tracking_id: z.string() }),
    answer: json(successEnvelope(namespaceJob)),
    failures: ["tracking_id_unknown"],
  },
  {
    ...NAMESPACES,
    id: "readLedger",
    method: "GET",
    path: `${ADMIN}/ledger`,
    summary: "The erasure ledger, in pages",
    description: "Of one namespace or of all that ever had an entry.",
    query: z.object({ namespace: z.string().optional(), ...page }),
    answer: json(successEnvelope(ledgerPage, nextPage)),
    failures: ["namespace_unknown"],
  },
  {
    ...NAMESPACES,
    id: "replayReceipts",
    method: "PUT",
    path: `${ADMIN}/erasure/replay`,
    summary: "After a restore of everything: erase again what receipts prove was erased",
    body: dataOf(replayRequest),
    answer: json(successEnvelope(replayedReceipts)),
    failures: ["data_missing", "too_many_items", "receipt_invalid", "replay_parts_missing"],
  },
  {
    ...NAMESPACES,
    id: "reAnchor",
    method: "PUT",
    path: `${ADMIN}/erasure/re-anchor`,
    summary: "How a namespace would serve again whose data and ledger do not fit",
    description: "Done only with `confirm`, of the positions that were shown.",
    body: dataOf(reAnchorRequest),
    answer: json(successEnvelope(reAnchored)),
    failures: ["data_missing", "invalid_text", "namespace_unknown", "anchor_changed"],
  },
];
