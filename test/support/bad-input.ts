// Sends bad input, and checks what must hold afterwards: a clean refusal, nothing stored, and a service that
// keeps serving.
import { afterAll, beforeAll, expect } from "vitest";
import { newNamespace } from "./namespaces.ts";
import type { Operation } from "./operations.ts";
import { expectRefusal, type Refusal } from "./refusals.ts";
import { type Answer, call, MASTER_KEY, type Sent, tokenOf, unmask } from "./requests.ts";
import { countRows } from "./storage.ts";

/** The watched namespace, with its tokens. */
export interface Watched {
  readonly name: string;
  readonly nid: string;
  readonly tokens: Readonly<Record<"all" | "maskOnly" | "unmaskOnly" | "other", string>>;
}

/** Create a namespace with every sort of token, to watch while bad input is sent. */
export function watchedNamespace(): Promise<Watched> {
  return newNamespace({
    all: ["mask", "unmask", "metadata_change"],
    maskOnly: ["mask"],
    unmaskOnly: ["unmask"],
    other: ["metadata_change"],
  });
}

/** A bearer that the operation accepts. */
export function rightToken(operation: Operation, watched: Watched): string {
  return operation.needs === "master key" ? MASTER_KEY : watched.tokens.all;
}

/** Send a request that must be refused, and check that it stored nothing. */
export async function refuses(
  operation: Operation,
  watched: Watched,
  sent: Sent,
  refusal: Refusal,
): Promise<Answer<unknown>> {
  const before = await countRows(watched.nid);
  const answer = await call(operation.method, operation.path, sent);
  expectRefusal(answer, refusal);
  expect(await countRows(watched.nid)).toEqual(before);
  return answer;
}

/** A namespace watched during a whole test file; before and after the tests, checks that the service serves. */
export function watchThroughout(): Watched {
  const watched = {} as Watched;
  beforeAll(async () => {
    Object.assign(watched, await watchedNamespace());
    await stillServes(watched);
  });
  afterAll(() => stillServes(watched));
  return watched;
}

/** Check that a value can be masked and unmasked. */
export async function stillServes({ tokens }: Watched): Promise<void> {
  const masked = await tokenOf(tokens.all, "still here", "Text Token");
  expect(await unmask(tokens.all, [masked])).toEqual(["still here"]);
}
