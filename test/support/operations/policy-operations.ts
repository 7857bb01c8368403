// The operations on policies.

import { REFUSED } from "../refusals.ts";
import { PATHS } from "../requests.ts";
import { ADMIN, MIB, none, type Operation } from "./operation.ts";

const POLICY = { ...ADMIN, maxBytes: 2 * MIB, missing: REFUSED.dataMissing } as const;

/** Operations on policies. */
export const POLICY_OPERATIONS: readonly Operation[] = [
  {
    ...POLICY,
    name: "policy/create",
    path: PATHS.createPolicy,
    body: (text) => ({ data: { policy_name: text } }),
  },
  {
    ...POLICY,
    method: "GET",
    name: "policy/list",
    path: PATHS.listPolicies,
    body: none,
  },
  {
    ...POLICY,
    name: "policy/delete",
    path: PATHS.deletePolicy,
    body: (text) => ({ data: { policy_name: text } }),
  },
  {
    ...POLICY,
    name: "policy/detection",
    path: PATHS.policyDetection,
    body: (text) => ({ data: { policy_name: text, allow: [text] } }),
  },
  {
    ...POLICY,
    name: "policy/default",
    path: PATHS.defaultPolicy,
    body: (text) => ({ data: { policy_name: text } }),
  },
  {
    ...POLICY,
    method: "GET",
    name: "policy/default that is chosen",
    path: PATHS.defaultPolicy,
    body: none,
  },
  {
    ...POLICY,
    name: "policy/settings",
    path: PATHS.policySettings,
    body: (text) => ({ data: { policy_name: text, llm: { tools: [text] } } }),
  },
  {
    ...POLICY,
    method: "GET",
    name: "policy/settings of one",
    path: PATHS.policySettings,
    body: none,
  },
  {
    ...POLICY,
    method: "GET",
    name: "personal-data-entities/list",
    path: PATHS.policyEntities,
    body: none,
  },
  {
    ...POLICY,
    name: "personal-data-entities/update",
    path: PATHS.moveEntities,
    body: (text) => ({ data: { policy_name: text, metadata: { excluded_entities: ["URL"] } } }),
  },
  {
    ...POLICY,
    name: "update-auto-detect",
    path: PATHS.wrappers,
    body: (text) => ({
      data: { policy_name: text, metadata: [{ entity_name: "URL", format_prefix: text }] },
    }),
  },
  {
    ...POLICY,
    name: "custom-entity/add-or-update",
    path: PATHS.customEntity,
    body: (text) => ({ data: { policy_name: text, entity_name: "THING", words: [text] } }),
  },
  {
    ...POLICY,
    name: "custom-entity/details",
    path: PATHS.customDetails,
    body: (text) => ({ data: { policy_name: text, entity_name: text } }),
  },
  {
    ...POLICY,
    name: "custom-entity/delete",
    path: PATHS.deleteCustom,
    body: (text) => ({ data: { policy_name: text, entity_name: text } }),
  },
];
