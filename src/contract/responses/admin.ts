// Answers to the operator, and of the operations that need no credential.
import * as z from "zod";
import { OPERATOR_SCOPES, PERMISSIONS } from "../../core/permissions.ts";
import { type Made, timestamp, trackingId } from "./envelope.ts";
import { deletionMembers } from "./erasure.ts";

const creation = z.literal("namespace-creation");
const deletion = z.literal("namespace-deletion");

/** A new token. */
export const generatedToken = z.strictObject({
  auth_key: z.string().describe("The token"),
  namespace_creation: z
    .strictObject({ tracking_id: trackingId, status: z.literal("PENDING"), job_type: creation })
    .optional()
    .describe("Only with a namespace's first token"),
});

const perSecond = z.int().min(1).optional();
const rateLimits = z.strictObject({ requests_per_second: perSecond, values_per_second: perSecond });

const brakes = z.strictObject({
  entity_types: z.array(z.string()).optional(),
  policies: z.array(z.string().nullable()).optional(),
  values_per_hour: z.int().min(1).optional(),
  reveal: z.enum(["partial", "none"]).optional(),
  reason_required: z.literal(true).optional(),
});

const tokenRecord = z.strictObject({
  auth_token: z
    .string()
    .nullable()
    .describe("The token; null where it is not shown (docs/api.md, What tells a token)"),
  token_id: z.string().describe("Its id, as in audit records"),
  namespace_id: z.string().describe("Its namespace's id, as in receipts"),
  _id: z.string().describe("The user it is for"),
  permissions: z.array(z.enum(PERMISSIONS)),
  start_date: z.iso.date().describe("The first day it is valid on"),
  end_date: z.iso.date().describe("The last day it is valid on"),
  policy_name: z.string().optional().describe("Its own policy, if it has one"),
  limits: rateLimits.optional().describe("Its own limits, if it has any"),
  unmask: brakes.optional().describe("Its restrictions when it unmasks, if it has any"),
});

/** A token and its restrictions. */
export type AuthTokenRecord = Made<typeof tokenRecord>;

/** A user's token, with the name of its namespace. */
export const fetchedToken = tokenRecord.extend({ namespace: z.string() });
const active = z.boolean().describe("false: deactivated");
/** A token's record, and whether it is active. */
export const tokenDetails = tokenRecord.extend({ namespace_name: z.string(), active });
/** Issued tokens of a page. */
export const tokenList = z.array(tokenRecord.extend({ namespace: z.string(), active }));

const operatorRecord = z.strictObject({
  operator_id: z.string().describe("Its id, as in audit records and logs"),
  name: z.string(),
  scopes: z.array(z.enum(OPERATOR_SCOPES)),
  end_date: z.iso.date().describe("The last day it is valid on"),
});

/** An operator and its scopes. */
export type OperatorRecord = Made<typeof operatorRecord>;

/** A new operator. */
export const createdOperator = operatorRecord.extend({
  auth_token: z.string().describe("The credential; shown only in this answer"),
});
/** All operators that have not been revoked. */
export const operatorList = z.array(operatorRecord.extend({ created: timestamp }));

/** A legal hold. */
export const hold = z.strictObject({ namespace_name: z.string(), hold: z.boolean() });

/** The limits of a namespace. */
export const namespaceLimits = z.strictObject({ namespace_name: z.string(), limits: rateLimits });

/** The answer that accepts the deletion of a namespace. */
export const namespaceDeletion = z.strictObject({
  tracking_id: trackingId,
  status: z.literal("PENDING"),
  job_type: deletion,
  namespace_to_be_deleted: z.string(),
});

/** Creation or deletion of a namespace as the operator sees it. */
export const namespaceJob = z
  .strictObject({
    ...deletionMembers,
    job_type: z.union([creation, deletion]),
    process_start_time: timestamp.nullable(),
    response: z.strictObject({ cleared_records: z.int().min(0), message: z.string() }).nullable(),
  })
  .describe("Creation or deletion of a namespace");

