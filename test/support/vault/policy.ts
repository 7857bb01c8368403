// Policies for tests of the vault, which never interprets their content.
import {
  DEFAULT_SETTINGS,
  type PolicyDefinition,
  type PolicySetView,
  type PolicyView,
} from "../../../src/core/policy.ts";
import { accepted, type OpenVault } from "./fresh-vault.ts";

/** A policy with default content, except for what a test gives. */
export function policyNamed(
  name: string,
  says: Partial<Omit<PolicyDefinition, "name">> = {},
): PolicyDefinition {
  const nothing = { actions: {}, wrappers: {}, thresholds: {}, allow: [], deny: [], custom: [] };
  return {
    name,
    ...nothing,
    ...DEFAULT_SETTINGS,
    threshold: 0.5,
    recall: 0,
    languages: null,
    addresses: null,
    ...says,
  };
}

/** A custom entity type defined by words. */
export function wordsEntity(
  name: string,
  words: readonly string[],
): PolicyDefinition["custom"][number] {
  return {
    name,
    description: "",
    tokenName: "Text Token",
    format: null,
    pattern: null,
    words,
    matchCase: false,
    contextWords: [],
    validator: null,
  };
}

/** Store a new policy. */
export async function create(
  { calls, caller }: OpenVault,
  definition: PolicyDefinition,
): Promise<PolicyView> {
  return accepted(await calls.createPolicy(caller, definition));
}

/** The policy set that a mask request with this policy is planned with. */
export async function policySetOf(
  { calls, caller }: OpenVault,
  policyName: string | null = null,
): Promise<PolicySetView> {
  return accepted(await calls.readPolicySet(caller, policyName));
}
