// Summary of a measure's runs: median, spread, and whether the goal is met. Pure functions.

/** Bound that a figure should respect. */
export type Goal = { readonly least: number } | { readonly most: number };

/** Median of the runs, and their interquartile range. */
export interface Summary {
  readonly median: number;
  readonly spread: number;
}

/** "close": missed by no more than the spread. */
export type Verdict = "met" | "close" | "missed";

/** Quantile of a list, with linear interpolation; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** Median and interquartile range; NaN for an empty list. */
export function summarize(runs: readonly number[]): Summary {
  const spread = quantile(runs, 0.75) - quantile(runs, 0.25);
  return { median: quantile(runs, 0.5), spread };
}

/** Whether a goal is met. NaN never meets one. */
export function judge({ median, spread }: Summary, goal: Goal): Verdict {
  const miss = "least" in goal ? goal.least - median : median - goal.most;
  if (miss <= 0) return "met";
  return miss <= spread ? "close" : "missed";
}
