// Small facts about text that several rooms need.

/** True when the UTF-8 form of `text` is longer than `limit` bytes; encodes only when in doubt. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  // A UTF-16 unit takes at most three bytes in UTF-8 (a pair takes four).
  if (text.length * 3 <= limit) return false;
  return new TextEncoder().encode(text).length > limit;
}
