// What a measure is, what it works with, and how product and floor take turns.

import { count, type Report } from "../../run/cli/report.ts";
import { BATCH, BATCH_CONNECTIONS, FloorObject, Namespace, newLists } from "./callers.ts";
import { type Call, Client } from "./client.ts";
import type { Data, Stage } from "./stage.ts";
import { type Goal, quantile } from "./statistics.ts";

/** Size of a benchmark run. */
export interface Scale {
  readonly isQuick: boolean;
  /** Pairs of runs, one of the product and one of the floor. */
  readonly pairs: number;
  /** Parts of a run: product and floor take turns by part, so that disturbances hit both alike. */
  readonly parts: number;
  /** Mappings of a large deletion; the large fill has five times as many. */
  readonly rows: number;
  /** Requests per part, where a part is counted in requests. */
  readonly requests: number;
  readonly jobItems: number;
  /** Milliseconds per part, where a part is timed. */
  readonly loadMs: number;
}

/** What a measure works with. */
export interface Bench {
  readonly scale: Scale;
  readonly stage: Stage;
  readonly report: Report;
  /** Make something once for all measures that share it. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
}

/** Measured figures, one per run, and a short text with further results. */
export interface Figures {
  readonly runs: readonly number[];
  readonly detail: string;
}

/** Result of a measure. */
export type Finding = Figures | { readonly skipped: string };

/** One row of the table. */
export interface Measure {
  readonly name: string;
  readonly what: string;
  /** Null: the figure is shown but not judged. */
  readonly goal: Goal | null;
  readonly unit: string;
  run(bench: Bench): Promise<Finding>;
}

/** The running product or floor with a client; `open` creates the namespace or object if needed. */
export type Side =
  | { kind: "product"; pid: number; client: Client; open(name: string): Promise<Namespace> }
  | { kind: "floor"; pid: number; client: Client; open(name: string): Promise<FloorObject> };

/** One run of a side; returns its rate. */
export type Run = () => Promise<number>;

/** Figures of product and floor from one pair of runs. */
export interface Pair {
  readonly product: number;
  readonly floor: number;
}

interface Setting {
  readonly connections?: number;
  /** Existing data of product and floor; without it both start empty. */
  readonly data?: { readonly product: Data; readonly floor: Data };
}

/** Start both sides, prepare them, and compare their rates in turns. */
export async function beside(
  bench: Bench,
  prepare: (side: Side) => Promise<Run>,
  { connections = BATCH_CONNECTIONS, data }: Setting = {},
): Promise<Figures> {
  const product = await bench.stage.start("product", data?.product);
  const floor = await bench.stage.start("floor", data?.floor);
  try {
    const client = new Client(product.port, connections);
    const open = (name: string) => Namespace.open(client, product.data, name);
    const runProduct = await prepare({ kind: "product", pid: product.pid, client, open });
    const runFloor = await prepare({
      kind: "floor",
      pid: floor.pid,
      client: new Client(floor.port, connections),
      open: async (name) => new FloorObject(name),
    });
    return ratios(await inTurns(bench, runProduct, runFloor));
  } finally {
    await Promise.all([product.stop(), floor.stop()]);
  }
}

/** Run pairs of two sides in alternating order, after an uncounted warm-up; a figure is the geometric mean of its parts. */
export async function inTurns({ scale, report }: Bench, product: Run, floor: Run): Promise<Pair[]> {
  await product();
  await floor();
  const pairs: Pair[] = [];
  for (let pair = 1; pair <= scale.pairs; pair++) {
    let [ofProduct, ofFloor] = [1, 1];
    for (let part = 1; part <= scale.parts; part++) {
      const isFloorFirst = (pair + part) % 2 === 0;
      if (isFloorFirst) ofFloor *= await floor();
      ofProduct *= await product();
      if (!isFloorFirst) ofFloor *= await floor();
    }
    pairs.push({ product: ofProduct ** (1 / scale.parts), floor: ofFloor ** (1 / scale.parts) });
    report.progress(pair, scale.pairs);
  }
  return pairs;
}

/** The ratio of each pair, and the median rates. */
export function ratios(pairs: readonly Pair[]): Figures {
  const [product, floor] = [pairs.map((pair) => pair.product), pairs.map((pair) => pair.floor)];
  return {
    runs: pairs.map((pair) => pair.product / pair.floor),
    detail: `${medianRate(product)} against ${medianRate(floor)}`,
  };
}

/** The median of rates, as text for the table. */
export function medianRate(rates: readonly number[]): string {
  return `${count(quantile(rates, 0.5))}/s`;
}

/** Mask `requests` lists of 1,000 new values; returns values per second. */
export function newRate(
  client: Client,
  masker: Pick<Namespace | FloorObject, "mask">,
  requests: number,
): Promise<number> {
  return batchRate(
    client,
    newLists(requests).map((list) => masker.mask(list)),
  );
}

/** Send requests of 1,000 values; returns values per second. */
export async function batchRate(client: Client, calls: readonly Call[]): Promise<number> {
  return (calls.length * BATCH) / (await client.sendAll(calls));
}
