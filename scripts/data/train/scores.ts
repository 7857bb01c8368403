// Calibration of margins to scores. Not in plan.ts, because models without a source do not depend on it.

import type { Group } from "../../../src/detect/tagger/groups.ts";
import type { Calibration } from "../../../src/detect/tagger/model.ts";

/**
 * Score of a finding from its margin, in the order of the tagger's types. Fitted on sources (in languages other
 * than English, on documents) that the model in question has not seen; `npm run bench:detect` prints the fit.
 */
export const CALIBRATIONS: Readonly<Record<Group, readonly Calibration[]>> = {
  en: [
    { slope: 0.327, base: 0.02 },
    { slope: 0.162, base: -0.36 },
    { slope: 0.174, base: -0.66 },
    { slope: 0.42, base: -1.81 },
  ],
  west: [
    { slope: 0.196, base: 0.06 },
    { slope: 0.215, base: 0.08 },
    { slope: 0.192, base: -0.56 },
    { slope: 0.154, base: 1.16 },
  ],
  "pl-tr": [
    { slope: 0.428, base: -0.48 },
    { slope: 0.372, base: -0.42 },
    { slope: 0.241, base: -0.76 },
    { slope: 0.363, base: 0.03 },
  ],
  hi: [
    { slope: 0.404, base: -0.64 },
    { slope: 0.525, base: 0.06 },
    { slope: 0.439, base: -1.12 },
    { slope: 0.32, base: 0.01 },
  ],
  "ja-zh": [
    { slope: 0.264, base: -0.18 },
    { slope: 0.325, base: -0.37 },
    { slope: 0.195, base: -0.9 },
    { slope: 0.148, base: -1.02 },
  ],
};
