// The answer of an unmask item: the restored value, and what the caller sent. Pure.
import type { UnmaskedItem, UnmaskItem } from "../item.ts";

/** The answer of one item that is a text. */
export function unmaskedItem(item: UnmaskItem, value: string): UnmaskedItem {
  const attributes = item.attributes === undefined ? {} : { attributes: item.attributes };
  return { value, token_value: item.token_value, ...attributes };
}
