// Masks checked items, as PUT mask does; used by everything that masks within a request.
import type { Context } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_ENTITIES } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { isAutoDetect } from "../../masking/item.ts";
import { entitiesIn } from "../../masking/mask/entities-in.ts";
import {
  type AnyMaskedItem,
  type AnyMaskItem,
  countMaskLeaves,
  maskedItems,
  planItems,
  type RenderOptions,
  searchCipher,
  searchedLetters,
} from "../../masking/mask/mask-items.ts";
import { PLACEHOLDER_KEY_BYTES, placeholders } from "../../masking/mask/placeholders.ts";
import type { MaskRules } from "../../masking/policy/rules.ts";
import { systemRandom } from "../../platform/random.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { audited } from "../audit-notes.ts";
import { callVault, countValues } from "../call.ts";
import type { HttpEnv } from "../handler.ts";
import {
  costFlaw,
  maySearch,
  newSearch,
  type Planning,
  withPlanning,
} from "../policies/cached-rules.ts";

const TOO_MANY = { code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) } as const;

/** How items are masked. */
export interface MaskOptions extends RenderOptions {
  /** The policy that the request names; null: the token's own policy, or the default one. */
  readonly policyName: string | null;
  /** The plan that the items were made by: fails with `policy_changed` when it is outdated. Absent: any that is current. */
  readonly planning?: Planning;
  /** The values of this request were counted for an earlier plan. */
  readonly isCounted?: boolean;
  /** Needs the permission `unmask`. */
  readonly keepKnownTokens?: boolean;
  readonly explain?: boolean | undefined;
  /** The caller remembers the tokens (MaskRules.inConversation). */
  readonly inConversation?: boolean;
}

/** The answers to items, in order, and the rules they were masked by. */
export interface Masked {
  readonly answers: readonly AnyMaskedItem[];
  readonly rules: MaskRules;
}

/** Masks checked items as one batch. Fails as PUT mask does; throws when a recognizer does. */
export async function maskBatch(
  c: Context<HttpEnv>,
  items: readonly AnyMaskItem[],
  {
    policyName,
    planning: givenPlanning,
    isCounted = false,
    keepKnownTokens = false,
    explain = false,
    inConversation = false,
    offsets,
  }: MaskOptions,
): Promise<Result<Masked, VaultError>> {
  const leaves = countMaskLeaves(items);
  if (leaves > MAX_SYNC_ENTITIES) return err(TOO_MANY);
  const texts = items.filter(({ value }) => typeof value === "string");
  const counted = isCounted ? ok(null) : await countValues(c, leaves + texts.length);
  if (!counted.ok) return counted;
  const areNamed = items.every(isNamedText);
  // One key for all plans of this request; nobody stores it.
  const made = placeholders(systemRandom(PLACEHOLDER_KEY_BYTES));
  const asked = { keepKnownTokens, explain, placeholders: made };
  const attempt = async (planning: Planning): Promise<Result<Masked, VaultError>> => {
    const { batchCipher } = planning;
    const rules = inConversation ? planning.rules.inConversation() : planning.rules;
    const tooCostly = costFlaw(searchedLetters(items), rules);
    if (tooCostly !== null) return err(tooCostly);
    const cipher = await searchCipher(items, batchCipher, inStretches);
    const current = await maySearch(c, planning);
    if (!current.ok) return current;
    const search = newSearch(c, rules);
    const searched = await search((ready) => planItems(items, { cipher, rules: ready, ...asked }));
    if (!searched.ok) return searched;
    const plan = searched.value;
    if (!plan.ok) return plan;
    const { wants, texts } = plan.value;
    if (wants.values.length + texts.anonymized > MAX_SYNC_ENTITIES) return err(TOO_MANY);
    const policySetVersion = areNamed ? planning.ofPolicyId : planning.policySetVersion;
    const batch = { ...wants, policySetVersion };
    const tokens = await callVault(c, (vault, caller) => vault.mask(caller, batch));
    if (!tokens.ok) return tokens;
    const masked = await inStretches(maskedItems(plan.value, tokens.value, { offsets }));
    const [index] = masked.tooLong;
    if (index !== undefined) return err({ code: "masked_too_long", index });
    audited(c, { entities: entitiesIn(masked.answers) });
    return ok({ answers: masked.answers, rules });
  };
  return givenPlanning === undefined
    ? withPlanning(c, policyName, attempt)
    : attempt(givenPlanning);
}

/** True when an item depends on the policy's id alone: a change of the policy's content is then no reason to plan again. */
function isNamedText(item: AnyMaskItem): boolean {
  return !isAutoDetect(item) && typeof item.value === "string";
}
