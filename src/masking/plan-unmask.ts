// Finds what a `token_value` asks for, and puts the values back. Pure.
import { findTagged, MAX_TOKEN_LENGTH, type TaggedSpan } from "../tokens/tagged.ts";
import { isProse } from "./bare-text.ts";
import type { UnmaskedItem, UnmaskItem } from "./item.ts";
import { TAGS } from "./tags.ts";

/** What one item asks for: the tagged tokens in it, or the whole of it as a bare token. */
type UnmaskPlan = readonly TaggedSpan[] | "bare" | "plain";

/** Plans of all items and the tokens to look up, in the order the plans use them. */
export interface UnmaskPlans {
  readonly items: readonly UnmaskPlan[];
  readonly tokens: readonly string[];
  /** Positions in `tokens` of those that are a whole item: such a text may be one that auto-detect
   * once left alone, a tagged token may not. */
  readonly bareAt: readonly number[];
}

/** Plan a list of texts. A text too long for a token and without tags is plain text. */
export function planUnmask(texts: readonly string[]): UnmaskPlans {
  const tokens: string[] = [];
  const bareAt: number[] = [];
  const items = texts.map((text): UnmaskPlan => {
    const tagged = findTagged(text, TAGS);
    if (tagged.length > 0) {
      for (const span of tagged) tokens.push(span.content);
      return tagged;
    }
    if (text.length > MAX_TOKEN_LENGTH) return "plain";
    bareAt.push(tokens.length);
    tokens.push(text);
    return "bare";
  });
  return { items, tokens, bareAt };
}

/**
 * The restored texts, or the index of the first item that fails. `values[i]` is what the i-th token
 * of the plan stands for, null when it stands for nothing. One unresolved tagged token fails its
 * item: nothing is half-restored.
 */
export function renderUnmasked(
  texts: readonly string[],
  plans: UnmaskPlans,
  values: readonly (string | null)[],
): { ok: true; texts: string[] } | { ok: false; index: number } {
  const restored: string[] = [];
  let next = 0;
  for (const [index, text] of texts.entries()) {
    const plan = plans.items[index];
    if (plan === "plain") {
      restored.push(text);
    } else if (plan === "bare") {
      const value = values[next++] ?? null;
      if (value === null && !isProse(text)) return { ok: false, index };
      restored.push(value ?? text);
    } else {
      const spans = plan ?? [];
      const filled = fill(text, spans, values.slice(next, next + spans.length));
      next += spans.length;
      if (filled === null) return { ok: false, index };
      restored.push(filled);
    }
  }
  return { ok: true, texts: restored };
}

/** The answer of one unmask item: the restored value, and what the caller sent. */
function unmaskedItem(item: UnmaskItem, value: string): UnmaskedItem {
  const attributes = item.attributes === undefined ? {} : { attributes: item.attributes };
  return { value, token_value: item.token_value, ...attributes };
}

/** The answers of a list of items. Throws when there are fewer values than items. */
export function unmaskedItems(
  items: readonly UnmaskItem[],
  values: readonly string[],
): UnmaskedItem[] {
  return items.map((item, i) => {
    const value = values[i];
    if (value === undefined) throw new Error("an item has no value");
    return unmaskedItem(item, value);
  });
}

function fill(
  text: string,
  spans: readonly TaggedSpan[],
  values: readonly (string | null)[],
): string | null {
  let filled = "";
  let from = 0;
  for (const [i, span] of spans.entries()) {
    const value = values[i] ?? null;
    if (value === null) return null;
    filled += text.slice(from, span.start) + value;
    from = span.end;
  }
  return filled + text.slice(from);
}
