// How margins become scores. Apart from the plan: models without a source are the same whatever stands here.

import type { Calibration } from "../../src/detect/tagger/model.ts";

/**
 * Score of a finding from its margin, fitted on texts of sources that the model in question had not seen
 * (`npm run bench:detect` prints the fit). In the order of the tagger's types.
 */
export const CALIBRATION: readonly Calibration[] = [
  { slope: 0.396, base: -0.36 },
  { slope: 0.16, base: -0.51 },
  { slope: 0.176, base: -0.7 },
  { slope: 0.382, base: -1.68 },
];
