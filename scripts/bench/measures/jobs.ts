// Background jobs beside synchronous requests of the same namespace: how fast a job is alone and under
// load, and what single masks feel of it. One round serves three rows.

import { count } from "../../cli/report.ts";
import {
  BATCH,
  forBatches,
  Namespace,
  newValue,
  newValues,
  SINGLE_CONNECTIONS,
} from "../callers.ts";
import { firstMatch } from "../connection.ts";
import { Connections, type Load } from "../load.ts";
import type { Bench, Finding, Measure } from "../measure.ts";
import type { ProductServer } from "../stage.ts";
import { quantile } from "../statistics.ts";

/** What one round gives. Rates are values per second. */
interface Round {
  readonly sync: number;
  readonly alone: number;
  readonly underLoad: number;
  readonly idle: Load;
  readonly during: Load;
}

const WARM_UP_ITEMS = 10_000;
/** Each look costs the service a request: few enough, and 0.5 % of what a job takes here. */
const POLL_MS = 50;
const STATE = /"status":"([A-Z-]+)"/;

/** Submit a job and wait for its success; gives the seconds from before the submission. */
export async function runJob(
  namespace: Namespace,
  connections: Connections,
  body: Buffer,
): Promise<number> {
  const started = performance.now();
  const { data } = JSON.parse(await connections.send(body)) as { data: { tracking_id: string }[] };
  const look = namespace.put("async-status", { status: data });
  for (;;) {
    const state = await firstMatch(namespace.port, look, STATE);
    if (state === "SUCCESS") return (performance.now() - started) / 1000;
    if (state !== "PENDING" && state !== "IN-PROGRESS") throw new Error(`the job is ${state}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The greatest p99 that the goals allow while something runs in the background, in milliseconds. */
export function allowedP99(idle: Load): number {
  return Math.max(2.5 * idle.p99, idle.p99 + 15);
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

/** A namespace of its own each round, so that all begin with empty tables. */
async function round(bench: Bench, server: ProductServer, run: number): Promise<Round> {
  const { jobItems } = bench.scale;
  const requests = bench.scale.parts * bench.scale.requests;
  const loadMs = bench.scale.parts * bench.scale.loadMs;
  const master = server.secrets.VAULT_MASTER_KEY;
  const namespace = await Namespace.open(server.port, master, `jobs-${run}`);
  const connections = await forBatches(server);
  const syncRate = async (): Promise<number> => {
    const bodies = Array.from({ length: requests }, () => namespace.mask(newValues(BATCH)));
    return (requests * BATCH) / (await connections.sendAll(bodies));
  };
  const job = () => {
    const mask = newValues(jobItems).map((value) => ({ value, token_name: "Text Token" }));
    return namespace.put("mask/async", { mask });
  };
  try {
    // The job in the middle: what the machine does meanwhile hits both alike.
    const before = await syncRate();
    const alone = await runJob(namespace, connections, job());
    const after = await syncRate();
    const idle = await singleMasks(namespace, (ms) => ms > loadMs);
    let isOver = false;
    const running = runJob(namespace, connections, job()).finally(() => {
      isOver = true;
    });
    const [during, underLoad] = await Promise.all([singleMasks(namespace, () => isOver), running]);
    return {
      sync: (before + after) / 2,
      alone: jobItems / alone,
      underLoad: jobItems / underLoad,
      idle,
      during,
    };
  } finally {
    connections.close();
  }
}

function told(all: readonly Round[], pick: (round: Round) => number): number {
  return quantile(all.map(pick), 0.5);
}

async function jobShare(bench: Bench, pick: (round: Round) => number): Promise<Finding> {
  const all = await rounds(bench);
  return {
    runs: all.map((one) => pick(one) / one.sync),
    detail: `${count(told(all, pick))}/s against ${count(told(all, (one) => one.sync))}/s`,
  };
}

async function jobLatency(bench: Bench): Promise<Finding> {
  const all = await rounds(bench);
  const ms = (pick: (round: Round) => number) => told(all, pick).toFixed(1);
  return {
    runs: all.map(({ idle, during }) => during.p99 / allowedP99(idle)),
    detail: `p99 ${ms((one) => one.during.p99)} ms, idle ${ms((one) => one.idle.p99)} ms, allowed ${ms((one) => allowedP99(one.idle))} ms`,
  };
}

/** Jobs. */
export const JOB_MEASURES: readonly Measure[] = [
  {
    name: "job",
    what: "async job of 100,000 values, submission to SUCCESS",
    goal: { least: 0.8 },
    unit: "of our sync batch rate",
    run: (bench) => jobShare(bench, (one) => one.alone),
  },
  {
    name: "job-under-load",
    what: "the same while 16 connections keep calling",
    goal: { least: 0.6 },
    unit: "of our sync batch rate",
    run: (bench) => jobShare(bench, (one) => one.underLoad),
  },
  {
    name: "p99-job",
    what: "p99 of single masks at 16 connections during such a job",
    goal: { most: 1 },
    unit: "of max(2.5 x idle, idle + 15 ms)",
    run: jobLatency,
  },
];
