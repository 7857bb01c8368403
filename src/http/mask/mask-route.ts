// PUT mask: mask a list of values at once.
import { type Context, Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS } from "../../core/limits.ts";
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
import { callerOf, demand, namespaceCaller } from "../authenticate.ts";
import { readList } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse, refuse, respond } from "../handler.ts";
import { type Planning, withPlanning } from "../policies/cached-rules.ts";
import {
  checkItems,
  checkMaskItem,
  isJsonByDefault,
  policyNameIn,
  readMaskOptions,
} from "./items.ts";

const TOO_MANY = { code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) } as const;

/** Sub-app of the synchronous mask operation. */
export const maskRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), async (c) => {
  const { body, list } = await readList(c, "mask", MAX_SYNC_ITEMS);
  const items = orRefuse(checkItems(list, checkMaskItem, isJsonByDefault(body)));
  const options = orRefuse(readMaskOptions(body));
  const { known_tokens, explain = false, offsets } = options;
  const keepKnownTokens = known_tokens === "keep";
  if (keepKnownTokens) demand(c, "unmask");
  if (countMaskLeaves(items) > MAX_SYNC_ENTITIES) return refuse(c, TOO_MANY);
  const policyName = policyNameIn(options);
  const alone = policyName === null ? planAlone(items) : null;
  const masked =
    alone === null
      ? await maskByPolicy(c, items, policyName, { keepKnownTokens, explain }, { offsets })
      : await maskPlanned(c, alone, null, { offsets });
  return respond(c, orRefuse(masked));
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
