// Masks items that are texts or JSON documents. The planner sees a document as several texts, each masked in the item's
// mode, and several numbers; the answer puts their tokens back in place. Pure.

import type { VaultError } from "../../core/errors.ts";
import { exceedsBytes, MAX_BATCH_PAIRS, MAX_TOKEN_VALUE_BYTES } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import type { BatchCipher } from "../../tokens/batch-cipher.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { JSON_NUMBER_KIND } from "../../tokens/kinds.ts";
import { tokensFound } from "../../tokens/reading/find-tokens.ts";
import {
  type IndividualToken,
  isAutoDetect,
  type JsonDocument,
  type MaskedItem,
  type MaskItem,
  type TextItem,
} from "../item.ts";
import { type Leaf, leavesOf, mapLeaves, maskedLeaves, numberIn } from "../json/json-document.ts";
import { hasTokenInName } from "../json/json-flaws.ts";
import type { OffsetUnit } from "../text/positions.ts";
import { searchedLettersOf } from "./escaped-values.ts";
import { type MaskPlan, type MaskSettings, planMask, type Wants } from "./plan-mask.ts";
import { type MaskOutcome, outcomesOf, renderMasked } from "./render-mask.ts";

/** A text or a document; documents only where the request allows them. */
export type AnyMaskItem = TextItem | MaskItem<JsonDocument>;
/** The answer to such an item. */
export type AnyMaskedItem = MaskedItem | MaskedItem<JsonDocument>;

/** The result of masking an item: the outcome of its text, or of each leaf of its document in order. */
export type ItemOutcome = MaskOutcome | readonly MaskOutcome[];

/** How answers are rendered. */
export interface RenderOptions {
  /** Unit of positions; default: code points. */
  readonly offsets?: OffsetUnit | undefined;
}

/** A plan: the first `wants` are for texts, the ones after them for numbers of documents. */
export interface ItemsPlan {
  readonly items: readonly AnyMaskItem[];
  readonly wants: Wants;
  readonly texts: MaskPlan;
  /** Per item: the leaves of its document, or null for a text. */
  readonly leaves: readonly (readonly Leaf[] | null)[];
  /** Attributes times values, summed over the items; at most `MAX_BATCH_PAIRS`. */
  readonly pairs: number;
}

/** How many leaves the documents of a list have: a lower bound of the values to mask. */
export function countMaskLeaves(items: readonly AnyMaskItem[]): number {
  let count = 0;
  for (const item of items) {
    if (isDocument(item)) count += leavesOf(item.value, maskedLeaves(item)).length;
  }
  return count;
}

/** Characters searched for values in all items, including texts of documents and the context before a part. */
export function searchedLetters(items: readonly AnyMaskItem[]): number {
  let letters = 0;
  for (const item of items) {
    if (!isAutoDetect(item)) continue;
    if (!isDocument(item)) letters += searchedLettersOf((item.before ?? "") + item.value);
    else {
      for (const { value } of leavesOf(item.value, maskedLeaves(item))) {
        if (typeof value === "string") letters += searchedLettersOf(value);
      }
    }
  }
  return letters;
}

/**
 * A cipher to plan the items with: it has deciphered in one batch the words of their texts that could be ids (texts in
 * documents are left out). A text of 1 KiB has a dozen such words: 3 us each on its own, 0.1 us in a batch. `run` drives the
 * search, which takes 50 ms for 3.5 MB.
 */
export function searchCipher(
  items: readonly AnyMaskItem[],
  batchCipher: BatchCipher,
  run: (search: Steps<unknown>) => Promise<unknown>,
): Promise<TokenCipher> {
  const texts = items.flatMap((item) =>
    isAutoDetect(item) && typeof item.value === "string" ? [item.value] : [],
  );
  return batchCipher.forSearch(texts, (cipher, text) => run(tokensFound(cipher, text)));
}

/** Worst-case cost of one document, to search its names and to write it: 64 KiB of short names. */
const NAMES_COST = 16;
const DOCUMENT_COST = 4;

