// Several lists of a job's items, masked as one batch: each keeps its own outcomes, and the ids of the mappings
// they depend on.
import type { VaultError } from "../../core/errors.ts";
import { ok, type Result } from "../../core/result.ts";
import { type SentList, wholeAnswerBytes } from "../../masking/mask/answer-size.ts";
import {
  type ItemsPlan,
  outcomesOfItems,
  planItems,
  renderItems,
} from "../../masking/mask/mask-items.ts";
import type { MaskSettings } from "../../masking/mask/plan-mask.ts";
import type { Masked } from "../mappings/masker.ts";
import type { MaskBatch } from "../rpc.ts";
import { chunkText } from "./job-box.ts";
import type { DoneChunk } from "./result-writer.ts";

/** What is known of lists before they are masked. */
export interface ListsPlan {
  readonly lists: readonly SentList[];
  readonly plans: readonly ItemsPlan[];
  /** What all of them want, one after the other. */
  readonly wants: Pick<MaskBatch, "values" | "kinds" | "attributes">;
}

/** Plan lists one after the other. Fails with the place of an item, counted from the first list's first. */
export function planLists(
  lists: readonly SentList[],
  settings: MaskSettings,
): Result<ListsPlan, VaultError & { index: number }> {
  const plans: ItemsPlan[] = [];
  let before = 0;
  for (const { items } of lists) {
    const plan = planItems(items, settings);
    if (!plan.ok) return behind(before, plan.error);
    plans.push(plan.value);
    before += items.length;
  }
  const wants = plans.map((plan) => plan.wants);
  return ok({
    lists,
    plans,
    wants: {
      values: wants.flatMap(({ values }) => values),
      kinds: wants.flatMap(({ kinds }) => kinds),
      attributes: wants.flatMap(({ attributes }) => attributes),
    },
  });
}

/** What masking gave each of the lists; fails as `planLists` does. */
export function doneLists(
  { lists, plans }: ListsPlan,
  masked: Masked,
  offsets: "code_points" | "utf16" | undefined,
): Result<DoneChunk[], VaultError & { index: number }> {
  const done: DoneChunk[] = [];
  let before = 0;
  let from = 0;
  for (const [i, plan] of plans.entries()) {
    const list = lists[i] ?? { items: [], bytes: 0 };
    const to = from + plan.wants.values.length;
    const outcomes = outcomesOfItems(plan, masked.tokens.slice(from, to));
    if (!outcomes.ok) return behind(before, outcomes.error);
    const stored = chunkText(outcomes.value);
    done.push({
      items: list.items.length,
      outcomes: stored,
      answerBytes:
        wholeAnswerBytes(list, outcomes.value, stored.length) ??
        chunkText(renderItems(list.items, outcomes.value, { offsets })).length,
      mappingIds: [...new Set(masked.mappingIds.slice(from, to))],
    });
    before += list.items.length;
    from = to;
  }
  return ok(done);
}

function behind<E extends { index: number }>(before: number, error: E): { ok: false; error: E } {
  return { ok: false, error: { ...error, index: before + error.index } };
}
