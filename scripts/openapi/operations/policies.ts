// Policies, and the entity types that they define.
import * as z from "zod";
import { customEntityReference, customEntityRequest } from "../../../src/contract/custom-entity.ts";
import {
  categoriesRequest,
  defaultPolicyRequest,
  detectionRequest,
  entityName,
  linkedForm,
  policyRequest,
  settingsRequest,
  wrappersRequest,
} from "../../../src/contract/policies.ts";
import { doneMessage, successEnvelope } from "../../../src/contract/responses/envelope.ts";
import {
  customEntity,
  defaultPolicy,
  policyNames,
  policyPage,
  policySettings,
} from "../../../src/contract/responses/policies.ts";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { dataOf, json, operationsOf } from "../operation.ts";

const METADATA = "/api/vault/metadata";
const OF_CHANGES: readonly ErrorCode[] = [
  ...(["data_missing", "invalid_policy_name", "policy_unknown", "policy_changed"] as const),
  ...(["invalid_text", "unknown_entity", "policy_too_large", "storage_full"] as const),
];

// No entity type has a name like `__proto__`, which a record would ignore (contract/policies.ts).
const detection = detectionRequest.extend({
  thresholds: z.record(entityName, z.number().min(0).max(1)).optional(),
});
const settings = settingsRequest.extend({
  link: z
    .record(entityName, linkedForm)
    .optional()
    .describe("Entity types whose tokens are those of a column"),
});
/** Failures of a token name and a format. */
const OF_FORMS: readonly ErrorCode[] = [
  ...(["missing_token_name", "unknown_token_name", "missing_format"] as const),
  ...(["unknown_format", "format_not_for_token_name"] as const),
];

/** The operations. */
export const policyOperations = operationsOf({ tag: "Policies", needs: "metadata_change" }, [
  {
    id: "createPolicy",
    at: `PUT ${METADATA}/policy/create`,
    summary: "Create a policy",
    body: dataOf(policyRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES, "policy_exists", "too_many_policies"],
  },
  {
    id: "listPolicies",
    at: `GET ${METADATA}/policy/list`,
    summary: "Names of all policies",
    answer: json(successEnvelope(policyNames)),
  },
  {
    id: "deletePolicy",
    at: `PUT ${METADATA}/policy/delete`,
    summary: "Delete a policy",
    description: "Its tokens can still be unmasked. The name can be used for a new policy.",
    body: dataOf(policyRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES, "policy_is_default"],
  },
  {
    id: "setDetection",
    at: `PUT ${METADATA}/policy/detection`,
    summary:
      "How values are found: thresholds, recall, languages, addresses, allowed and denied values",
    description: "Absent members stay as they are.",
    body: dataOf(detection),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES, "entity_denied", "policy_too_complex"],
  },
  {
    id: "setDefaultPolicy",
    at: `PUT ${METADATA}/policy/default`,
    summary: "Choose the default policy",
    body: dataOf(defaultPolicyRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES],
  },
  {
    id: "readDefaultPolicy",
    at: `GET ${METADATA}/policy/default`,
    summary: "The default policy",
    answer: json(successEnvelope(defaultPolicy)),
  },
  {
    id: "setSettings",
    at: `PUT ${METADATA}/policy/settings`,
    summary: "Token style, links of entity types to columns, partial unmask, language models",
    description: "Absent members stay as they are.",
    body: dataOf(settings),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES, ...OF_FORMS],
  },
  {
    id: "readSettings",
    at: `GET ${METADATA}/policy/settings`,
    summary: "A policy's settings",
    query: z.object({ policy_name: z.string() }),
    answer: json(successEnvelope(policySettings)),
    failures: ["policy_unknown"],
  },
  {
    id: "readPolicies",
    at: `GET ${METADATA}/personal-data-entities/list`,
    summary: "How policies treat each entity type",
    description: "One policy, or without a name all policies in pages.",
    query: z.object({ policy_name: z.string().optional(), next_page_token: z.string().optional() }),
    answer: json(successEnvelope(policyPage)),
    failures: ["policy_unknown"],
  },
  {
    id: "setActions",
    at: `PUT ${METADATA}/personal-data-entities/update`,
    summary: "How entity types are masked: token, placeholder, or not at all",
    body: dataOf(categoriesRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES, "entity_denied", "policy_too_complex"],
  },
  {
    id: "setWrappers",
    at: `PUT ${METADATA}/update-auto-detect`,
    summary: "Prefixes and suffixes around tokens",
    description: "Absent members stay as they are.",
    body: dataOf(wrappersRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES, "invalid_wrapper", "too_many_wrappers"],
  },
  {
    id: "setCustomEntity",
    at: `PUT ${METADATA}/custom-entity/add-or-update`,
    summary: "Define an entity type by a pattern or by words",
    body: dataOf(customEntityRequest),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES, ...OF_FORMS, "invalid_pattern", "policy_too_complex"],
  },
  {
    id: "readCustomEntity",
    at: `PUT ${METADATA}/custom-entity/details`,
    summary: "An entity type that a policy defines",
    body: dataOf(customEntityReference),
    answer: json(successEnvelope(customEntity)),
    failures: [...OF_CHANGES, "custom_entity_unknown"],
  },
  {
    id: "deleteCustomEntity",
    at: `PUT ${METADATA}/custom-entity/delete`,
    summary: "Remove an entity type from a policy",
    body: dataOf(customEntityReference),
    answer: json(successEnvelope(doneMessage)),
    failures: [...OF_CHANGES, "custom_entity_unknown", "entity_denied"],
  },
]);
