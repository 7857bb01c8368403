// Changes a policy: reads it, applies a pure function, replaces it. Repeats this when another request has changed it
// meanwhile, so that no change is lost.
import type { Context } from "hono";
import type { PolicyDefinition, Wrapper } from "../../core/policy.ts";
import type { Changed } from "../../masking/policy/policy-changes.ts";
import { askVault, callVault } from "../call.ts";
import { type HttpEnv, orRefuse, Refusal } from "../handler.ts";

/** Most tries of a change. Of all that race for a version one wins, so this many at once all succeed. */
const MAX_TRIES = 32;
/** Milliseconds that a change waits before its next try: this much more after each lost race. */
const WAIT_STEP_MS = 5;
const MAX_WAIT_MS = 50;

/**
 * Changes a policy. `change` gets the definition and every wrapper that the namespace has had; it may be called more than
 * once. Refuses with its failure, with `policy_unknown`, or with `policy_changed` when it loses every race.
 */
export async function changePolicy(
  c: Context<HttpEnv>,
  policyName: string,
  change: (definition: PolicyDefinition, taken: readonly Wrapper[]) => Changed | Promise<Changed>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { policy, policySet } = await askVault(c, (vault, caller) =>
      vault.readPolicySet(caller, policyName),
    );
    if (policy === null) throw new Refusal({ code: "policy_unknown" });
    const changed = orRefuse(await change(policy.definition, policySet.wrappers));
    const { id, version } = policy;
    const replaced = await callVault(c, (vault, caller) =>
      vault.replacePolicy(caller, id, version, changed),
    );
    const isLost = !replaced.ok && replaced.error.code === "policy_changed";
    if (!isLost || tries === MAX_TRIES) {
      orRefuse(replaced);
      return;
    }
    await scheduler.wait(Math.min(tries * WAIT_STEP_MS, MAX_WAIT_MS));
  }
}
