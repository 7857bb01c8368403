// PUT unmask: turn tokens, or text with tokens in it, back.
import { Hono } from "hono";
import { unmaskOptions } from "../../contract/mask.ts";
import { MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import {
  countUnmaskLeaves,
  planUnmaskItems,
  renderUnmaskedItems,
  restoreItems,
  textsIn,
} from "../../masking/unmask/unmask-items.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { readList } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse, refuse, respond } from "../handler.ts";
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
  if (countUnmaskLeaves(items) > MAX_SYNC_ENTITIES) {
    return refuse(c, { code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) });
  }
  const { strict = false, partial = false } = options;
  const unmasked = await withPlanning(c, policyNameIn(options), async (planning) => {
    const { batchCipher, rules, policySetVersion } = planning;
    const cipher = await batchCipher.forTexts(textsIn(items));
    const settings = { cipher, strict, wrappers: rules.wrappers };
    const plan = await inStretches(planUnmaskItems(items, settings));
    const question = { ...plan.question, policySetVersion };
    const answer = await callVault(c, (vault) => vault.unmask(callerOf(c), question));
    if (!answer.ok) return answer;
    const restored = restoreItems(plan, answer.value, { partial });
    if (!restored.ok) return err({ code: restored.code, index: restored.index });
    return ok(renderUnmaskedItems(items, restored.outcomes));
  });
  return respond(c, orRefuse(unmasked));
});
