// The operator's requests: namespace tokens, hold and deletion of namespaces (super-admin/namespace/*), and receipts to
// replay after everything was restored from a backup (super-admin/erasure/replay).
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import {
  DEFAULT_OPERATOR_DAYS,
  MAX_OPERATOR_DAYS,
  OPERATOR_SCOPES,
  PERMISSIONS,
} from "../core/permissions.ts";
import { JURISDICTIONS } from "../core/registries.ts";
import { parseIsoDay } from "../core/time.ts";
import { nameField, WELL_FORMED } from "./fields.ts";
import { policyName } from "./policies.ts";
import { rateLimits } from "./rate-limits.ts";
import { unmaskBrakes } from "./unmask-brakes.ts";

/** Longest namespace name or user id, in UTF-16 units. */
const MAX_NAME_LENGTH = 256;

const name = z
  .string()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .refine(...WELL_FORMED);
const date = z
  .string()
  .refine((text) => parseIsoDay(text) !== null)
  .nullish();

/** Body of `generate`. Dates are inclusive, by default from today for 365 days. The policy need not exist yet. */
export const generateRequest = z.object({
  namespace_name: name.describe("Created if it does not exist"),
  _id: name.describe("The user the token is for"),
  permissions: z.array(z.enum(PERMISSIONS)).min(1),
  start_date: date.describe("The first day it is valid on; absent: today"),
  end_date: date.describe("The last day it is valid on; absent: 365 days later"),
  jurisdiction: z.enum(JURISDICTIONS).nullish().describe("Where Cloudflare keeps a new namespace"),
  policy_name: policyName
    .nullish()
    .describe("The policy for requests that name none; it need not exist yet"),
  limits: rateLimits
    .nullish()
    .describe("For this token alone, in addition to its namespace's; absent: none"),
  unmask: unmaskBrakes
    .nullish()
    .describe("Restrictions of a token with the permission unmask; absent: none"),
});

/** Body of `fetch`. */
export const fetchRequest = z.object({
  namespace_name: name,
  _id: name.describe("The user the token is for"),
});

/** Body of `deactivate`: the token itself, or its id and its namespace, as lists and audits give them. */
export const deactivateRequest = z.object({
  auth_token: z.string().nullish().describe("The token"),
  namespace_name: name.nullish().describe("Together with `token_id`, instead of the token"),
  token_id: z.string().nullish().describe("As shown by `list`"),
});

/** The request to deactivate a token, parsed. */
export type DeactivateRequest = z.infer<typeof deactivateRequest>;

/** An operator's name: a label that is safe in logs. */
const OPERATOR_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** `data` of a request to create an operator. */
export const operatorRequest = z.object({
  name: z
    .string()
    .regex(OPERATOR_NAME)
    .describe("A label, stored and logged in clear: at most 64 letters, digits, `.`, `_` and `-`"),
  scopes: z.array(z.enum(OPERATOR_SCOPES)).min(1),
  end_date: date.describe(
    `The last day it is valid on, at most ${MAX_OPERATOR_DAYS} days away; absent: in ${DEFAULT_OPERATOR_DAYS} days`,
  ),
});

/** `data` of a request to revoke an operator. */
export const revokeOperatorRequest = z.object({ operator_id: nameField });

/** Body of `hold`. */
export const holdRequest = z.object({
  namespace_name: nameField,
  hold: z.boolean().describe("true: set it; false: end it"),
});

/** `data` of `limits`. */
export const limitsRequest = z.object({
  namespace_name: nameField,
  limits: rateLimits.nullable().describe("For all its tokens together; null: none"),
});

/** `data` of `delete`. */
export const deleteNamespaceRequest = z.object({
  namespace_to_be_deleted: nameField,
});

const MAX_RECEIPTS = 1_000;

const parts = z.array(z.string()).default([]);
const replayParts = z.object({ search: parts, found: parts });

/** A receipt alone, or with the sealed parts that an erasure of single mappings needs. */
const receiptField = z.union([
  z.string().transform((receipt) => ({ receipt, replay: { search: [], found: [] } })),
  z.object({
    receipt: z.string(),
    replay: replayParts.nullish().transform((given) => given ?? { search: [], found: [] }),
  }),
]);

const position = z.int().min(0);

/** `data` of `re-anchor`; without `confirm` the request only shows what would be done. */
export const reAnchorRequest = z.object({
  namespace_name: nameField,
  confirm: z
    .object({ namespace_position: position, ledger_position: position })
    .nullish()
    .describe("The positions that were shown; absent: nothing is changed"),
});

/** `data` of `replay`. */
export const replayRequest = z.object({
  receipts: z
    .array(receiptField)
    .min(1, { error: "empty_payload" satisfies ErrorCode })
    .max(MAX_RECEIPTS, { error: "too_many_items" satisfies ErrorCode })
    .describe("As shown by job-status; those about one person with their replay parts"),
});
