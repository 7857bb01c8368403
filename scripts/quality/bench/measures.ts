// All measures, in the order of the table.

import type { Measure } from "./measure.ts";
import { BATCH_MEASURES } from "./measures/batches.ts";
import { DELETION_MEASURES } from "./measures/deletion.ts";
import { DETECTION_MEASURES } from "./measures/detection.ts";
import { JOB_MEASURES } from "./measures/jobs.ts";
import { LARGE_MEASURES } from "./measures/large.ts";
import { MEMORY_MEASURES } from "./measures/memory.ts";
import { SINGLE_MEASURES } from "./measures/single.ts";
import { START_MEASURES } from "./measures/start.ts";
import { STORAGE_MEASURES } from "./measures/storage.ts";

/** Every row of the table. */
export const MEASURES: readonly Measure[] = [
  ...BATCH_MEASURES,
  ...SINGLE_MEASURES,
  ...JOB_MEASURES,
  ...DELETION_MEASURES,
  ...LARGE_MEASURES,
  ...STORAGE_MEASURES,
  ...MEMORY_MEASURES,
  ...DETECTION_MEASURES,
  ...START_MEASURES,
];
