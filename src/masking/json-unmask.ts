// Unmasking of items that are texts or JSON documents; the way back of json-mask.ts. Pure.
import type { UnmaskDocument, UnmaskedDocument, UnmaskedItem, UnmaskItem } from "./item.ts";
import { type Leaf, leavesOf, mapLeaves, unmaskedLeaves } from "./json-document.ts";
import { jsonEcho } from "./json-mask.ts";
import { numberIn } from "./json-numbers.ts";
import { planUnmask, renderUnmasked, type UnmaskPlans, unmaskedItems } from "./plan-unmask.ts";

/** An item of either sort; a document only where the request allows it. */
export type AnyUnmaskItem = UnmaskItem | UnmaskDocument;
/** Its answer. */
export type AnyUnmaskedItem = UnmaskedItem | UnmaskedDocument;

/** What unmasking an item gave: its text, or the leaves of its document in order. */
export type UnmaskOutcome = string | readonly (string | number)[];

/** A plan, and the tokens to look up: those of texts, then those of numbers. */
export interface UnmaskItemsPlan {
  readonly tokens: readonly string[];
  /** Positions in `tokens` of those that are a whole text; numbers only stand for other numbers. */
  readonly bareAt: readonly number[];
  readonly texts: readonly string[];
  readonly plans: UnmaskPlans;
  /** Per item: the leaves of its document, or null for a text. */
  readonly leaves: readonly (readonly Leaf[] | null)[];
}

/** How many leaves the documents of a list have. */
export function countUnmaskLeaves(items: readonly AnyUnmaskItem[]): number {
  return items.reduce((sum, item) => sum + (ownLeaves(item)?.length ?? 0), 0);
}

/** Plan a list of checked items. */
export function planUnmaskItems(items: readonly AnyUnmaskItem[]): UnmaskItemsPlan {
  const texts: string[] = [];
  const numbers: string[] = [];
  const leaves = items.map((item): readonly Leaf[] | null => {
    const own = ownLeaves(item);
    if (own === null) texts.push(item.token_value as string);
    for (const { value } of own ?? []) {
      if (typeof value === "string") texts.push(value);
      else numbers.push(String(value));
    }
    return own;
  });
  const plans = planUnmask(texts);
  const tokens = [...plans.tokens, ...numbers];
  return { tokens, bareAt: plans.bareAt, texts, plans, leaves };
}

/**
 * The outcomes, or the index of the first item that fails. `values[i]` is what the i-th token of the
 * plan stands for, null when it stands for nothing. A number that stands for no number fails its item
 * as an unknown token does.
 */
export function restoreItems(
  plan: UnmaskItemsPlan,
  values: readonly (string | null)[],
): { ok: true; outcomes: UnmaskOutcome[] } | { ok: false; index: number } {
  const { texts, plans, leaves } = plan;
  const restored = renderUnmasked(texts, plans, values.slice(0, plans.tokens.length));
  let nextText = 0;
  let nextNumber = plans.tokens.length;
  const outcomes: UnmaskOutcome[] = [];
  for (const [index, own] of leaves.entries()) {
    const outcome: (string | number)[] = [];
    for (const { value } of own ?? [TEXT]) {
      const back =
        typeof value === "number"
          ? numberIn(values[nextNumber++] ?? "")
          : textAt(restored, nextText++);
      if (back === null) return { ok: false, index };
      outcome.push(back);
    }
    outcomes.push(own === null ? String(outcome[0]) : outcome);
  }
  return { ok: true, outcomes };
}

/** The answers of a list of items. Throws when there are fewer outcomes than items or leaves. */
export function renderUnmaskedItems(
  items: readonly AnyUnmaskItem[],
  outcomes: readonly UnmaskOutcome[],
): AnyUnmaskedItem[] {
  return items.flatMap((item, i): AnyUnmaskedItem[] => {
    const outcome = outcomes[i];
    if (outcome === undefined) throw new Error("an item has no outcome");
    if (isDocument(item)) return [restoredDocument(item, outcome as readonly (string | number)[])];
    const answers = unmaskedItems([item], [outcome as string]);
    return answers.map((answer) => ({ ...answer, ...jsonEcho(item) }));
  });
}

/** Stands for the one text of an item without a document. */
const TEXT: Leaf = { value: "", path: "" };

/** A restored text, null for the first one that failed; those before it are not given anyway. */
function textAt(restored: ReturnType<typeof renderUnmasked>, at: number): string | null {
  if (!restored.ok) return at < restored.index ? "" : null;
  const text = restored.texts[at];
  if (text === undefined) throw new Error("a text was not restored");
  return text;
}

function restoredDocument(
  item: UnmaskDocument,
  outcome: readonly (string | number)[],
): UnmaskedDocument {
  const { token_value, attributes } = item;
  let next = 0;
  const value = mapLeaves(token_value, unmaskedLeaves(item), () => {
    const leaf = outcome[next++];
    if (leaf === undefined) throw new Error("a leaf has no outcome");
    return leaf;
  });
  return {
    value,
    token_value,
    ...(attributes === undefined ? {} : { attributes }),
    ...jsonEcho(item),
  };
}

function ownLeaves(item: AnyUnmaskItem): readonly Leaf[] | null {
  return isDocument(item) ? leavesOf(item.token_value, unmaskedLeaves(item)) : null;
}

function isDocument(item: AnyUnmaskItem): item is UnmaskDocument {
  return typeof item.token_value !== "string";
}
