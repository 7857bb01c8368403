// How a request is written, with a slip or without.

/** A body with one member at some depth replaced, removed or added. */
export function spoiled(good: unknown, where: number, wrong: unknown): unknown {
  if (typeof good !== "object" || good === null) return wrong;
  const names = Object.keys(good);
  const name = names[where % (names.length + 1)];
  const copy: Record<string, unknown> = { ...good };
  if (name === undefined) copy[`x${where}`] = wrong;
  else if (where % 7 === 0) delete copy[name];
  else copy[name] = where % 3 === 0 ? wrong : spoiled(copy[name], Math.floor(where / 3), wrong);
  return Array.isArray(good) ? Object.values(copy) : copy;
}

/** The query of a GET with these members. */
export function queryOf(members: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members ?? {})) {
    if (value !== undefined)
      query.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return query.size === 0 ? "" : `?${query}`;
}

/** JSON, with a byte changed, removed or added at some place. */
export function bytesOf(body: unknown, where: number | null): Uint8Array<ArrayBuffer> {
  const bytes = [...new TextEncoder().encode(JSON.stringify(body) ?? "")];
  if (where !== null)
    bytes.splice(where % (bytes.length + 1), where % 2, ...(where % 3 === 0 ? [] : [where % 256]));
  return Uint8Array.from(bytes);
}
