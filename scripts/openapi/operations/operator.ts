// Operations for the operator only.
import * as z from "zod";
import {
  deactivateRequest,
  deleteNamespaceRequest,
  fetchRequest,
  generateRequest,
  holdRequest,
  limitsRequest,
  operatorRequest,
  reAnchorRequest,
  replayRequest,
  revokeOperatorRequest,
} from "../../../src/contract/admin.ts";
import {
  createdOperator,
  fetchedToken,
  generatedToken,
  hold,
  keyRotation,
  ledgerPage,
  namespaceDeletion,
  namespaceJob,
  namespaceLimits,
  operatorList,
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
import { dataOf, json, ofRepeatable, operationsOf } from "../operation.ts";

const ADMIN = "/api/vault/super-admin";

const page = { next_page_token: z.string().optional().describe("From the page before") };

/** Operations on namespace tokens. */
export const tokenOperations = operationsOf({ tag: "Namespace tokens", needs: "master key" }, [
  {
    id: "generateToken",
    scope: "tokens",
    at: `PUT ${ADMIN}/namespace/auth-token/generate`,
    summary: "Issue a token; the first one creates its namespace",
    description: "Dates are inclusive; without them the token is valid from today for 365 days.",
    body: dataOf(generateRequest),
    answer: json(successEnvelope(generatedToken)),
    failures: [
      ...(["data_missing", "invalid_text", "invalid_policy_name"] as const),
      ...(["namespace_being_deleted", "storage_full"] as const),
    ],
  },
  {
    id: "fetchToken",
    scope: "read",
    at: `PUT ${ADMIN}/namespace/auth-token/fetch`,
    summary: "The newest token of a user",
    description: "Only the master key gets the token itself.",
    body: dataOf(fetchRequest),
    answer: json(successEnvelope(fetchedToken)),
    failures: ["data_missing", "invalid_text", "namespace_unknown", "token_unknown"],
  },
  {
    id: "deactivateToken",
    scope: "tokens",
    at: `PUT ${ADMIN}/namespace/auth-token/deactivate`,
    summary: "Revoke a token",
    description: "Takes the token, or its id and its namespace's name.",
    body: dataOf(deactivateRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: ["data_missing", "invalid_text", "namespace_unknown", "token_unknown"],
  },
  {
    id: "listTokens",
    scope: "read",
    at: `GET ${ADMIN}/namespace/auth-token/list`,
    summary: "Issued tokens, in pages",
    description:
      "Of one namespace or of all. The tokens themselves are shown only with the setting `LIST_BEARERS`, and only to the master key.",
    query: z.object({ namespace: z.string().optional(), ...page }),
    answer: json(successEnvelope(tokenList, nextPage)),
    failures: ["namespace_unknown"],
  },
  {
    id: "readToken",
    scope: "read",
    at: `GET ${ADMIN}/namespace/auth-token/details`,
    summary: "Details of a token",
    description: "Prefer the header, because logs on the way may keep addresses.",
    query: z.object({ auth_token: z.string().optional() }),
    headers: z.object({
      "x-auth-token": z.string().optional().describe("The token, instead of in the query"),
    }),
    answer: json(successEnvelope(tokenDetails)),
    failures: ["token_unknown"],
  },
]);

/** Operations on operators. */
export const operatorOperations = operationsOf({ tag: "Operators", needs: "master key" }, [
  {
    id: "createOperator",
    at: `PUT ${ADMIN}/operators/create`,
    summary: "Create a credential with part of the master key's powers",
    body: dataOf(operatorRequest),
    answer: json(successEnvelope(createdOperator)),
    failures: ["data_missing"],
  },
  {
    id: "listOperators",
    at: `GET ${ADMIN}/operators/list`,
    summary: "Operators that have not been revoked",
    answer: json(successEnvelope(operatorList)),
  },
  {
    id: "deactivateOperator",
    at: `PUT ${ADMIN}/operators/deactivate`,
    summary: "Revoke the credential of an operator",
    body: dataOf(revokeOperatorRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: ["data_missing", "invalid_text", "token_unknown"],
  },
]);

/** Operations on namespaces. */
export const namespaceOperations = operationsOf({ tag: "Namespaces", needs: "master key" }, [
  {
    id: "holdNamespace",
    scope: "erase",
    at: `PUT ${ADMIN}/namespace/hold`,
    summary: "Set or end the legal hold of a namespace",
    description: "While it is on, nothing is deleted.",
    body: dataOf(holdRequest),
    answer: json(successEnvelope(hold)),
    failures: ["data_missing", "invalid_text", "namespace_unknown"],
  },
  {
    id: "setLimits",
    scope: "tokens",
    at: `PUT ${ADMIN}/namespace/limits`,
    summary: "Limit requests and values a second of a namespace",
    description: "They apply to all its tokens together; a token may also have limits of its own.",
    body: dataOf(limitsRequest),
    answer: json(successEnvelope(namespaceLimits)),
    failures: ["data_missing", "invalid_text", "namespace_unknown"],
  },
  {
    id: "readLimits",
    scope: "read",
    at: `GET ${ADMIN}/namespace/limits`,
    summary: "The limits of a namespace",
    query: z.object({ namespace: z.string() }),
    answer: json(successEnvelope(namespaceLimits)),
    failures: ["namespace_unknown"],
  },
  {
    id: "deleteNamespace",
    scope: "erase",
    at: `PUT ${ADMIN}/namespace/delete`,
    summary: "Delete a namespace and everything in it",
    headers: ofRepeatable,
    body: dataOf(deleteNamespaceRequest),
    answer: json(successEnvelope(namespaceDeletion)),
    failures: [
      ...(["data_missing", "invalid_text", "namespace_unknown"] as const),
      ...(["idempotency_key_reused", "namespace_deletion_open"] as const),
    ],
  },
  {
    id: "readNamespaceJob",
    scope: "read",
    at: `GET ${ADMIN}/namespace/job-status`,
    summary: "Progress of a namespace's deletion, and its receipt",
    description: "Also its creation.",
    query: z.object({ tracking_id: z.string() }),
    answer: json(successEnvelope(namespaceJob)),
    failures: ["tracking_id_unknown"],
  },
  {
    id: "readLedger",
    scope: "read",
    at: `GET ${ADMIN}/ledger`,
    summary: "The erasure ledger, in pages",
    description: "Of one namespace or of all that ever had an entry.",
    query: z.object({ namespace: z.string().optional(), ...page }),
    answer: json(successEnvelope(ledgerPage, nextPage)),
    failures: ["namespace_unknown"],
  },
  {
    id: "replayReceipts",
    scope: "erase",
    at: `PUT ${ADMIN}/erasure/replay`,
    summary: "After a restore of everything: repeat the erasures that receipts prove",
    body: dataOf(replayRequest),
    answer: json(successEnvelope(replayedReceipts)),
    failures: ["data_missing", "too_many_items", "receipt_invalid", "replay_parts_missing"],
  },
  {
    id: "reAnchor",
    scope: "erase",
    at: `PUT ${ADMIN}/erasure/re-anchor`,
    summary: "Bring back a namespace whose data and ledger do not match",
    description: "Shows what it would do; with the shown positions as `confirm` it does it.",
    body: dataOf(reAnchorRequest),
    answer: json(successEnvelope(reAnchored)),
    failures: ["data_missing", "invalid_text", "namespace_unknown", "anchor_changed"],
  },
  {
    scope: "keys",
    id: "rotateKeys",
    at: `PUT ${ADMIN}/keys/rotate`,
    summary: "Wrap all keys with the newest version of the root key",
    description:
      "A rotation under way continues. Older versions may be removed once `may_go` is true.",
    answer: json(successEnvelope(keyRotation)),
  },
  {
    scope: "keys",
    id: "readRotation",
    at: `GET ${ADMIN}/keys/rotate`,
    summary: "Progress of the rotation, and which versions may be removed",
    answer: json(successEnvelope(keyRotation)),
  },
]);
