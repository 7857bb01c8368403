// Tokens back into the text, and the answer of each item. Pure.
import type { EntityName } from "../core/entities.ts";
import { formatCode, formatName } from "../tokens/kinds.ts";
import { appliedFormat } from "../tokens/makers.ts";
import type { IndividualToken, MaskedItem, MaskItem } from "./item.ts";
import type { ItemPlan, MaskPlan } from "./plan-mask.ts";
import { prefixOf, suffixOf } from "./tags.ts";

/** A replaced span with its token, small enough to store: start, end (UTF-16), type, token. */
type SpanToken = readonly [number, number, EntityName, string];

/** What masking one item gave: its token, or the tokens of its spans. */
export type MaskOutcome = string | readonly SpanToken[];

/** Give every item of a plan its tokens; `tokens[i]` belongs to the i-th want. */
export function outcomesOf(plan: MaskPlan, tokens: readonly string[]): MaskOutcome[] {
  let next = 0;
  const take = (): string => {
    const token = tokens[next++];
    if (token === undefined) throw new Error("fewer tokens than wants");
    return token;
  };
  return plan.items.map((item: ItemPlan): MaskOutcome => {
    if (item === "whole") return take();
    if (item === "plain") {
      take();
      return [];
    }
    return item.map(({ start, end, entityType }): SpanToken => [start, end, entityType, take()]);
  });
}

/** The answer of one item from its outcome: the item echoed, the token or masked text added. */
export function renderMasked(item: MaskItem, outcome: MaskOutcome): MaskedItem {
  const echo: MaskItem = {
    value: item.value,
    ...(item.token_name === undefined ? {} : { token_name: item.token_name }),
    ...(item.format === undefined ? {} : { format: item.format }),
    ...(item.attributes === undefined ? {} : { attributes: item.attributes }),
  };
  if (typeof outcome === "string") return { ...echo, ...formatApplied(item), token_value: outcome };
  const position = codePointCounter(item.value);
  const individual: IndividualToken[] = [];
  let text = "";
  let from = 0;
  for (const [start, end, entityType, token] of outcome) {
    const prefix = prefixOf(entityType);
    const suffix = suffixOf(entityType);
    text += item.value.slice(from, start) + prefix + token + suffix;
    from = end;
    individual.push({
      value: item.value.slice(start, end),
      pii_type: entityType,
      token,
      prefix,
      suffix,
      start_pos: position(start),
      end_pos: position(end),
    });
  }
  return { ...echo, token_value: text + item.value.slice(from), individual_tokens: individual };
}

/** Says so when a value does not have the form of its format. */
function formatApplied({ value, format }: MaskItem): { format_applied?: string } {
  const asked = format === undefined ? null : formatCode(format);
  if (asked === null) return {};
  const applied = appliedFormat(asked, value);
  return applied === asked ? {} : { format_applied: formatName(applied) };
}

/**
 * The answers of a list of items. Throws when there are fewer outcomes than items: an item without
 * one must never look like a text in which nothing was found.
 */
export function renderAllMasked(
  items: readonly MaskItem[],
  outcomes: readonly MaskOutcome[],
): MaskedItem[] {
  return items.map((item, i) => {
    const outcome = outcomes[i];
    if (outcome === undefined) throw new Error("an item has no outcome");
    return renderMasked(item, outcome);
  });
}

/** Turns UTF-16 offsets, asked for in rising order, into code point positions; one pass in all. */
function codePointCounter(text: string): (offset: number) => number {
  let at = 0;
  let count = 0;
  return (offset) => {
    while (at < offset) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      count++;
    }
    return count;
  };
}
