// How margins become scores. Apart from the plan: models without a source are the same whatever stands here.

import type { Calibration } from "../../src/detect/tagger/model.ts";

/**
 * Score of a finding from its margin, fitted on texts of sources that the model in question had not seen
 * (`npm run bench:detect` prints the fit). In the order of the tagger's types.
 */
export const CALIBRATION: readonly Calibration[] = [
  { slope: 0.377, base: -0.11 },
  { slope: 0.156, base: -0.39 },
  { slope: 0.173, base: -0.7 },
  { slope: 0.388, base: -1.72 },
];
