// Table of results for the terminal and for bench/RESULTS.md, which holds the last full run and its machine.

import { writeFileSync } from "node:fs";
import { cpus, release, type as systemType, totalmem } from "node:os";
import { join } from "node:path";
import { columnsOf, count } from "../../run/cli/report.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import { installedWorkerd } from "../../run/serve/workerd-process.ts";
import type { Finding, Measure, Scale } from "./measure.ts";
import { type Goal, judge, summarize, type Verdict } from "./statistics.ts";

/** Outcome of a measure; one that broke has a failure instead of a finding. */
export type Outcome = {
  readonly measure: Pick<Measure, "name" | "what" | "goal" | "unit">;
} & ({ readonly finding: Finding } | { readonly failure: string });

const COLUMNS = ["name", "goal", "result", "spread", "runs", "verdict", "detail"] as const;

type Line = Readonly<Record<(typeof COLUMNS)[number], string>>;

const VERDICTS: Readonly<Record<Verdict, string>> = {
  met: "met",
  close: "missed within the spread",
  missed: "MISSED",
};

/** Verdict on a measure; null when it was skipped or has no goal. A broken measure counts as missed. */
export function verdictOf(outcome: Outcome): Verdict | null {
  if ("failure" in outcome) return "missed";
  if ("skipped" in outcome.finding) return null;
  const { goal } = outcome.measure;
  return goal === null ? null : judge(summarize(outcome.finding.runs), goal);
}

/** The table as aligned text; with `isJudging`, with verdicts. */
export function textTable(outcomes: readonly Outcome[], isJudging: boolean): string {
  const lines = outcomes.map((outcome) => lineOf(outcome, isJudging));
  return columnsOf([COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column]))]);
}

/** Result of one measure, printed as soon as it is known. */
export function resultText(outcome: Outcome, isJudging: boolean): string {
  const { goal, result, spread, verdict, detail } = lineOf(outcome, isJudging);
  const figures = result === "" ? "" : `${result} ± ${spread} (${goal}), `;
  return `${figures}${verdict}: ${detail}`;
}

/** The table as Markdown. */
export function markdownTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { what, unit } = outcome.measure;
    const { name, goal, result, spread, runs, verdict, detail } = lineOf(outcome, true);
    const cells = [`${what} (\`${name}\`)`, `${goal} ${unit}`, result, spread, runs];
    return `| ${[...cells, verdict, detail].join(" | ")} |`;
  });
  const head = "| measure | goal | median | spread | runs | | behind it |";
  return [head, "| --- | --- | --- | --- | --- | --- | --- |", ...rows].join("\n");
}

function lineOf(outcome: Outcome, isJudging: boolean): Line {
  const { name, goal } = outcome.measure;
  const line = { name, goal: goalText(goal), result: "", spread: "", runs: "" };
  if ("failure" in outcome) return { ...line, verdict: "BROKEN", detail: outcome.failure };
  const { finding } = outcome;
  if ("skipped" in finding) return { ...line, verdict: "skipped", detail: finding.skipped };
  const { median, spread } = summarize(finding.runs);
  const verdict = isJudging ? verdictOf(outcome) : null;
  return {
    ...line,
    result: figure(median),
    spread: figure(spread),
    runs: String(finding.runs.length),
    verdict: verdict === null ? "not judged" : VERDICTS[verdict],
    detail: finding.detail,
  };
}

function goalText(goal: Goal | null): string {
  if (goal === null) return "-";
  return "least" in goal ? `>= ${goal.least}` : `<= ${goal.most}`;
}

/** Two decimals, none from 100 on. */
function figure(value: number): string {
  return value.toFixed(Math.abs(value) < 100 ? 2 : 0);
}

const GIB = 1024 ** 3;

/** Write the results of a run; returns the file's path in the project. */
export function writeResults(outcomes: readonly Outcome[], scale: Scale, minutes: number): string {
  const path = join("bench", "RESULTS.md");
  const { pairs, parts, requests, jobItems, rows } = scale;
  const [core] = cpus();
  const machine = `${cpus().length} cores (${core?.model.trim()}), ${(totalmem() / GIB).toFixed(0)} GiB`;
  const text = `# Results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, in ${minutes.toFixed(0)} minutes. Absolute numbers belong to
this machine; the ratios are what counts. Product (under \`serve\`) and floor (\`bench/floor\`) took turns in the same
run, and each ratio is of one such pair. Spread: how far the middle half of the runs lies apart. A goal that is
missed by no more than the spread does not fail the run. Goals are for deletions of 1,000,000 mappings.

- Machine: ${machine}, ${systemType()} ${release()}
- Runtime: workerd ${installedWorkerd().version}; client on Node ${process.versions.node}
- Scale: ${pairs} pairs of ${parts} parts; ${requests} requests of 1,000 items a part; jobs of ${count(jobItems)}; deletions of ${count(rows)} mappings, ${count(5 * rows)} for the large fill

${markdownTable(outcomes)}

What each row does is in \`scripts/quality/bench/measures/\`; what was tried, and what it gave, in \`docs/performance.md\`.
Peak memory is read from /proc, so that row needs Linux; elsewhere it is skipped.
`;
  writeFileSync(join(PROJECT_ROOT, path), text);
  return path;
}
