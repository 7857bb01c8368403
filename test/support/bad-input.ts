// Sends bad input and checks what must hold after any of it: a clean refusal, nothing stored, and
// a service that goes on serving.
import { afterAll, beforeAll, expect } from "vitest";
import { newNamespace } from "./namespaces.ts";
import type { Operation } from "./operations.ts";
import { expectRefusal, type Refusal } from "./refusals.ts";
import { type Answer, call, MASTER_KEY, type Sent, tokenOf, unmask } from "./requests.ts";
import { countRows } from "./storage.ts";

/** Who sends it: tokens of the namespace that is watched, or anything else. */
export interface Watched {
  readonly name: string;
  readonly nid: string;
  readonly tokens: Readonly<Record<"all" | "maskOnly" | "unmaskOnly" | "other", string>>;
}

/** A namespace with every sort of token, watched while bad input comes in. */
export function watchedNamespace(): Promise<Watched> {
  return newNamespace({
    all: ["mask", "unmask", "metadata_change"],
    maskOnly: ["mask"],
    unmaskOnly: ["unmask"],
    other: ["metadata_change"],
  });
}

/** The bearer that an operation would accept. */
export function rightToken(operation: Operation, watched: Watched): string {
  return operation.needs === "master key" ? MASTER_KEY : watched.tokens.all;
}

/** Send something that must be refused, and check that it stored nothing. */
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

/** The namespace that a file of tests watches, made before the first; it ends by checking that the service goes on serving. */
export function watchThroughout(): Watched {
  const watched = {} as Watched;
  beforeAll(async () => {
    Object.assign(watched, await watchedNamespace());
    await stillServes(watched);
  });
  afterAll(() => stillServes(watched));
  return watched;
}

/** A value goes in and comes back out. */
export async function stillServes({ tokens }: Watched): Promise<void> {
  const masked = await tokenOf(tokens.all, "still here", "Text Token");
  expect(await unmask(tokens.all, [masked])).toEqual(["still here"]);
}
