// What a measure is, and what it is given.

import type { Report } from "../../run/cli/report.ts";
import type { Stage } from "./stage.ts";
import { type Goal, quantile } from "./statistics.ts";

/** How much is measured. */
export interface Scale {
  readonly isQuick: boolean;
  /** Pairs of runs, product and floor. */
  readonly pairs: number;
  /** Parts of such a run: product and floor take turns part by part, so that both have the same weather. */
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

/** What came of a measure. */
export type Finding = Figures | { readonly skipped: string };

/** What was measured. */
interface Figures {
  /** One figure a run. */
  readonly runs: readonly number[];
  /** What else is worth knowing, in a few words: the rates behind a ratio, for one. */
  readonly detail: string;
}

/** One row of the table. */
export interface Measure {
  readonly name: string;
  /** What is measured, as the table says it. */
  readonly what: string;
  /** Null for what is only reported. */
  readonly goal: Goal | null;
  readonly unit: string;
  run(bench: Bench): Promise<Finding>;
}

/** A product's figure and the floor's, from one pair of runs. */
export interface Pair {
  readonly product: number;
  readonly floor: number;
}

/**
 * Run pairs after a warm-up of each side that does not count. The parts of a pair alternate, so that half of
 * them have the product first; a side's figure is the geometric mean of its parts.
 */
export async function inTurns(
  { scale, report }: Bench,
  product: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<Pair[]> {
  await product();
  await floor();
  const pairs: Pair[] = [];
  for (let pair = 1; pair <= scale.pairs; pair++) {
    let [ofProduct, ofFloor] = [0, 0];
    for (let part = 1; part <= scale.parts; part++) {
      const isFloorFirst = (pair + part) % 2 === 0;
      if (isFloorFirst) ofFloor += Math.log(await floor());
      ofProduct += Math.log(await product());
      if (!isFloorFirst) ofFloor += Math.log(await floor());
    }
    const mean = (sum: number) => Math.exp(sum / scale.parts);
    pairs.push({ product: mean(ofProduct), floor: mean(ofFloor) });
    report.progress(pair, scale.pairs);
  }
  return pairs;
}

/** The ratio of each pair, and the medians behind it, told by `tell`. */
export function ratios(pairs: readonly Pair[], tell: (figure: number) => string): Figures {
  const median = (side: keyof Pair) =>
    quantile(
      pairs.map((pair) => pair[side]),
      0.5,
    );
  return {
    runs: pairs.map(({ product, floor }) => product / floor),
    detail: `${tell(median("product"))} against ${tell(median("floor"))}`,
  };
}
