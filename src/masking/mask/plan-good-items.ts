// Plans a list of which the items that cannot be masked are left out. Pure.
import type { ItemFlaw } from "../../core/errors.ts";
import type { Steps } from "../../core/steps.ts";
import { type AnyMaskItem, type ItemsPlan, planItems } from "./mask-items.ts";
import type { MaskSettings } from "./plan-mask.ts";

/** A plan of the items that can be masked, and the flaws of the others by their indexes. */
interface GoodItemsPlan {
  readonly plan: ItemsPlan;
  readonly flaws: ReadonlyMap<number, ItemFlaw>;
}

/** Plans the items that can be masked, in steps; tries at most three times. Throws as `planItems` does. */
export function* planGoodItems(
  items: readonly AnyMaskItem[],
  settings: MaskSettings,
): Steps<GoodItemsPlan> {
  const flaws = new Map<number, ItemFlaw>();
  for (let good = [...items.entries()]; ; good = good.filter(([index]) => !flaws.has(index))) {
    const plan = yield* planItems(
      good.map(([, item]) => item),
      settings,
    );
    if (plan.ok) return { plan: plan.value, flaws };
    const { code, indexes } = plan.error;
    for (const at of indexes) flaws.set(good[at]?.[0] ?? 0, { code });
  }
}
