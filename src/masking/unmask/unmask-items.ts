// Unmasks items that are texts or JSON documents; the reverse of mask-items.ts. Pure.
import { type FailedItem, isFailed } from "../../core/errors.ts";
import type { Steps } from "../../core/steps.ts";
import type { JsonDocument, UnmaskedItem, UnmaskItem } from "../item.ts";
import { type Leaf, leavesOf, mapLeaves, numberIn, unmaskedLeaves } from "../json/json-document.ts";
import type { UnmaskSettings } from "./find-candidates.ts";
import { idCarried, planUnmask, type UnmaskPlans, type Wanted } from "./plan-unmask.ts";
import { restoreTexts, type UnmaskAnswer } from "./restore-texts.ts";

/** A text or a document; documents only where the request allows them. */
export type AnyUnmaskItem = UnmaskItem | UnmaskItem<JsonDocument>;
/** The answer to such an item. */
export type AnyUnmaskedItem = UnmaskedItem | UnmaskedItem<JsonDocument>;

/** The unmasked value of an item: its text, or the leaves of its document in order. */
type Value = string | Leaves;
type Leaves = readonly (string | number)[];

/** The result of unmasking an item; with its unresolved tokens when the caller asked for partial results. */
export type UnmaskOutcome =
  | Value
  | { readonly value: Value; readonly unresolved: readonly string[] };

/** What to look up for items: for their texts first, then for the numbers of documents. */
interface Question extends Wanted {
  /** Tokens from this index on are numbers of documents, and may only stand for numbers. */
  readonly numbersFrom: number;
}

/** A plan of items. */
export interface UnmaskItemsPlan {
  readonly question: Question;
  readonly texts: readonly string[];
  readonly plans: UnmaskPlans;
  /** Per item: the leaves of its document, or null for a text. */
  readonly leaves: readonly (readonly Leaf[] | null)[];
}

/** How many leaves the documents of a list have. */
export function countUnmaskLeaves(items: readonly AnyUnmaskItem[]): number {
  return items.reduce((sum, item) => sum + (ownLeaves(item)?.length ?? 0), 0);
}

/** The items that are texts, in order: most whole-text tokens of a request are among them. */
export function textsIn(items: readonly AnyUnmaskItem[]): string[] {
  return items.map((item) => item.token_value).filter((value) => typeof value === "string");
}

/** Plan a list of checked items, in steps. */
export function* planUnmaskItems(
  items: readonly AnyUnmaskItem[],
  settings: UnmaskSettings,
): Steps<UnmaskItemsPlan> {
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
  const plans = yield* planUnmask(texts, settings);
  const { texts: _, ...wanted } = plans;
  const question = {
    ...wanted,
    tokens: [...plans.tokens, ...numbers],
    carried: [...plans.carried, ...numbers.map((one) => idCarried(settings.cipher, one))],
    numbersFrom: plans.tokens.length,
  };
  return { question, texts, plans, leaves };
}

/** The first item that cannot be unmasked, and why. */
export interface UnmaskFailure {
  readonly ok: false;
  readonly code: "unmask_failed" | "anonymized";
  readonly index: number;
}

/** The outcomes, or the first item that fails by the rules of `restoreEach`. */
export function restoreItems(
  plan: UnmaskItemsPlan,
  answer: UnmaskAnswer,
  options: { readonly partial: boolean },
): { ok: true; outcomes: UnmaskOutcome[] } | UnmaskFailure {
  const outcomes: UnmaskOutcome[] = [];
  for (const [index, outcome] of restoreEach(plan, answer, options).entries()) {
    if (isFailed(outcome)) return { ok: false, code: outcome.error.code, index };
    outcomes.push(outcome);
  }
  return { ok: true, outcomes };
}

interface FailedUnmask extends FailedItem {
  readonly error: { readonly code: "unmask_failed" | "anonymized" };
}

/**
 * The outcome of each item. One unresolved token fails its whole item: nothing is half-restored; a number that stands for no
 * number counts as one. An item that is nothing but a placeholder was anonymized; inside a text or a document a placeholder
 * stays as it is. With `partial` no item fails: unresolved tokens stay as they are and are listed.
 */
export function restoreEach(
  plan: UnmaskItemsPlan,
  answer: UnmaskAnswer,
  { partial }: { readonly partial: boolean },
): (UnmaskOutcome | FailedUnmask)[] {
  const { question, texts, plans, leaves } = plan;
  // Failures are decided here, because only here it is known which texts make one item.
  const restored = restoreTexts(texts, plans, answer);
  let nextText = 0;
  let nextNumber = question.numbersFrom;
  const takeText = (unresolved: string[]): string => {
    const text = restored[nextText++];
    if (text === undefined) throw new Error("a text was not restored");
    // No spread: a long text may have more tokens than a call takes arguments.
    for (const token of text.unresolved) unresolved.push(token);
    return text.value;
  };
  const takeNumber = (number: number, unresolved: string[]): number => {
    const back = numberIn(answer.values[nextNumber++] ?? "");
    if (back === null) unresolved.push(String(number));
    return back ?? number;
  };
  return leaves.map((own) => {
    const unresolved: string[] = [];
    const isAnonymized = own === null && restored[nextText]?.isAnonymized === true;
    if (isAnonymized) unresolved.push(texts[nextText] ?? "");
    const value =
      own === null
        ? takeText(unresolved)
        : own.map((leaf) =>
            typeof leaf.value === "string"
              ? takeText(unresolved)
              : takeNumber(leaf.value, unresolved),
          );
    if (partial) return { value, unresolved };
    if (unresolved.length === 0) return value;
    return { error: { code: isAnonymized ? "anonymized" : "unmask_failed" } };
  });
}

/** The answers to a list of items. Throws when there are fewer outcomes than items or leaves. */
export function renderUnmaskedItems(
  items: readonly AnyUnmaskItem[],
  outcomes: readonly UnmaskOutcome[],
): AnyUnmaskedItem[] {
  return items.map((item, i): AnyUnmaskedItem => {
    const outcome = outcomes[i];
    if (outcome === undefined) throw new Error("an item has no outcome");
    const isListed = typeof outcome === "object" && "unresolved" in outcome;
    const { value, unresolved } = isListed ? outcome : { value: outcome, unresolved: undefined };
    const { token_value, attributes, json, numbers } = item;
    return {
      value: isDocument(item) ? restoredDocument(item, value as Leaves) : value,
      token_value,
      attributes,
      json,
      numbers,
      unresolved,
    } as AnyUnmaskedItem;
  });
}

function restoredDocument(item: UnmaskItem<JsonDocument>, outcome: Leaves): JsonDocument {
  let next = 0;
  return mapLeaves(item.token_value, unmaskedLeaves(item), () => {
    const leaf = outcome[next++];
    if (leaf === undefined) throw new Error("a leaf has no outcome");
    return leaf;
  });
}

function ownLeaves(item: AnyUnmaskItem): readonly Leaf[] | null {
  return isDocument(item) ? leavesOf(item.token_value, unmaskedLeaves(item)) : null;
}

function isDocument(item: AnyUnmaskItem): item is UnmaskItem<JsonDocument> {
  return typeof item.token_value !== "string";
}
