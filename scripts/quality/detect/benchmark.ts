// Records to search, one JSON object per line; the benchmark's folder with labelled records and its scorer.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import type { Language } from "../../../src/detect/language/languages.ts";
import { GROUPS, type Group } from "../../../src/detect/tagger/groups.ts";
import { NEVER_TRAINED } from "../../data/train/plan.ts";
import { CommandFailure } from "../../run/cli/command.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import type { GoldRecord, GoldSpan, LanguageRecord, TextRecord } from "./gold.ts";

/** Precision, recall and F1, with the counts behind them. */
export interface Figures {
  readonly tp: number;
  readonly pred: number;
  readonly gold: number;
  readonly p: number;
  readonly r: number;
  readonly f1: number;
}

/** Result of the benchmark's scorer. */
export interface Score {
  readonly perType: Readonly<
    Record<string, { readonly strict: Figures; readonly overlap: Figures }>
  >;
  readonly overall: { readonly overlap: Figures };
  readonly char: { readonly precision: number; readonly recall: number };
}

/** Predictions by record id. */
export type Predictions = ReadonlyMap<string, { readonly id: string; readonly spans: GoldSpan[] }>;

/** Folder of the benchmark's data: PII_BENCH, or one beside the project. Null when it does not exist. */
export function benchmarkFolder(): string | null {
  const folder = resolve(PROJECT_ROOT, process.env["PII_BENCH"] ?? "../shared/pii-bench");
  return existsSync(join(folder, "dev")) ? folder : null;
}

/** The folder; fails with a hint when it does not exist. */
export function requireBenchmark(): string {
  const folder = benchmarkFolder();
  if (folder !== null) return folder;
  throw new CommandFailure(
    "The benchmark's data is not here. Set PII_BENCH to its folder; models/README.md tells what it holds.",
  );
}

/** All labelled records of the folder, by file name without extension. */
export function readBenchmark(folder: string): Map<string, GoldRecord[]> {
  const files = readdirSync(join(folder, "dev")).filter((name) => name.endsWith(".jsonl"));
  return new Map(
    files
      .sort()
      .map((name) => [name.slice(0, -".jsonl".length), readRecords(join(folder, "dev", name))]),
  );
}

/** All labelled records of a language other than English. */
export function readLanguage(folder: string, language: Language): LanguageRecord[] {
  const bytes = readFileSync(join(folder, "multi", `dev-${language}.jsonl.gz`));
  const lines = gunzipSync(bytes).toString("utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as LanguageRecord);
}

/** Labelled records of several languages by source; within a source in the order of `languages`. */
export function readMultilingual(
  folder: string,
  languages: readonly Language[],
): Map<string, LanguageRecord[]> {
  const sources = new Map<string, LanguageRecord[]>();
  for (const record of languages.flatMap((language) => readLanguage(folder, language))) {
    const others = sources.get(record.source) ?? [];
    sources.set(record.source, others);
    others.push(record);
  }
  return sources;
}

/** Training data of the model for a group of languages, by source. */
export function readSources(folder: string, group: Group): Map<string, GoldRecord[]> {
  if (group !== "en") return readMultilingual(folder, GROUPS[group].languages);
  const sources = readBenchmark(folder);
  for (const name of NEVER_TRAINED) sources.delete(name);
  return sources;
}

/** The benchmark's own scorer. */
export async function loadScorer(
  folder: string,
): Promise<(gold: readonly GoldRecord[], predictions: Predictions) => Score> {
  const scorer = await import(pathToFileURL(join(folder, "score.mjs")).href);
  return (gold, predictions) => scorer.score(gold, predictions);
}

/** Read a JSON-lines file. Fails with the line number of an invalid record. */
export function readRecords<T extends TextRecord = TextRecord>(file: string): T[] {
  const lines = readText(file).split("\n");
  return lines.flatMap((line, i) => (line.trim() === "" ? [] : [parseLine<T>(line, file, i + 1)]));
}

function readText(file: string): string {
  try {
    // A byte order mark is not part of the first line (RFC 8259, section 8.1).
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch {
    throw new CommandFailure(`${file} cannot be read.`);
  }
}

function parseLine<T extends TextRecord>(line: string, file: string, number: number): T {
  let record: unknown = null;
  try {
    record = JSON.parse(line);
  } catch {
    // Reported below.
  }
  const { id, text } = (record ?? {}) as Partial<TextRecord>;
  if (typeof id === "string" && typeof text === "string") return record as T;
  throw new CommandFailure(`${file}, line ${number}: not a JSON object with "id" and "text".`);
}
