// PUT unmask: restores tokens, and texts with tokens in them.
import { type Context, Hono } from "hono";
import { type UnmaskOptions, unmaskOptions } from "../../contract/mask.ts";
import type { UnmaskAnswers } from "../../contract/responses/mask.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { tagsAsked } from "../../masking/unmask/plan-unmask.ts";
import {
  type AnyUnmaskedItem,
  type AnyUnmaskItem,
  countUnmaskLeaves,
  planUnmaskItems,
  renderUnmaskedItems,
  restoreItems,
  textsIn,
} from "../../masking/unmask/unmask-items.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readList } from "../body.ts";
import { callVault, countValues } from "../call.ts";
import { claimsOf, type HttpEnv, orRefuse, refuse, respond } from "../handler.ts";
import { withPlanning } from "../policies/cached-rules.ts";
import {
  checkItems,
  checkUnmaskItem,
  isAllEmptyObjects,
  isJsonByDefault,
  policyNameIn,
  readOptions,
} from "./items.ts";

/** Sub-app of the synchronous unmask operation. */
export const unmaskRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("unmask"), async (c) => {
  const { body, list } = await readList(c, "unmask", MAX_SYNC_ITEMS);
  if (isAllEmptyObjects(list)) return refuse(c, { code: "empty_payload" });
  const items = orRefuse(await checkItems(list, checkUnmaskItem, isJsonByDefault(body)));
  const options = orRefuse(readOptions(unmaskOptions, body));
  const answers = orRefuse(await unmaskBatch(c, items, options));
  return respond(c, answers satisfies UnmaskAnswers);
});

/** Unmasks checked items as one batch. Fails as PUT unmask does. */
export async function unmaskBatch(
  c: Context<HttpEnv>,
  items: readonly AnyUnmaskItem[],
  options: UnmaskOptions,
): Promise<Result<AnyUnmaskedItem[], VaultError>> {
  const leaves = countUnmaskLeaves(items);
  if (leaves > MAX_SYNC_ENTITIES) {
    return err({ code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) });
  }
  const texts = textsIn(items);
  const counted = await countValues(c, leaves + texts.length);
  if (!counted.ok) return counted;
  const { strict = false } = options;
  return withPlanning(c, policyNameIn(options), async (planning) => {
    const { batchCipher, rules, policySetVersion } = planning;
    const { partial = rules.settings.partial } = options;
    const cipher = await batchCipher.forTexts(texts);
    const settings = { cipher, strict, wrappers: rules.wrappers };
    const plan = await inStretches(planUnmaskItems(items, settings));
    const tags = claimsOf(c).brakes ? { tags: tagsAsked(plan.plans.texts) } : {};
    const question = { ...plan.question, ...tags, policySetVersion };
    const answer = await callVault(c, (vault, caller) => vault.unmask(caller, question));
    if (!answer.ok) return answer;
    const restored = restoreItems(plan, answer.value, { partial });
    if (!restored.ok) return err({ code: restored.code, index: restored.index });
    return ok(renderUnmaskedItems(items, restored.outcomes));
  });
}
