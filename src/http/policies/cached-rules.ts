// Compiled rules of policies that this isolate has used, so that a request asks its namespace only once. They may be
// outdated: every answer depends on the namespace's word that no policy has changed since they were read.
import type { Context } from "hono";
import { BoundedCache } from "../../core/bounded-cache.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_COST } from "../../core/limits.ts";
import type { PlannedWith, PolicyDefinition, PolicySet, PolicyView } from "../../core/policy.ts";
import { ok, type Result } from "../../core/result.ts";
import { costOfLetters } from "../../core/steps.ts";
import { shippedTagger } from "../../detect/tagger/shipped-taggers.ts";
import { type Search, searchWith } from "../../masking/mask/second-opinion.ts";
import { compileRules, type MaskRules } from "../../masking/policy/rules.ts";
import { recognizersOf } from "../../platform/recognizers.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { BatchCipher } from "../../tokens/batch-cipher.ts";
import { audited } from "../audit-notes.ts";
import { callVault } from "../call.ts";
import { claimsOf, type HttpEnv, orRefuse } from "../handler.ts";

/** What a request is planned with, all of one policy-set version. */
export interface Planning {
  readonly batchCipher: BatchCipher;
  readonly rules: MaskRules;
  readonly policySetVersion: number;
  /** The version to check for requests that depend on nothing of the policy but its id. */
  readonly ofPolicyId: PlannedWith;
}

/** A namespace's key and policy set. */
interface Namespace {
  readonly batchCipher: BatchCipher;
  readonly policySet: PolicySet;
}

/** Most plans of one request: it is planned again when a policy has changed meanwhile. */
const MAX_PLANS = 3;
/**
 * Weights are thousands of characters, at least 1: together ten million characters of lists and wrappers, which take some
 * ten bytes each once compiled, or 10,000 policies without any.
 */
const MAX_WEIGHT = 10_000;
const LETTERS_PER_WEIGHT = 1_000;

/** How long one request may ask an external recognizer about all its texts; a job asks for as long as it takes. */
const MAX_ASKING_MS = 30_000;

const namespaces = new BoundedCache<Namespace>(MAX_WEIGHT / 10);
const plannings = new BoundedCache<Planning>(MAX_WEIGHT);

/**
 * Runs `attempt` with the rules of a policy (null: the caller's own, or else the namespace's default policy), and again when
 * they were outdated. Fails with `policy_unknown`, or with `policy_changed` when policies keep changing.
 */
export async function withPlanning<T>(
  c: Context<HttpEnv>,
  policyName: string | null,
  attempt: (planning: Planning) => Promise<Result<T, VaultError>>,
): Promise<Result<T, VaultError>> {
  if (policyName !== null) audited(c, { policy: policyName });
  for (let plan = 1; ; plan++) {
    const planning = await planningOf(c, policyName, plan > 1);
    if (!planning.ok) return planning;
    const done = await attempt(planning.value);
    if (done.ok || done.error.code !== "policy_changed" || plan === MAX_PLANS) return done;
  }
}

/** The rules of a policy, for callers that do not need the latest. Refuses with `policy_unknown`. */
export async function rulesOf(c: Context<HttpEnv>, policyName: string | null): Promise<MaskRules> {
  return orRefuse(await withPlanning(c, policyName, async ({ rules }) => ok(rules)));
}

/** The current rules of a policy: the namespace is asked whether they have changed. Refuses with `policy_unknown`. */
export async function currentRulesOf(
  c: Context<HttpEnv>,
  policyName: string | null,
): Promise<MaskRules> {
  const current = await withPlanning(c, policyName, async (planning) => {
    const unchanged = await checkUnchanged(c, planning);
    return unchanged.ok ? ok(planning.rules) : unchanged;
  });
  return orRefuse(current);
}

/**
 * Whether texts may be searched under this plan. Where an external recognizer will be asked, the namespace first has to
 * confirm that the policies are unchanged, because text that has left cannot be called back.
 */
export async function maySearch(
  c: Context<HttpEnv>,
  planning: Planning,
): Promise<Result<unknown, VaultError>> {
  return planning.rules.settings.external === null ? ok(null) : checkUnchanged(c, planning);
}

/** Makes searches under these rules; they may ask the rules' external recognizer for MAX_ASKING_MS. */
export function newSearch(c: Context<HttpEnv>, rules: MaskRules): Search {
  const until = rules.settings.external === null ? [] : [AbortSignal.timeout(MAX_ASKING_MS)];
  return searchWith(rules, { run: inStretches, ask: recognizersOf(c.env, until).ask });
}

/** Asks the namespace, by masking nothing, whether the caller still has access and the plan's policies are current. */
export function checkUnchanged(
  c: Context<HttpEnv>,
  { policySetVersion }: Planning,
): Promise<Result<unknown, VaultError>> {
  const nothing = { values: [], kinds: [], attributes: [], policySetVersion };
  return callVault(c, (vault, caller) => vault.mask(caller, nothing));
}

/** The failure when this many characters cost too much to search under these rules in one request; else null. */
export function costFlaw(letters: number, { cost }: MaskRules): VaultError | null {
  const all = Math.ceil(costOfLetters(letters, cost));
  return all > MAX_SYNC_COST ? { code: "too_costly", detail: String(all) } : null;
}

async function planningOf(
  c: Context<HttpEnv>,
  policyName: string | null,
  isOutdated: boolean,
): Promise<Result<Planning, VaultError>> {
  const { nid } = claimsOf(c);
  const name = policyName ?? claimsOf(c).policyName;
  // No nid has a blank, and no name is empty.
  const key = `${nid} ${name ?? ""}`;
  const namespace = namespaces.get(nid);
  const known = plannings.get(key);
  const isKnown = known !== undefined && known.policySetVersion === namespace?.policySet.version;
  if (isKnown && !isOutdated) return ok(known);
  const read = await callVault(c, (vault, caller) => vault.readPolicySet(caller, name));
  if (!read.ok) return read;
  const { tokenKey, policy } = read.value;
  // All policies of one version share the policy-set object, so its wrappers are compiled once.
  const isSame =
    namespace !== undefined && namespace.policySet.version === read.value.policySet.version;
  const policySet = isSame ? namespace.policySet : read.value.policySet;
  const batchCipher = namespace?.batchCipher ?? new BatchCipher(tokenKey);
  namespaces.set(nid, { batchCipher, policySet }, weightOf(lettersOfSet(policySet)));
  const rules = await inStretches(compileRules(policy, policySet, shippedTagger));
  const { version } = policySet;
  const ofPolicyId = name === null ? { defaultPolicy: rules.policyId } : version;
  const planning = { batchCipher, rules, policySetVersion: version, ofPolicyId };
  plannings.set(key, planning, weightOf(lettersOf(policy)));
  return ok(planning);
}

function weightOf(letters: number): number {
  return 1 + letters / LETTERS_PER_WEIGHT;
}

function lettersOfSet({ wrappers }: PolicySet): number {
  return wrappers.reduce((sum, { prefix, suffix }) => sum + prefix.length + suffix.length, 0);
}

function lettersOf(policy: PolicyView | null): number {
  if (policy === null) return 0;
  const { allow, deny, custom }: PolicyDefinition = policy.definition;
  const lists = [allow, deny.map(({ value }) => value), ...custom.map(({ words }) => words)];
  return lists.flat().reduce((sum, text) => sum + text.length, 0);
}