/** Items that cannot be masked, all for the same reason; `index` is the first of them. */
interface PlanFailure extends VaultError {
  readonly index: number;
  readonly indexes: readonly number[];
}

/**
 * Plans a list of checked items, in steps. Throws when a recognizer does: the caller must fail closed. Fails with
 * `token_in_name`, unless known tokens are kept: names stay as they are, so unmask must not see tokens in them; and with
 * `too_many_attributes`, naming the items without which the rest would be within the limit.
 */
export function* planItems(
  items: readonly AnyMaskItem[],
  settings: MaskSettings,
): Steps<Result<ItemsPlan, PlanFailure>> {
  const named = settings.keepKnownTokens ? [] : yield* tokensInNames(items, settings);
  if (named.length > 0) return failureOf("token_in_name", named);
  const texts: TextItem[] = [];
  const numbers: Wants = { values: [], kinds: [], attributes: [], entities: [] };
  const leaves = items.map((item): readonly Leaf[] | null => {
    if (!isDocument(item)) {
      texts.push(item);
      return null;
    }
    const own = leavesOf(item.value, maskedLeaves(item));
    const attributes = item.attributes === undefined ? null : JSON.stringify(item.attributes);
    for (const { value } of own) {
      if (typeof value === "string") {
        texts.push({ ...item, value });
      } else {
        numbers.values.push(String(value));
        numbers.kinds.push(JSON_NUMBER_KIND);
        numbers.attributes.push(attributes);
        numbers.entities.push(null);
      }
    }
    return own;
  });
  const plan = yield* planMask(texts, settings);
  const { pairs, beyond } = countPairs(items, leaves, plan);
  if (beyond.length > 0) return failureOf("too_many_attributes", beyond);
  const wants = numbers.values.length === 0 ? plan.wants : joined(plan.wants, numbers);
  return ok({ items, wants, texts: plan, leaves, pairs });
}

function failureOf(code: VaultError["code"], indexes: readonly number[]) {
  return err({ code, index: indexes[0] ?? 0, indexes });
}

function* tokensInNames(
  items: readonly AnyMaskItem[],
  { cipher, rules }: MaskSettings,
): Steps<number[]> {
  const found: number[] = [];
  for (const [index, item] of items.entries()) {
    if (!isDocument(item)) continue;
    yield NAMES_COST;
    if (hasTokenInName(item.value, cipher, rules.wrappers)) found.push(index);
  }
  return found;
}

/** Attributes times values of all items that fit the limit together, and the indexes of the others. */
function countPairs(
  items: readonly AnyMaskItem[],
  leaves: ItemsPlan["leaves"],
  texts: MaskPlan,
): { pairs: number; beyond: number[] } {
  const plans = texts.items.values();
  const beyond: number[] = [];
  let pairs = 0;
  for (const [index, { attributes }] of items.entries()) {
    let values = 0;
    for (const { value } of leaves[index] ?? [ONE_TEXT]) {
      const plan = typeof value === "string" ? plans.next().value : "whole";
      values += typeof plan === "object" ? plan.spans.length : 1;
    }
    const more = attributes === undefined ? 0 : values * pairsIn(attributes);
    if (pairs + more > MAX_BATCH_PAIRS) beyond.push(index);
    else pairs += more;
  }
  return { pairs, beyond };
}

const ONE_TEXT = { value: "" };

/** Attributes of an item: each member of an object counts, any other JSON counts as one. */
function pairsIn(attributes: unknown): number {
  const isObject =
    typeof attributes === "object" && attributes !== null && !Array.isArray(attributes);
  return isObject ? Object.keys(attributes).length : 1;
}

/** Masked items: the outcomes, which a job stores, and the answers made of them. */
interface MaskedItems {
  readonly outcomes: readonly ItemOutcome[];
  readonly answers: readonly AnyMaskedItem[];
  /** Indexes of items that are `masked_too_long`: unmask would refuse their masked text. */
  readonly tooLong: readonly number[];
}

