// Background work, and its effect on single masks.

import { setTimeout as sleep } from "node:timers/promises";
import { type Namespace, newValue, SINGLE_CONNECTIONS } from "../callers.ts";
import { type Call, Client, type Load } from "../client.ts";
import type { Finding } from "../measure.ts";
import type { Server } from "../stage.ts";
import { quantile } from "../statistics.ts";

/** Interval of status requests. Each costs the service one request, in all 0.5 % of the work here. */
const POLL_MS = 50;

/** Single masks without other work, and during background work. */
export interface Felt {
  readonly idle: Load;
  readonly during: Load;
}

/** Poll a job or deletion until it is SUCCESS. */
export async function untilSuccess(client: Client, look: Call): Promise<void> {
  for (;;) {
    const state = await client.firstMatch(look, /"status":"([A-Z-]+)"/);
    if (state === "SUCCESS") return;
    if (state !== "PENDING" && state !== "IN-PROGRESS") throw new Error(`the job is ${state}`);
    await sleep(POLL_MS);
  }
}

/** Single masks over 16 connections until `isOver`. */
async function singleMasks(
  { port }: Server,
  namespace: Namespace,
  isOver: () => boolean,
): Promise<Load> {
  const client = new Client(port, SINGLE_CONNECTIONS);
  const load = await client.sendUntil(isOver, () => namespace.mask([newValue()]));
  client.close();
  return load;
}

/** Single masks over 16 connections for `ms` milliseconds. */
export function singleMasksFor(server: Server, namespace: Namespace, ms: number): Promise<Load> {
  const end = performance.now() + ms;
  return singleMasks(server, namespace, () => performance.now() > end);
}

/** Single masks for a time without other work, then for as long as the work takes. */
export async function besideSingleMasks<T>(
  server: Server,
  namespace: Namespace,
  idleMs: number,
  work: () => Promise<T>,
): Promise<Felt & { result: T }> {
  const idle = await singleMasksFor(server, namespace, idleMs);
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const [result, during] = await Promise.all([
    working,
    singleMasks(server, namespace, () => isOver),
  ]);
  return { idle, during, result };
}

/** p99 of single masks during background work, as a share of the allowed p99. */
export function latency(all: readonly Felt[]): Finding {
  const allowed = (idle: Load) => Math.max(2.5 * idle.p99, idle.p99 + 15);
  const ms = (pick: (one: Felt) => number) => `${quantile(all.map(pick), 0.5).toFixed(1)} ms`;
  return {
    runs: all.map(({ idle, during }) => during.p99 / allowed(idle)),
    detail: `p99 ${ms((one) => one.during.p99)}, idle ${ms((one) => one.idle.p99)}, allowed ${ms((one) => allowed(one.idle))}`,
  };
}
