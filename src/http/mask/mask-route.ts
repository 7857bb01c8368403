// PUT mask: mask a list of values at once.
import { type Context, Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_BODY_BYTES, MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { loadShippedModel } from "../../detect/tagger/tagger.ts";
import { isAutoDetect } from "../../masking/item.ts";
import {
  type AnyMaskedItem,
  type AnyMaskItem,
  countMaskLeaves,
  type ItemsPlan,
  outcomesOfItems,
  planAlone,
  planItems,
  type RenderOptions,
  renderItems,
} from "../../masking/mask/mask-items.ts";
import { PLACEHOLDER_KEY_BYTES, placeholders } from "../../masking/mask/placeholders.ts";
import type { MaskSettings } from "../../masking/mask/plan-mask.ts";
import { systemRandom } from "../../platform/random.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { listOf, readObject } from "../body.ts";
import { callVault } from "../call.ts";
import { type Planning, withPlanning } from "../policies/cached-rules.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";
import {
  checkItems,
  checkMaskItem,
  isJsonByDefault,
  policyNameIn,
  readMaskOptions,
} from "./items.ts";

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
  const policyName = policyNameIn(options.value);
  const alone = policyName === null ? planAlone(items.value) : null;
  const masked =
    alone === null
      ? await maskByPolicy(c, items.value, policyName, { keepKnownTokens, explain }, { offsets })
      : await maskPlanned(c, alone, null, { offsets });
  return masked.ok ? respond(c, masked.value) : refuse(c, masked.error);
});

/** What a request asks of its plan. */
type Asked = Required<Pick<MaskSettings, "keepKnownTokens" | "explain" | "placeholders">>;

/** Mask by a policy, null for the default one; planned again when it has changed meanwhile. */
function maskByPolicy(
  c: Context<HttpEnv>,
  items: readonly AnyMaskItem[],
  policyName: string | null,
  asked: Omit<Asked, "placeholders">,
  options: RenderOptions,
): Promise<Result<AnyMaskedItem[], VaultError>> {
  // One key for all plans of the request, kept by nobody.
  const made = placeholders(systemRandom(PLACEHOLDER_KEY_BYTES));
  return withPlanning(c, policyName, (planning) =>
    planAndMask(c, items, planning, { ...asked, placeholders: made }, options),
  );
}

async function planAndMask(
  c: Context<HttpEnv>,
  items: readonly AnyMaskItem[],
  planning: Planning,
  asked: Asked,
  options: RenderOptions,
): Promise<Result<AnyMaskedItem[], VaultError>> {
  if (items.some(isAutoDetect)) await loadShippedModel();
  const { cipher, rules } = planning;
  const { keepKnownTokens, explain, placeholders: made } = asked;
  const settings = { cipher, keepKnownTokens, rules, placeholders: made, explain };
  const plan = planItems(items, settings);
  return plan.ok ? maskPlanned(c, plan.value, planning.policySetVersion, options) : plan;
}

/** Mask what was planned; `policySetVersion` null: no policy has a say in it. */
async function maskPlanned(
  c: Context<HttpEnv>,
  plan: ItemsPlan,
  policySetVersion: number | null,
  options: RenderOptions,
): Promise<Result<AnyMaskedItem[], VaultError>> {
  const { items, wants, texts } = plan;
  if (wants.values.length + texts.anonymized > MAX_SYNC_ENTITIES) return err(TOO_MANY);
  const batch = { ...wants, policySetVersion };
  const tokens = await callVault(c, (vault) => vault.mask(callerOf(c), batch));
  if (!tokens.ok) return tokens;
  const outcomes = outcomesOfItems(plan, tokens.value);
  return outcomes.ok ? ok(renderItems(items, outcomes.value, options)) : outcomes;
}
