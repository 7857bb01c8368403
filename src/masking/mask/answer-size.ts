// How large the answer of a list of items will be, without writing it.
import type { AnyMaskItem, ItemOutcome } from "./mask-items.ts";

/** What an answer adds to an item: the token's member, without the token itself. */
const TOKEN_MEMBER_BYTES = ',"token_value":'.length;

/** A list of checked items, and how many bytes it was sent in, without its brackets. */
export interface SentList {
  readonly items: readonly AnyMaskItem[];
  readonly bytes: number;
}

/**
 * Bytes of a list's answer as JSON text, without brackets, where each item is a value with one token: the items and
 * their tokens together. `outcomeBytes` are those of the outcomes written in the same way. Exact for items sent as
 * JSON.stringify writes them; never less than the truth, for it writes no text longer than it was sent. Null where
 * answers are of another form.
 */
export function wholeAnswerBytes(
  { items, bytes }: SentList,
  outcomes: readonly ItemOutcome[],
  outcomeBytes: number,
): number | null {
  for (let i = 0; i < items.length; i++) {
    const { format, attributes } = items[i] as AnyMaskItem;
    // Where a format was asked for, the answer may name the one that was applied. Attributes have numbers, and 1e20
    // comes back as 21 digits.
    if (format !== undefined || attributes !== undefined) return null;
    if (typeof outcomes[i] !== "string") return null;
  }
  const commas = Math.max(0, items.length - 1);
  return bytes + TOKEN_MEMBER_BYTES * items.length + outcomeBytes - commas;
}
