// Answers of unmask items, from what restoring their texts gave. Pure.
import type { UnmaskedItem, UnmaskItem } from "./item.ts";
import type { Restored } from "./plan-unmask.ts";

/** What unmasking one item gave; with the tokens that stand for nothing when a caller asked for them. */
export type UnmaskOutcome =
  | string
  | { readonly value: string; readonly unresolved: readonly string[] };

/** Outcomes of restored texts; `partial` asked for what stands for nothing. */
export function unmaskOutcomes(restored: Restored, partial: boolean): UnmaskOutcome[] {
  if (!partial) return [...restored.texts];
  return restored.texts.map((value, i) => ({ value, unresolved: restored.unresolved[i] ?? [] }));
}

/** The answers of a list of items. Throws when there are fewer outcomes than items. */
export function unmaskedItems(
  items: readonly UnmaskItem[],
  outcomes: readonly UnmaskOutcome[],
): UnmaskedItem[] {
  return items.map((item, i) => {
    const outcome = outcomes[i];
    if (outcome === undefined) throw new Error("an item has no value");
    const restored = typeof outcome === "string" ? { value: outcome } : outcome;
    const attributes = item.attributes === undefined ? {} : { attributes: item.attributes };
    const { value, ...rest } = restored;
    return { value, token_value: item.token_value, ...attributes, ...rest };
  });
}
