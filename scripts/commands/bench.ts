// npm run bench: how close the service is to what the runtime could do at best.

import type { Bench } from "../quality/bench/measure.ts";
import { type BenchOptions, readBenchOptions } from "../quality/bench/options.ts";
import { writeResults } from "../quality/bench/results.ts";
import { Stage } from "../quality/bench/stage.ts";
import { type Outcome, resultText, textTable, verdictOf } from "../quality/bench/table.ts";
import { CommandFailure, EXIT, reasonOf, runCommand } from "../run/cli/command.ts";
import { Report } from "../run/cli/report.ts";
import { aborted, listenForStop } from "../run/cli/stop-requests.ts";

await runCommand(async () => {
  const options = readBenchOptions();
  const { asked } = listenForStop();
  const stage = new Stage(asked);
  try {
    const stopped = aborted(asked).then(() => {
      throw new CommandFailure("Stopped before the end; nothing was written.");
    });
    return await Promise.race([runAll(options, stage), stopped]);
  } finally {
    await stage.close();
  }
});

async function runAll({ scale, measures, isWhole }: BenchOptions, stage: Stage): Promise<number> {
  const report = new Report(process.stderr);
  const started = performance.now();
  const made = new Map<string, Promise<unknown>>();
  const bench: Bench = {
    scale,
    stage,
    report,
    once<T>(key: string, make: () => Promise<T>): Promise<T> {
      const known = (made.get(key) as Promise<T> | undefined) ?? make();
      made.set(key, known);
      return known;
    },
  };
  const outcomes: Outcome[] = [];
  for (const measure of measures) {
    const run = () =>
      measure.run(bench).then(
        (finding): Outcome => ({ measure, finding }),
        (error): Outcome => ({ measure, failure: reasonOf(error) }),
      );
    outcomes.push(await report.step(measure.name, run, (it) => resultText(it, !scale.isQuick)));
  }
  console.log(textTable(outcomes, !scale.isQuick));
  if (isWhole) {
    const minutes = (performance.now() - started) / 60_000;
    report.print(`Written to ${writeResults(outcomes, scale, minutes)}.`);
  }
  return exitCodeOf(outcomes, scale.isQuick);
}

function exitCodeOf(outcomes: readonly Outcome[], isQuick: boolean): number {
  const isBroken = outcomes.some((outcome) => "failure" in outcome);
  const isMissed = outcomes.some((outcome) => verdictOf(outcome) === "missed");
  return isBroken || (isMissed && !isQuick) ? EXIT.failed : EXIT.ok;
}
