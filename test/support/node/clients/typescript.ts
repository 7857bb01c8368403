// The TypeScript client in tests: the operations that it has been asked for, and what its calls end with.

import { expect } from "vitest";
import type { VaultError } from "../../../../clients/typescript/src/index.ts";
import { OPERATIONS } from "../../../../clients/typescript/src/operations.ts";

/** Names of all operations that `noting` has seen. */
export const asked = new Set<string>();

/** Where all requests went. */
export const addresses: URL[] = [];

/** The global fetch, which notes which operation a request is. */
export const noting: typeof fetch = (input, init) => {
  const address = new URL(String(input));
  addresses.push(address);
  const { pathname } = address;
  const found = Object.entries(OPERATIONS).find(([, route]) => {
    const [method, path = ""] = route.split(" ");
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return method === init?.method && pattern.test(pathname);
  });
  asked.add(found?.[0] ?? `${init?.method} ${pathname}`);
  return fetch(input, init);
};

/** The error that a call ends with. */
export const errorOf = (call: Promise<unknown>): Promise<VaultError> =>
  call.then(
    () => expect.unreachable("it did not fail"),
    (error) => error,
  );

/** What is in a stream. */
export const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

/** All items, in order. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
