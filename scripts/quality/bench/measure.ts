// What a measure is, what it is given, and how product and floor take turns.

import { count, type Report } from "../../run/cli/report.ts";
import { BATCH, BATCH_CONNECTIONS, FloorObject, Namespace } from "./callers.ts";
import { type Call, Client } from "./client.ts";
import type { Data, Stage } from "./stage.ts";
import { type Goal, quantile } from "./statistics.ts";

/** How much is measured. */
export interface Scale {
  readonly isQuick: boolean;
  /** Pairs of runs, product and floor. */
  readonly pairs: number;
  /** Parts of such a run: product and floor take turns part by part, so that both are disturbed alike. */
  readonly parts: number;
  /** Mappings of a large deletion; the large fill has five times as many. */
  readonly rows: number;
  /** Requests of a part where requests are counted. */
  readonly requests: number;
  /** Items of a job. */
  readonly jobItems: number;
  /** How long single requests are sent in a part, in milliseconds. */
  readonly loadMs: number;
}

/** What a measure works with. */
export interface Bench {
  readonly scale: Scale;
  readonly stage: Stage;
  readonly report: Report;
  /** Do something once for all measures that need it. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
}

/** What was measured: one figure a run, and in a few words what else is worth knowing. */
export interface Figures {
  readonly runs: readonly number[];
  readonly detail: string;
}

/** What came of a measure. */
export type Finding = Figures | { readonly skipped: string };

/** One row of the table. */
export interface Measure {
  readonly name: string;
  /** What is measured, as the table says it. */
  readonly what: string;
  /** Null: a figure that is told and not judged. */
  readonly goal: Goal | null;
  readonly unit: string;
  run(bench: Bench): Promise<Finding>;
}

/** The product or the floor, running, with connections to it; `open` makes what is not there. */
export type Side =
  | { kind: "product"; pid: number; client: Client; open(name: string): Promise<Namespace> }
  | { kind: "floor"; pid: number; client: Client; open(name: string): Promise<FloorObject> };

/** One run of a side; gives its rate. */
export type Run = () => Promise<number>;

/** A product's figure and the floor's, from one pair of runs. */
export interface Pair {
  readonly product: number;
  readonly floor: number;
}

/** What a comparison may set apart from the usual. */
interface Setting {
  readonly connections?: number;
  /** Where product and floor find their data, if they are not to begin with none. */
  readonly data?: { readonly product: Data; readonly floor: Data };
}

/** Start both sides, prepare them, and compare their rates as they take turns. */
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

/**
 * Run pairs (product and floor, or two others) after a warm-up of each side that does not count. The parts of a pair
 * alternate, so that half of them have the first first; a side's figure is the geometric mean of its parts.
 */
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

/** The ratio of each pair, and the medians of the rates behind it. */
export function ratios(pairs: readonly Pair[]): Figures {
  const [product, floor] = [pairs.map((pair) => pair.product), pairs.map((pair) => pair.floor)];
  return {
    runs: pairs.map((pair) => pair.product / pair.floor),
    detail: `${medianRate(product)} against ${medianRate(floor)}`,
  };
}

/** The median of rates, as the table tells it. */
export function medianRate(rates: readonly number[]): string {
  return `${count(quantile(rates, 0.5))}/s`;
}

/** Values per second in requests of 1,000. */
export async function batchRate(client: Client, calls: readonly Call[]): Promise<number> {
  return (calls.length * BATCH) / (await client.sendAll(calls));
}