/** Gives every item its tokens (`tokens[i]`: the i-th want), in steps; tiny values in long wrappers grow most. */
export function* maskedItems(
  plan: ItemsPlan,
  tokens: readonly string[],
  options: RenderOptions = {},
): Steps<MaskedItems> {
  const outcomes = yield* outcomesOfItems(plan, tokens);
  const answers: AnyMaskedItem[] = [];
  const tooLong: number[] = [];
  for (const [index, item] of plan.items.entries()) {
    if (isDocument(item)) yield DOCUMENT_COST;
    const answer = renderItem(item, outcomes[index], options);
    answers.push(answer);
    const { token_value } = answer;
    const text = typeof token_value === "string" ? token_value : JSON.stringify(token_value);
    if (exceedsBytes(text, MAX_TOKEN_VALUE_BYTES)) tooLong.push(index);
  }
  return { outcomes, answers, tooLong };
}

function* outcomesOfItems(plan: ItemsPlan, tokens: readonly string[]): Steps<ItemOutcome[]> {
  const ofTexts = (yield* outcomesOf(plan.texts, tokens)).values();
  const ofNumbers = tokens.slice(plan.texts.wants.values.length).values();
  const next = (outcomes: Iterator<MaskOutcome>): MaskOutcome => {
    const { done, value } = outcomes.next();
    if (done === true) throw new Error("fewer tokens than wants");
    return value;
  };
  return plan.leaves.map((leaves): ItemOutcome => {
    if (leaves === null) return next(ofTexts);
    return leaves.map(({ value }) => next(typeof value === "string" ? ofTexts : ofNumbers));
  });
}

/** The answers to items. Throws when outcomes are missing: an item without one would look as if nothing was found. */
export function renderItems(
  items: readonly AnyMaskItem[],
  outcomes: readonly ItemOutcome[],
  options: RenderOptions = {},
): AnyMaskedItem[] {
  return items.map((item, i) => renderItem(item, outcomes[i], options));
}

function renderItem(
  item: AnyMaskItem,
  outcome: ItemOutcome | undefined,
  { offsets }: RenderOptions,
): AnyMaskedItem {
  if (outcome === undefined) throw new Error("an item has no outcome");
  if (isDocument(item)) return renderDocument(item, outcome as readonly MaskOutcome[], offsets);
  return renderMasked(item, outcome as MaskOutcome, offsets);
}

function renderDocument(
  item: MaskItem<JsonDocument>,
  outcomes: readonly MaskOutcome[],
  offsets: OffsetUnit | undefined,
): MaskedItem<JsonDocument> {
  const individual: IndividualToken[] = [];
  let format_applied: string | undefined;
  let next = 0;
  const token_value = mapLeaves(item.value, maskedLeaves(item), ({ value, path }) => {
    const outcome = outcomes[next++];
    if (outcome === undefined) throw new Error("a leaf has no outcome");
    if (typeof value === "number") return numberToken(outcome);
    const masked = renderMasked({ ...item, value }, outcome, offsets);
    format_applied = masked.format_applied ?? format_applied;
    for (const one of masked.individual_tokens ?? []) individual.push({ ...one, path });
    return masked.token_value;
  });
  const { value, token_name, format, attributes, json, numbers } = item;
  const individual_tokens = isAutoDetect(item) ? individual : undefined;
  const echo = { value, token_name, format, attributes, json, numbers };
  return { ...echo, format_applied, token_value, individual_tokens };
}

/** The number that a token spells. Throws when unmask would not find it by that spelling. */
function numberToken(token: MaskOutcome): number {
  const number = typeof token === "string" ? numberIn(token) : null;
  if (number === null) throw new Error("the token of a number is none");
  return number;
}

function isDocument(item: AnyMaskItem): item is MaskItem<JsonDocument> {
  return typeof item.value !== "string";
}

function joined(first: Wants, second: Wants): Wants {
  return {
    values: [...first.values, ...second.values],
    kinds: [...first.kinds, ...second.kinds],
    attributes: [...first.attributes, ...second.attributes],
    entities: [...first.entities, ...second.entities],
  };
}
