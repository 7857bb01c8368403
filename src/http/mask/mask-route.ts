// PUT mask: mask a list of values at once.
import { Hono } from "hono";
import { requestOptions } from "../../contract/mask.ts";
import { MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import { loadShippedModel } from "../../detect/tagger/tagger.ts";
import { isAutoDetect } from "../../masking/item.ts";
import {
  type AnyMaskItem,
  countMaskLeaves,
  maskedItems,
  planItems,
  searchCipher,
  searchedLetters,
} from "../../masking/mask/mask-items.ts";
import { PLACEHOLDER_KEY_BYTES, placeholders } from "../../masking/mask/placeholders.ts";
import { systemRandom } from "../../platform/random.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { callerOf, demand, namespaceCaller } from "../authenticate.ts";
import { readList } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse, refuse, respond } from "../handler.ts";
import { costFlaw, withPlanning } from "../policies/cached-rules.ts";
import { checkItems, checkMaskItem, isJsonByDefault, policyNameIn, readOptions } from "./items.ts";

const TOO_MANY = { code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) } as const;

/** Sub-app of the synchronous mask operation. */
export const maskRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), async (c) => {
  const { body, list } = await readList(c, "mask", MAX_SYNC_ITEMS);
  const items = orRefuse(await checkItems(list, checkMaskItem, isJsonByDefault(body)));
  const options = orRefuse(readOptions(requestOptions, body));
  const { known_tokens, explain = false, offsets } = options;
  const keepKnownTokens = known_tokens === "keep";
  if (keepKnownTokens) demand(c, "unmask");
  if (countMaskLeaves(items) > MAX_SYNC_ENTITIES) return refuse(c, TOO_MANY);
  const policyName = policyNameIn(options);
  const isFreeOfPolicies = policyName === null && items.every(isNamedText);
  // One key for all plans of the request, kept by nobody.
  const made = placeholders(systemRandom(PLACEHOLDER_KEY_BYTES));
  const asked = { keepKnownTokens, explain, placeholders: made };
  const answers = await withPlanning(c, policyName, async (planning) => {
    const { batchCipher, rules } = planning;
    const tooCostly = costFlaw(searchedLetters(items), rules);
    if (tooCostly !== null) return err(tooCostly);
    if (items.some(isAutoDetect)) await loadShippedModel();
    const cipher = await searchCipher(items, batchCipher);
    const plan = await inStretches(planItems(items, { cipher, rules, ...asked }));
    if (!plan.ok) return plan;
    const { wants, texts } = plan.value;
    if (wants.values.length + texts.anonymized > MAX_SYNC_ENTITIES) return err(TOO_MANY);
    const policySetVersion = isFreeOfPolicies ? null : planning.policySetVersion;
    const batch = { ...wants, policySetVersion };
    const tokens = await callVault(c, (vault) => vault.mask(callerOf(c), batch));
    if (!tokens.ok) return tokens;
    const masked = await inStretches(maskedItems(plan.value, tokens.value, { offsets }));
    return masked.ok ? ok(masked.value.answers) : masked;
  });
  return respond(c, orRefuse(answers));
});

/** Whether no policy has a say in what an item becomes, so that a change of one is no reason to plan it again. */
function isNamedText(item: AnyMaskItem): boolean {
  return !isAutoDetect(item) && typeof item.value === "string";
}
