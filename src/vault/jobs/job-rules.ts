// What the slices of a job are planned with: its policy as it was at acceptance, and the policy set as it is now.

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
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Policies } from "../policies/policies.ts";
import type { PolicySealer } from "../policies/policy-sealer.ts";
import type { JobRow } from "../store/jobs.ts";

interface Parts extends NamespaceBase {
  readonly policies: Policies;
  readonly policySealer: PolicySealer;
}

/** Rules, and the version of the policy set they know. */
export interface CurrentRules {
  readonly rules: MaskRules;
  readonly policySetVersion: number;
}

/** Knows the rules of one namespace's jobs. */
export class JobRules extends NamespacePart<Parts> {
  /** Compiled rules live as long as the opened policy does: slices of a job do not compile anew. */
  readonly #ofPolicy = new WeakMap<PolicyView, CurrentRules>();
  #ofDefault: CurrentRules | null = null;

  /** What unmask looks for around tokens, whatever policy they were made with. */
  async wrappers(): Promise<{ wrappers: KnownWrappers; policySetVersion: number }> {
    const policySet = await this.parts.policies.policySet();
    return { wrappers: wrappersOf(policySet), policySetVersion: policySet.version };
  }

  /** Rules of a mask job. Rejects when its policy's version is gone, as it may be once the job has ended. */
  async of({ policy, policy_version: version }: JobRow): Promise<CurrentRules> {
    const { policies, policySealer } = this.parts;
    const policySet = await policies.policySet();
    if (policy === null || version === null) {
      this.#ofDefault = await upToDate(this.#ofDefault, null, policySet);
      return this.#ofDefault;
    }
    const view = await policySealer.view(policy, version);
    const current = await upToDate(this.#ofPolicy.get(view) ?? null, view, policySet);
    this.#ofPolicy.set(view, current);
    return current;
  }

  /** What the policy of an unmask job says of `partial`. Rejects as `of` does. */
  async partialOf({ policy, policy_version: version }: JobRow): Promise<boolean> {
    if (policy === null || version === null) return false;
    return (await this.parts.policySealer.view(policy, version)).definition.partial;
  }

  /** Placeholders under the job's own key. Rejects when that has been destroyed: the job has ended. */
  async placeholders(job: JobRow): Promise<Placeholders> {
    const { jobKeys, keyring, random } = this.parts;
    // The policy without a name makes none.
    if (job.policy === null) return placeholders(random(PLACEHOLDER_KEY_BYTES));
    const wrapped = jobKeys.placeholderKey(job.serial);
    if (wrapped === null) throw new Error("an open job has no key for its placeholders");
    return placeholders(await keyring.placeholderKey(job.serial, wrapped));
  }
}

async function upToDate(
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
