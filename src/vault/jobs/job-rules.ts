// The rules that slices of a job are planned with: the job's policy as it was at acceptance, and the current policy set.

import type { PolicySet, PolicyView } from "../../core/policy.ts";
import { shippedTagger } from "../../detect/tagger/shipped-taggers.ts";
import {
  PLACEHOLDER_KEY_BYTES,
  type Placeholders,
  placeholders,
} from "../../masking/mask/placeholders.ts";
import { compileRules, type MaskRules, wrappersOf } from "../../masking/policy/rules.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import type { KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Policies } from "../policies/policies.ts";
import type { PolicySealer } from "../policies/policy-sealer.ts";
import type { JobRow } from "../store/jobs.ts";

/** Compiled rules, and the policy-set version they were compiled from. */
export interface CurrentRules {
  readonly rules: MaskRules;
  readonly policySetVersion: number;
}

/** Gives the rules of one namespace's jobs. */
export class JobRules extends NamespacePart<{
  readonly policies: Policies;
  readonly policySealer: PolicySealer;
}> {
  /** Compiled rules by opened policy, so that the slices of a job share them. */
  readonly #rulesByPolicy = new WeakMap<PolicyView, CurrentRules>();
  #defaultRules: CurrentRules | null = null;

  /** The wrappers of all policies, which unmask looks for around tokens, and the policy-set version they are of. */
  async wrappers(): Promise<{ wrappers: KnownWrappers; policySetVersion: number }> {
    const policySet = await this.parts.policies.policySet();
    return { wrappers: wrappersOf(policySet), policySetVersion: policySet.version };
  }

  /** Rules of a mask job. Rejects when the version of its policy is gone, which can happen once the job has ended. */
  async of({ policy, policy_version: version }: JobRow): Promise<CurrentRules> {
    const { policies, policySealer } = this.parts;
    const policySet = await policies.policySet();
    if (policy === null || version === null) {
      this.#defaultRules = await currentRules(this.#defaultRules, null, policySet);
      return this.#defaultRules;
    }
    const view = await policySealer.view(policy, version);
    const current = await currentRules(this.#rulesByPolicy.get(view) ?? null, view, policySet);
    this.#rulesByPolicy.set(view, current);
    return current;
  }

  /** The value of `partial` in an unmask job's policy; false without a policy. Rejects as `of` does. */
  async allowsPartial({ policy, policy_version: version }: JobRow): Promise<boolean> {
    if (policy === null || version === null) return false;
    return (await this.parts.policySealer.view(policy, version)).definition.partial;
  }

  /** Placeholders under the job's own key. Rejects when that key was destroyed because the job has ended. */
  async placeholders(job: JobRow): Promise<Placeholders> {
    const { jobKeys, keyring, random } = this.parts;
    // The default policy never anonymizes, so this key is never used.
    if (job.policy === null) return placeholders(random(PLACEHOLDER_KEY_BYTES));
    const wrapped = jobKeys.placeholderKey(job.serial);
    if (wrapped === null) throw new Error("an open job has no key for its placeholders");
    return placeholders(await keyring.placeholderKey(job.serial, wrapped));
  }
}

async function currentRules(
  known: CurrentRules | null,
  view: PolicyView | null,
  policySet: PolicySet,
): Promise<CurrentRules> {
  if (known?.policySetVersion === policySet.version) return known;
  return {
    rules: await inStretches(compileRules(view, policySet, shippedTagger)),
    policySetVersion: policySet.version,
  };
}
