// A change of a policy: read it, apply a pure function, replace what was read. Again when somebody else has
// changed it meanwhile, so that no change is lost.
import type { Context } from "hono";
import type { z } from "zod";
import { parseWith } from "../../contract/fields.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_POLICY_BODY_BYTES } from "../../core/limits.ts";
import type { PolicyDefinition, Wrapper } from "../../core/policy.ts";
import { err, type Result } from "../../core/result.ts";
import type { Changed } from "../../masking/policy/policy-changes.ts";
import { callerOf } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { callVault } from "../call.ts";
import type { HttpEnv } from "../types.ts";

/** Times a change is made. Of all that race for one version one wins, so this many at once all succeed. */
const MAX_TRIES = 32;
/** Milliseconds a change waits for the others: this much longer each time it has lost. */
const WAIT_STEP_MS = 5;
const MAX_WAIT_MS = 50;

/** The checked `data` member of a body. */
export async function readData<T>(
  c: Context<HttpEnv>,
  schema: z.ZodType<T>,
): Promise<Result<T, VaultError>> {
  const body = await readObject(c, MAX_POLICY_BODY_BYTES, { code: "data_missing" });
  if (!body.ok) return body;
  const data = body.value["data"];
  if (data === undefined || data === null) return err({ code: "data_missing" });
  return parseWith(schema, data, undefined, "data");
}

/**
 * Change a policy. `change` gets the definition and every wrapper the namespace has had; it may be called
 * more than once. Fails as it does, with `policy_unknown`, or `policy_changed` when it loses every race.
 */
export async function changePolicy(
  c: Context<HttpEnv>,
  policyName: string,
  change: (definition: PolicyDefinition, taken: readonly Wrapper[]) => Changed,
): Promise<Result<PolicyDefinition, VaultError>> {
  for (let tries = 1; ; tries++) {
    const read = await callVault(c, (vault) => vault.readPolicySet(callerOf(c), policyName));
    if (!read.ok) return read;
    const { policy, policySet } = read.value;
    if (policy === null) return err({ code: "policy_unknown" });
    const changed = change(policy.definition, policySet.wrappers);
    if (!changed.ok) return changed;
    const { id, version } = policy;
    const replaced = await callVault(c, (vault) =>
      vault.replacePolicy(callerOf(c), id, version, changed.value),
    );
    if (replaced.ok) return changed;
    if (replaced.error.code !== "policy_changed" || tries === MAX_TRIES) return replaced;
    await scheduler.wait(Math.min(tries * WAIT_STEP_MS, MAX_WAIT_MS));
  }
}
