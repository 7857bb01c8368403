// All measures with their goals, in the order of the table.

import type { Bench, Measure } from "./measure.ts";
import { auditShare } from "./measures/audit.ts";
import { deletionLatency, deletionShare } from "./measures/deletion.ts";
import { autoDetect } from "./measures/detection.ts";
import { growth, pageWrites } from "./measures/growth.ts";
import { jobLatency, jobShare } from "./measures/jobs.ts";
import { jobMemory } from "./measures/memory.ts";
import { type Single, single, singleCpu } from "./measures/single.ts";
import { bundleSize, bytesPerMapping, rows } from "./measures/storage.ts";
import { firstRequest, maskNew, maskNewLarge, maskRepeated, unmask } from "./measures/sync.ts";

const FLOOR = "of the floor";
const BARE = "of a bare object call";
const BARE_CPU = "times a bare object call's";
const SYNC = "of our sync batch rate";
/** Allowed latency of single requests while work runs in the background. */
const LATENCY = "of max(2.5 x idle, idle + 15 ms)";
const DETECTOR = "of the detector and then the floor";
const WRITTEN = "rows written";
const EMPTY = "of an empty namespace";
const UNAUDITED = "of the same without audit";

const job = (bench: Bench) => jobShare(bench, "alone");
const jobUnderLoad = (bench: Bench) => jobShare(bench, "underLoad");
const rowsFree = (bench: Bench) => rows(bench, "Text Token", "new");
const rowsFixed = (bench: Bench) => rows(bench, "Numeric Token", "new");
const rowsRepeated = (bench: Bench) => rows(bench, "Text Token", "repeated");
const growthAt = (share: number) => (bench: Bench) => growth(bench, share * bench.scale.rows);
const pagesAt = (share: number) => (bench: Bench) => pageWrites(bench, share * bench.scale.rows);
const one = (what: Single) => (bench: Bench) => single(bench, what);
const audit = (how: "buffered" | "strict", what: "batch" | "single") => (bench: Bench) =>
  auditShare(bench, { audit: how, what });
const bundle = (bench: Bench) => bundleSize(bench, false);
const bundleWithModel = (bench: Bench) => bundleSize(bench, true);

/** Name, goal, unit of the goal, measurement, and description in the table. */
type Row = [string, Measure["goal"], string, Measure["run"], string];

const ROWS: readonly Row[] = [
  ["mask-new", { least: 1.3 }, FLOOR, maskNew, "mask 1,000 new values per request (Text Token)"],
  ["mask-repeated", { least: 1.1 }, FLOOR, maskRepeated, "mask 1,000 repeated values per request"],
  ["unmask", { least: 1 }, FLOOR, unmask, "unmask 1,000 tokens per request"],
  ["mask-single", { least: 1.3 }, FLOOR, one("new"), "one new value per request, 16 connections"],
  ["mask-single-known", { least: 0.6 }, BARE, one("known"), "one known value, 16 connections"],
  ["unmask-single", { least: 0.6 }, BARE, one("unmask"), "one unmask, 16 connections"],
  ["unmask-single-cpu", { most: 1.75 }, BARE_CPU, singleCpu, "CPU of one unmask"],
  ["prompt-single", { least: 0.5 }, BARE, one("prompt"), "a prompt of 200 letters, one entity"],
  ["job", { least: 0.8 }, SYNC, job, "async job of 100,000 values, accepted to SUCCESS"],
  ["job-under-load", { least: 0.5 }, SYNC, jobUnderLoad, "the same beside 16 calling connections"],
  ["p99-job", { most: 1 }, LATENCY, jobLatency, "p99 of those connections' single masks meanwhile"],
  ["deletion", { least: 4 }, FLOOR, deletionShare, "deletion of 1,000,000 mappings (Text Token)"],
  ["p99-deletion", { most: 1 }, LATENCY, deletionLatency, "p99 of single masks meanwhile"],
  ["mask-new-large", { least: 1.6 }, FLOOR, maskNewLarge, "new values beside 5,000,000 mappings"],
  ["growth", { least: 0.7 }, EMPTY, growthAt(1), "new values beside 1,000,000 mappings"],
  ["growth-large", { least: 0.5 }, EMPTY, growthAt(5), "new values beside 5,000,000 mappings"],
  [
    "pages",
    { most: 1.2 },
    "pages",
    pagesAt(0.3),
    "page writes a new value beside 300,000 mappings",
  ],
  [
    "pages-large",
    { most: 2 },
    "pages",
    pagesAt(5),
    "page writes a new value beside 5,000,000 mappings",
  ],
  ["bytes", { most: 125 }, "bytes", bytesPerMapping, "disk per mapping (24 letters, Text Token)"],
  ["rows-free", { most: 2 }, WRITTEN, rowsFree, "rows per new mapping, free-length"],
  ["rows-fixed", { most: 3 }, WRITTEN, rowsFixed, "rows per new mapping, fixed shape"],
  ["rows-repeated", { most: 0 }, WRITTEN, rowsRepeated, "rows per repeated value"],
  ["job-memory", { most: 96 }, "MiB", jobMemory, "peak of a 16 MiB submission and job, above idle"],
  ["auto-detect", { least: 0.95 }, DETECTOR, autoDetect, "texts of 1 KiB, masked in batches"],
  [
    "audit-batch",
    { least: 0.9 },
    UNAUDITED,
    audit("buffered", "batch"),
    "1,000 known values, audited",
  ],
  ["audit-single", { least: 0.85 }, UNAUDITED, audit("buffered", "single"), "one unmask, audited"],
  ["audit-strict", null, UNAUDITED, audit("strict", "single"), "the same with AUDIT=strict"],
  ["bundle", { most: 0.5 }, "MB", bundle, "Worker bundle, gzip, without the model"],
  ["bundle-with-model", { most: 2.2 }, "MB", bundleWithModel, "core Worker bundle with its model"],
  ["first-request", null, "times the floor's", firstRequest, "first request of a fresh process"],
];

/** All measures, in the order of the table. */
export const MEASURES: readonly Measure[] = ROWS.map(([name, goal, unit, run, what]) => {
  return { name, what, goal, unit, run };
});
