// Progress for steps that mostly are over in a moment.

import type { Report } from "../cli/report.ts";

const PACE_MS = 500;

/** Reports how far a step is, at most twice a second: most steps then print no line of progress. */
export function pace(report: Report): (done: number, total: number) => void {
  let last = performance.now();
  return (done, total) => {
    if (performance.now() - last < PACE_MS) return;
    last = performance.now();
    report.progress(done, total);
  };
}
