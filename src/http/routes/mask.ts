// PUT mask: mask a list of values at once.
import { type Context, Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_BODY_BYTES, MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS } from "../../core/limits.ts";
import { systemRandom } from "../../core/random.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { loadShippedModel } from "../../detect/tagger/shipped.ts";
import { isAutoDetect } from "../../masking/item.ts";
import {
  type AnyMaskedItem,
  type AnyMaskItem,
  countMaskLeaves,
  outcomesOfItems,
  planItems,
  renderItems,
} from "../../masking/json-mask.ts";
import { PLACEHOLDER_KEY_BYTES, placeholders } from "../../masking/placeholders.ts";
import type { MaskSettings } from "../../masking/plan-mask.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { listOf, readObject } from "../body.ts";
import { callVault } from "../call.ts";
import {
  checkItems,
  checkMaskItem,
  isJsonByDefault,
  policyNameIn,
  readMaskOptions,
} from "../items.ts";
import { type Planning, withPlanning } from "../policies.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

const MISSING = { code: "mask_missing" } as const;
const TOO_MANY = { code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) } as const;

/** Sub-app of the synchronous mask operation. */
export const maskRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), async (c) => {
  const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
  if (!body.ok) return refuse(c, body.error);
  const list = listOf(body.value, "mask", MISSING, MAX_SYNC_ITEMS);
  if (!list.ok) return refuse(c, list.error);
  const items = checkItems(list.value, checkMaskItem, isJsonByDefault(body.value));
  if (!items.ok) return refuse(c, items.error);
  const options = readMaskOptions(body.value);
  if (!options.ok) return refuse(c, options.error);
  const { known_tokens, explain = false, offsets } = options.value;
  const keepKnownTokens = known_tokens === "keep";
  if (keepKnownTokens && !c.var.claims.permissions.includes("unmask")) {
    return refuse(c, { code: "forbidden" });
  }
  if (countMaskLeaves(items.value) > MAX_SYNC_ENTITIES) return refuse(c, TOO_MANY);
  // Placeholders of this request have a key that nobody keeps.
  const made = placeholders(systemRandom(PLACEHOLDER_KEY_BYTES));
  const masked = await withPlanning(c, policyNameIn(options.value), (planning) => {
    const settings = { ...planning, keepKnownTokens, explain, placeholders: made };
    return maskedItems(c, items.value, settings, { offsets });
  });
  return masked.ok ? respond(c, masked.value) : refuse(c, masked.error);
});

async function maskedItems(
  c: Context<HttpEnv>,
  items: readonly AnyMaskItem[],
  settings: MaskSettings & Planning,
  options: Parameters<typeof renderItems>[2],
): Promise<Result<AnyMaskedItem[], VaultError>> {
  if (items.some(isAutoDetect)) await loadShippedModel();
  const plan = planItems(items, settings);
  if (!plan.ok) return plan;
  const { wants, texts } = plan.value;
  if (wants.values.length + texts.anonymized > MAX_SYNC_ENTITIES) return err(TOO_MANY);
  const batch = { ...wants, bookVersion: settings.bookVersion };
  const tokens = await callVault(c, (vault) => vault.mask(callerOf(c), batch));
  if (!tokens.ok) return tokens;
  const outcomes = outcomesOfItems(plan.value, tokens.value);
  return outcomes.ok ? ok(renderItems(items, outcomes.value, options)) : outcomes;
}
