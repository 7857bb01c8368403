// Measures what each rule of auto-detect contributes: all figures are measured without it, in a process of its own.

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { CommandFailure } from "../../run/cli/command.ts";
import type { Report } from "../../run/cli/report.ts";
import { PROJECT_ROOT, runTool } from "../../run/cli/tool.ts";
import { RULES, type Rule, sourceWithout } from "./ablation-rules.ts";
import type { Earnings } from "./figures.ts";

/** A rule is useful when some figure drops by this many points without it. */
const MIN_POINTS = 0.1;
const PROGRAM = join(PROJECT_ROOT, "scripts", "quality", "detect", "figures-without.ts");

/** Points lost without a rule, largest first; `gained` has the figures that are better without it. */
export interface Earned {
  readonly rule: Rule;
  readonly lost: readonly (readonly [figure: string, points: number])[];
  readonly gained: readonly (readonly [figure: string, points: number])[];
}

/** Measure the rules whose names contain `part`. The models must already be trained. */
export async function ablate(report: Report, part: string): Promise<Earned[]> {
  const chosen = RULES.filter(({ name }) => name.includes(part));
  // Fails before any measurement when the table does not fit the code.
  for (const rule of RULES)
    sourceWithout(rule, readFileSync(join(PROJECT_ROOT, "src", "detect", rule.file), "utf8"));
  const whole = await figuresWithout(-1);
  const waiting = [...chosen];
  const earned = new Map<Rule, Earned>();
  const work = async () => {
    for (let rule = waiting.shift(); rule !== undefined; rule = waiting.shift()) {
      const one = difference(rule, whole, await figuresWithout(RULES.indexOf(rule)));
      earned.set(rule, one);
      console.error(lineOf(one));
      report.progress(earned.size, chosen.length);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return chosen.map((rule) => earned.get(rule) as Earned);
}

async function figuresWithout(rule: number): Promise<Earnings> {
  const { code, stdout, stderr } = await runTool([process.execPath, PROGRAM, String(rule)], {
    output: "capture",
  });
  if (code !== 0)
    throw new CommandFailure(`"${RULES[rule]?.name}" could not be taken out.\n${stderr}`);
  return JSON.parse(stdout) as Earnings;
}

function difference(rule: Rule, whole: Earnings, without: Earnings): Earned {
  const all = Object.entries(whole).map(
    ([figure, points]) => [figure, points - (without[figure] ?? 0)] as const,
  );
  const sorted = all.toSorted((a, b) => b[1] - a[1]);
  return {
    rule,
    lost: sorted.filter(([, points]) => points >= MIN_POINTS),
    gained: sorted.filter(([, points]) => points <= -MIN_POINTS).reverse(),
  };
}

/** One line per rule; useless ones last. */
export function earnedTable(earned: readonly Earned[]): string {
  const lines = earned
    .toSorted((a, b) => (b.lost[0]?.[1] ?? 0) - (a.lost[0]?.[1] ?? 0))
    .map(lineOf);
  return ["points lost without the rule (the three largest)", ...lines].join("\n");
}

function lineOf({ rule, lost, gained }: Earned): string {
  const points = (list: Earned["lost"]) =>
    list
      .slice(0, 3)
      .map(([figure, points]) => `${Math.abs(points).toFixed(2)} ${figure}`)
      .join(", ");
  const better = gained.length === 0 ? "" : `; better without: ${points(gained)}`;
  return `${rule.name.padEnd(40)} ${lost.length === 0 ? "NOTHING" : points(lost)}${better}`;
}