/** Creation or deletion of a namespace as the operator sees it. */
export type NamespaceJobRecord = Made<typeof namespaceJob>;
/** The two types of jobs about whole namespaces. */
export type NamespaceJobType = NamespaceJobRecord["job_type"];

/** Progress of wrapping all keys with the newest version of the root key. */
export const keyRotation = z.strictObject({
  tracking_id: trackingId.nullable(),
  status: z
    .enum(["NONE", "IN-PROGRESS", "SUCCESS"])
    .describe("NONE: no rotation to this version has begun"),
  version: z.int().min(1).describe("The newest version of the root key"),
  older_versions: z.array(
    z.strictObject({
      version: z.int().min(1),
      may_go: z.boolean().describe("No stored key needs it any more"),
    }),
  ),
  requested_timestamp: timestamp.nullable(),
  process_end_time: timestamp.nullable(),
  namespaces: z.int().min(0).describe("Namespaces visited in this round"),
  wrapped_keys: z.int().min(0).describe("Keys wrapped with the new version"),
  unreadable_keys: z.int().min(0).describe("Keys that are damaged: no version opens them"),
  error_message: z.string().describe("A namespace that failed, and will be visited again"),
});

/** Progress of wrapping all keys with the newest version of the root key. */
export type KeyRotationRecord = Made<typeof keyRotation>;

/** Receipts that were replayed into the ledger. */
export const replayedReceipts = z.strictObject({
  receipts: z.array(
    z.strictObject({
      tracking_id: trackingId,
      status: z.enum(["replayed", "known"]).describe("known: the ledger already had it"),
    }),
  ),
});

/** What re-anchoring a namespace would do, or has done. */
export const reAnchored = z.strictObject({
  namespace_name: z.string(),
  problem: z
    .enum(["ledger_ahead", "replay_expired"])
    .nullable()
    .describe("Why it does not serve; null: it does"),
  namespace_position: z.int(),
  ledger_position: z.int(),
  written_again: z.array(trackingId).describe("Erasures that the ledger lacks"),
  repeated: z.array(trackingId).describe("Erasures that this data lacks"),
  not_repeatable: z
    .array(trackingId)
    .describe("Erasures that cannot be repeated: their values are in this data again"),
  not_repeatable_folded: z
    .int()
    .min(0)
    .describe("How many more of these may be among the ledger's folded entries"),
  done: z.boolean(),
});

/** Entries of the erasure ledger. */
export const ledgerPage = z.array(
  z.strictObject({
    nid: z.string().describe("The namespace's id"),
    position: z.int().min(1),
    hash: z.string().describe("SHA-256 of the entry's text"),
    entry: z.string().optional().describe("The entry's text"),
    checkpoint: z
      .string()
      .optional()
      .describe("Instead of an entry: a signed statement about all entries up to here (JWS)"),
  }),
);

const cellHealth = z.strictObject({
  status: z.enum(["ok", "down"]),
  restarts: z.int().min(0).optional(),
  refused_for_room: z.int().min(0).optional(),
});

/** Health of the service, and of its cells. */
export const health = z.strictObject({
  status: z.enum(["ok", "degraded"]).describe("degraded: at least one of several cells is down"),
  restarts: z.int().min(0).optional().describe("Restarts of the runtime"),
  refused_for_room: z
    .int()
    .min(0)
    .optional()
    .describe("Requests refused for lack of room since the last start"),
  cells: z.array(cellHealth).optional().describe("For each cell, if there are several"),
});

/** Says that the process answers. */
export const liveness = z.strictObject({ status: z.literal("ok") });

/** A JWK set (RFC 7517). */
export const keySet = z
  .strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        x: z.string(),
        kid: z.string().describe("RFC 7638 thumbprint"),
        alg: z.literal("EdDSA"),
        use: z.literal("sig"),
      }),
    ),
  })
  .describe("The keys to verify receipts with");
