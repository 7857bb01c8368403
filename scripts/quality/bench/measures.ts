// All measures with their goals, in the order of the table.

import type { Measure } from "./measure.ts";
import { deletionLatency, deletionShare } from "./measures/deletion.ts";
import { autoDetect } from "./measures/detection.ts";
import { jobLatency, jobShare } from "./measures/jobs.ts";
import { jobMemory } from "./measures/memory.ts";
import { bundleSize, firstRequest } from "./measures/start.ts";
import { bytesPerMapping, rows } from "./measures/storage.ts";
import { maskNew, maskNewLarge, maskRepeated, maskSingle, unmask } from "./measures/sync.ts";

/** What single requests may feel of work in the background. */
const latencyUnit = "of max(2.5 x idle, idle + 15 ms)";

/** Every row of the table. */
export const MEASURES: readonly Measure[] = [
  {
    name: "mask-new",
    what: "mask 1,000 new values per request (Text Token)",
    goal: { least: 1.3 },
    unit: "of the floor",
    run: maskNew,
  },
  {
    name: "mask-repeated",
    what: "mask 1,000 repeated values per request",
    goal: { least: 1.1 },
    unit: "of the floor",
    run: maskRepeated,
  },
  {
    name: "unmask",
    what: "unmask 1,000 tokens per request",
    goal: { least: 1 },
    unit: "of the floor",
    run: unmask,
  },
  {
    name: "mask-single",
    what: "one new value per request, 16 connections",
    goal: { least: 1 },
    unit: "of the floor",
    run: maskSingle,
  },
  {
    name: "job",
    what: "async job of 100,000 values, accepted to SUCCESS",
    goal: { least: 0.8 },
    unit: "of our sync batch rate",
    run: (bench) => jobShare(bench, "alone"),
  },
  {
    name: "job-under-load",
    what: "the same while 16 connections keep calling",
    goal: { least: 0.5 },
    unit: "of our sync batch rate",
    run: (bench) => jobShare(bench, "underLoad"),
  },
  {
    name: "p99-job",
    what: "p99 of single masks at 16 connections during such a job",
    goal: { most: 1 },
    unit: latencyUnit,
    run: jobLatency,
  },
  {
    name: "deletion",
    what: "deletion of 1,000,000 mappings (Text Token)",
    goal: { least: 4 },
    unit: "of the floor's batched DELETE",
    run: deletionShare,
  },
  {
    name: "p99-deletion",
    what: "p99 of single masks at 16 connections during such a deletion",
    goal: { most: 1 },
    unit: latencyUnit,
    run: deletionLatency,
  },
  {
    name: "mask-new-large",
    what: "new values with 5,000,000 mappings stored",
    goal: { least: 1.6 },
    unit: "of the floor at the same fill",
    run: maskNewLarge,
  },
  {
    name: "bytes",
    what: "disk per mapping (24-character values, Text Token, no attributes)",
    goal: { most: 125 },
    unit: "bytes",
    run: bytesPerMapping,
  },
  {
    name: "rows-free",
    what: "rows per new mapping, free-length",
    goal: { most: 2 },
    unit: "rows written",
    run: (bench) => rows(bench, "Text Token", "new"),
  },
  {
    name: "rows-fixed",
    what: "rows per new mapping, fixed shape",
    goal: { most: 3 },
    unit: "rows written",
    run: (bench) => rows(bench, "Numeric Token", "new"),
  },
  {
    name: "rows-repeated",
    what: "rows per repeated value",
    goal: { most: 0 },
    unit: "rows written",
    run: (bench) => rows(bench, "Text Token", "repeated"),
  },
  {
    name: "job-memory",
    what: "peak memory of a 16 MiB async submission and its job, above idle",
    goal: { most: 96 },
    unit: "MiB",
    run: jobMemory,
  },
  {
    name: "auto-detect",
    what: "auto-detect of 1 KiB texts, masked in batch requests",
    goal: { least: 0.95 },
    unit: "of the detector and then the floor",
    run: autoDetect,
  },
  {
    name: "bundle",
    what: "Worker bundle, gzip, without the model",
    goal: { most: 0.5 },
    unit: "MB",
    run: (bench) => bundleSize(bench, false),
  },
  {
    name: "bundle-with-model",
    what: "Worker bundle, gzip, with the model",
    goal: { most: 2.2 },
    unit: "MB",
    run: (bench) => bundleSize(bench, true),
  },
  {
    name: "first-request",
    what: "first request to a server that says it is ready, a mask of one value",
    // Some milliseconds once a process: told, so that somebody sees when they become many.
    goal: null,
    unit: "x the floor's",
    run: firstRequest,
  },
];
