// Background jobs beside synchronous requests of the same namespace: how fast a job is alone and under
// load, and what single masks feel of it. One round serves three rows. A job is timed from its acceptance; how fast
// it is with its submission, whose 6 MB are checked and stored first, is told beside it.

import { forBatches, Namespace, newValue, newValues, SINGLE_CONNECTIONS } from "../callers.ts";
import { firstMatch } from "../connection.ts";
import { Connections, type Load } from "../load.ts";
import type { Bench, Finding } from "../measure.ts";
import type { ProductServer } from "../stage.ts";
import { quantile } from "../statistics.ts";
import { batchRate, newLists, perSecond } from "./sync.ts";

/** How long a job took, in seconds. */
interface JobTimes {
  /** Until it was accepted. */
  readonly submitting: number;
  /** From then until its success was seen. */
  readonly running: number;
}

/** A job, and the rate of synchronous batches before and after it in the same namespace, in values per second. */
interface Compared {
  readonly sync: number;
  readonly job: JobTimes;
}

/** What one round gives. */
interface Round {
  readonly alone: Compared;
  readonly underLoad: Compared;
  readonly idle: Load;
  readonly during: Load;
}

const WARM_UP_ITEMS = 10_000;
/** Each look costs the service a request: few enough, and 0.5 % of what a job takes here. */
const POLL_MS = 50;
const STATE = /"status":"([A-Z-]+)"/;

/** Submit a job and wait for its success. */
export async function runJob(
  namespace: Namespace,
  connections: Connections,
  body: Buffer,
): Promise<JobTimes> {
  const started = performance.now();
  const { data } = JSON.parse(await connections.send(body)) as { data: { tracking_id: string }[] };
  const accepted = performance.now();
  const look = namespace.put("async-status", { status: data });
  for (;;) {
    const state = await firstMatch(namespace.port, look, STATE);
    if (state === "SUCCESS") {
      const running = (performance.now() - accepted) / 1000;
      return { submitting: (accepted - started) / 1000, running };
    }
    if (state !== "PENDING" && state !== "IN-PROGRESS") throw new Error(`the job is ${state}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Single masks over 16 connections, for a time or until something has ended. */
export async function singleMasks(
  namespace: Namespace,
  isOver: (sinceMs: number) => boolean,
): Promise<Load> {
  const connections = await Connections.open(namespace.port, SINGLE_CONNECTIONS);
  const started = performance.now();
  try {
    return await connections.sendUntil(
      () => isOver(performance.now() - started),
      () => namespace.mask([newValue()]),
    );
  } finally {
    connections.close();
  }
}

function rounds(bench: Bench): Promise<Round[]> {
  return bench.once("jobs", async () => {
    const server = await bench.stage.product();
    try {
      await round({ ...bench, scale: { ...bench.scale, jobItems: WARM_UP_ITEMS } }, server, 0);
      const all: Round[] = [];
      for (let run = 1; run <= bench.scale.pairs; run++) {
        all.push(await round(bench, server, run));
        bench.report.progress(run, bench.scale.pairs);
      }
      return all;
    } finally {
      await server.stop();
    }
  });
}

/**
 * A namespace for the job alone and one for that under load, in each round: all begin with empty tables, for
 * every write takes longer in a fuller one.
 */
async function round(bench: Bench, server: ProductServer, run: number): Promise<Round> {
  const { jobItems } = bench.scale;
  const loadMs = bench.scale.parts * bench.scale.loadMs;
  const connections = await forBatches(server);
  const open = (name: string) =>
    Namespace.open(server.port, server.secrets.VAULT_MASTER_KEY, `${name}-${run}`);
  const start = (namespace: Namespace): Promise<JobTimes> => {
    const mask = newValues(jobItems).map((value) => ({ value, token_name: "Text Token" }));
    return runJob(namespace, connections, namespace.put("mask/async", { mask }));
  };
  try {
    const calm = await open("alone");
    const alone = await compared(bench, calm, connections, () => start(calm));
    const busy = await open("under-load");
    let idle: Load | undefined;
    let during: Load | undefined;
    const underLoad = await compared(bench, busy, connections, async () => {
      idle = await singleMasks(busy, (ms) => ms > loadMs);
      let isOver = false;
      const running = start(busy).finally(() => {
        isOver = true;
      });
      during = await singleMasks(busy, () => isOver);
      return running;
    });
    if (idle === undefined || during === undefined) throw new Error("nothing was measured");
    return { alone, underLoad, idle, during };
  } finally {
    connections.close();
  }
}

/** The job in the middle: what the machine does meanwhile hits both alike, and so does what is in the tables. */
async function compared(
  bench: Bench,
  namespace: Namespace,
  connections: Connections,
  job: () => Promise<JobTimes>,
): Promise<Compared> {
  const requests = bench.scale.parts * bench.scale.requests;
  const syncRate = (): Promise<number> =>
    batchRate(
      connections,
      newLists(requests).map((list) => namespace.mask(list)),
    );
  const before = await syncRate();
  const times = await job();
  return { sync: (before + (await syncRate())) / 2, job: times };
}

/** Values per second of a job, alone or beside 16 connections that keep calling, as a share of sync batches. */
export async function jobShare(bench: Bench, which: "alone" | "underLoad"): Promise<Finding> {
  const all = await rounds(bench);
  const { jobItems } = bench.scale;
  const accepted = (one: Round) => jobItems / one[which].job.running;
  const submitted = (one: Round) => jobItems / (one[which].job.submitting + one[which].job.running);
  const rate = (of: (one: Round) => number) => perSecond(quantile(all.map(of), 0.5));
  return {
    runs: all.map((one) => accepted(one) / one[which].sync),
    detail: `${rate(accepted)} (${rate(submitted)} with its submission) against ${rate((one) => one[which].sync)}`,
  };
}

/** p99 of single masks during a job. */
export async function jobLatency(bench: Bench): Promise<Finding> {
  return latency(await rounds(bench));
}

/** p99 of single masks while something runs in the background, as a share of what the goal allows. */
export function latency(all: readonly { readonly idle: Load; readonly during: Load }[]): Finding {
  const allowed = (idle: Load) => Math.max(2.5 * idle.p99, idle.p99 + 15);
  const ms = (pick: (one: { idle: Load; during: Load }) => number) =>
    quantile(all.map(pick), 0.5).toFixed(1);
  return {
    runs: all.map(({ idle, during }) => during.p99 / allowed(idle)),
    detail: `p99 ${ms((one) => one.during.p99)} ms, idle ${ms((one) => one.idle.p99)} ms, allowed ${ms((one) => allowed(one.idle))} ms`,
  };
}
