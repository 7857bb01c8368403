// How margins become scores. Apart from the plan: models without a source are the same whatever stands here.

import type { Calibration } from "../../../src/detect/tagger/model.ts";

/**
 * Score of a finding from its margin, fitted on texts of sources that the model in question had not seen
 * (`npm run bench:detect` prints the fit). In the order of the tagger's types.
 */
export const CALIBRATION: readonly Calibration[] = [
  { slope: 0.327, base: 0.02 },
  { slope: 0.162, base: -0.36 },
  { slope: 0.174, base: -0.66 },
  { slope: 0.42, base: -1.81 },
];
