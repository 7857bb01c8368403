// What a measure is, and what it is given.

import type { Report } from "../cli/report.ts";
import type { Stage } from "./stage.ts";
import { type Goal, quantile } from "./statistics.ts";

/** How much is measured. */
export interface Scale {
  readonly isQuick: boolean;
  /** Pairs of runs, product and floor in turn. */
  readonly pairs: number;
  /** Mappings of a large deletion; the large fill has five times as many. */
  readonly rows: number;
  /** Requests of one run where requests are counted. */
  readonly requests: number;
  /** Items of a job. */
  readonly jobItems: number;
  /** How long single requests are sent in one run, in milliseconds. */
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
export type Finding =
  | {
      /** One figure a run. */
      readonly runs: readonly number[];
      /** What else is worth knowing, in a few words: the rates behind a ratio, for one. */
      readonly detail: string;
    }
  | { readonly skipped: string };

/** One row of the table. */
export interface Measure {
  readonly name: string;
  /** What is measured, as the table says it. */
  readonly what: string;
  readonly goal: Goal;
  readonly unit: string;
  run(bench: Bench): Promise<Finding>;
}

/** A product's figure and the floor's, from one pair of runs. */
export interface Pair {
  readonly product: number;
  readonly floor: number;
}

/** Run pairs, the product first and the floor first in turn; after a warm-up of each that does not count. */
export async function inTurns(
  { scale, report }: Bench,
  product: (run: number) => Promise<number>,
  floor: (run: number) => Promise<number>,
): Promise<Pair[]> {
  await product(0);
  await floor(0);
  const pairs: Pair[] = [];
  for (let run = 1; run <= scale.pairs; run++) {
    const early = run % 2 === 0 ? await floor(run) : null;
    const ofProduct = await product(run);
    pairs.push({ product: ofProduct, floor: early ?? (await floor(run)) });
    report.progress(run, scale.pairs);
  }
  return pairs;
}

/** The ratio of each pair, and the medians behind it, told by `tell`. */
export function ratios(pairs: readonly Pair[], tell: (figure: number) => string): Finding {
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
