// Lists of any length, cut into what one submission takes.

/** What one submission takes (docs/api.md#limits). */
export const MAX_PART_ITEMS = 100_000;
/** The same in bytes. */
export const MAX_PART_BYTES = 16 * 1024 * 1024;

const encoder = new TextEncoder();

/**
 * Bodies of submissions: a member `name` with the list's items, and what stands beside it. Not more than one is held in
 * memory.
 */
export async function* bodiesOf(
  name: string,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  beside: object,
): AsyncGenerator<{ body: string; count: number }> {
  const others = JSON.stringify(beside).slice(1);
  const end = others === "}" ? "]}" : `],${others}`;
  const room = MAX_PART_BYTES - bytesOf(`{"${name}":[${end}`);
  let part: string[] = [];
  let bytes = 0;
  const close = () => {
    const closed = { body: `{"${name}":[${part.join()}${end}`, count: part.length };
    [part, bytes] = [[], 0];
    return closed;
  };
  for await (const item of items) {
    const text = JSON.stringify(item);
    const added = bytesOf(text) + 1;
    if (part.length === MAX_PART_ITEMS || (part.length > 0 && bytes + added > room)) yield close();
    part.push(text);
    bytes += added;
  }
  if (part.length > 0) yield close();
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
