// The table of results, for the terminal and for bench/RESULTS.md. Pure.

import type { Finding, Measure } from "./measure.ts";
import { type Goal, judge, summarize, type Verdict } from "./statistics.ts";

/** What came of one measure; a measure that broke has a failure instead of a finding. */
export type Outcome = {
  readonly measure: Pick<Measure, "name" | "what" | "goal" | "unit">;
} & ({ readonly finding: Finding } | { readonly failure: string });

const COLUMNS = ["name", "goal", "result", "spread", "runs", "verdict", "detail"] as const;

/** One line of the table. */
type Line = Readonly<Record<(typeof COLUMNS)[number], string>>;

const VERDICTS: Readonly<Record<Verdict, string>> = {
  met: "met",
  close: "missed within the spread",
  missed: "MISSED",
};

/** How a measure did; null when it was skipped, or has no goal. Broken measures count as missed. */
export function verdictOf(outcome: Outcome): Verdict | null {
  if ("failure" in outcome) return "missed";
  if ("skipped" in outcome.finding) return null;
  const { goal } = outcome.measure;
  return goal === null ? null : judge(summarize(outcome.finding.runs), goal);
}

/** The table as aligned text. Without judging, figures stand for themselves. */
export function textTable(outcomes: readonly Outcome[], isJudging: boolean): string {
  const lines = outcomes.map((outcome) => lineOf(outcome, isJudging));
  const widths = COLUMNS.map((column) => {
    return Math.max(column.length, ...lines.map((line) => line[column].length));
  });
  const rows = [COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column]))];
  const text = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "));
  return text.map((line) => line.trimEnd()).join("\n");
}

/** One measure's result, to be told when it is there. */
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

/** Two digits behind the point, none from a hundred on. */
function figure(value: number): string {
  return value.toFixed(Math.abs(value) < 100 ? 2 : 0);
}
