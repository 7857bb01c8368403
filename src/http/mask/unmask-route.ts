// PUT unmask: turn tokens, or text with tokens in it, back.
import { Hono } from "hono";
import { MAX_SYNC_BODY_BYTES, MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import {
  countUnmaskLeaves,
  planUnmaskItems,
  questionOf,
  renderUnmaskedItems,
  restoreItems,
  textsIn,
} from "../../masking/unmask/unmask-items.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { listOf, readObject } from "../body.ts";
import { callVault } from "../call.ts";
import { withPlanning } from "../policies/cached-rules.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";
import {
  checkItems,
  checkUnmaskItem,
  isAllEmptyObjects,
  isJsonByDefault,
  policyNameIn,
  readUnmaskOptions,
} from "./items.ts";

const MISSING = { code: "unmask_missing" } as const;

/** Sub-app of the synchronous unmask operation. */
export const unmaskRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("unmask"), async (c) => {
  const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
  if (!body.ok) return refuse(c, body.error);
  const list = listOf(body.value, "unmask", MISSING, MAX_SYNC_ITEMS);
  if (!list.ok) return refuse(c, list.error);
  if (isAllEmptyObjects(list.value)) return refuse(c, { code: "empty_payload" });
  const items = checkItems(list.value, checkUnmaskItem, isJsonByDefault(body.value));
  if (!items.ok) return refuse(c, items.error);
  const options = readUnmaskOptions(body.value);
  if (!options.ok) return refuse(c, options.error);
  if (countUnmaskLeaves(items.value) > MAX_SYNC_ENTITIES) {
    return refuse(c, { code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) });
  }
  const { strict = false, partial = false } = options.value;
  const unmasked = await withPlanning(c, policyNameIn(options.value), async (planning) => {
    const { batchCipher, rules, policySetVersion } = planning;
    const cipher = await batchCipher.forTexts(textsIn(items.value));
    const plan = planUnmaskItems(items.value, { cipher, strict, wrappers: rules.wrappers });
    const question = { ...questionOf(plan), policySetVersion };
    const answer = await callVault(c, (vault) => vault.unmask(callerOf(c), question));
    if (!answer.ok) return answer;
    const restored = restoreItems(plan, answer.value, { partial });
    if (!restored.ok) return err({ code: restored.code, index: restored.index });
    return ok(renderUnmaskedItems(items.value, restored.outcomes));
  });
  return unmasked.ok ? respond(c, unmasked.value) : refuse(c, unmasked.error);
});
