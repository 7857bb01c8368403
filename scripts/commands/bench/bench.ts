// npm run bench: compares the service with the best that the runtime can do.

import type { Bench } from "../../quality/bench/measure.ts";
import { MEASURES } from "../../quality/bench/measures.ts";
import { type Stage, withStage } from "../../quality/bench/stage.ts";
import {
  type Outcome,
  resultText,
  textTable,
  verdictOf,
  writeResults,
} from "../../quality/bench/table.ts";
import {
  CommandFailure,
  EXIT,
  parseOptions,
  reasonOf,
  runCommand,
  wholeNumber,
} from "../../run/cli/command.ts";
import { Report } from "../../run/cli/report.ts";

const FULL = { pairs: 9, parts: 3, rows: 1_000_000, requests: 8, jobItems: 100_000, loadMs: 800 };
const QUICK = { pairs: 1, parts: 1, rows: 10_000, requests: 2, jobItems: 2_000, loadMs: 200 };

const HELP = `Measure the service against a floor worker on the same machine, in the same run.

  npm run bench                            everything; some 25 minutes on two cores; writes bench/RESULTS.md
  npm run bench -- --only mask-new         one measure (repeat --only for more); writes no file
  npm run bench -- --quick                 a smoke test of all measures in under a minute; judges nothing

  --only NAME    one of the measures below
  --pairs N      runs of product and floor, in turn (${FULL.pairs})
  --rows N       mappings of large deletions (1,000,000); the large fill has five times as many
  --quick        few runs, small numbers, no verdict

Product (under serve) and floor take turns; every ratio is of one such pair; the table shows medians and
spreads (how far the middle half of the runs lies apart). Other programs disturb: stop what you can. The
folder for temporary files needs ${(FULL.rows * 3) / 1_000_000} GB. Progress goes to stderr, the table to stdout.
Exit codes: 0 all goals met or missed by no more than their spread (with --quick: all measured), 1 a goal is
missed or something failed, 64 wrong usage.

Measures:
${MEASURES.map(({ name, what }) => `  ${name.padEnd(20)}${what}`).join("\n")}`;

await runCommand(async () => {
  const options = readOptions();
  const stopped = "Stopped before the end; nothing was written.";
  return await withStage((stage) => runAll(options, stage), stopped);
});

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const given = parseOptions(HELP, {
    only: { type: "string", multiple: true, default: [] },
    pairs: { type: "string" },
    rows: { type: "string" },
    quick: { type: "boolean", default: false },
  });
  const standard = given.quick ? QUICK : FULL;
  const { only } = given;
  const unknown = only.find((name) => MEASURES.every((measure) => measure.name !== name));
  if (unknown !== undefined) {
    throw new CommandFailure(`There is no measure "${unknown}". Try --help.`, EXIT.usage);
  }
  return {
    scale: {
      ...standard,
      isQuick: given.quick,
      pairs: wholeNumber("pairs", given.pairs ?? String(standard.pairs), 1, 1_000),
      rows: wholeNumber("rows", given.rows ?? String(standard.rows), 10_000, 100_000_000),
    },
    measures: only.length === 0 ? MEASURES : MEASURES.filter(({ name }) => only.includes(name)),
    // Only a whole run is written to a file.
    isWhole: only.length === 0 && !given.quick,
  };
}

async function runAll({ scale, measures, isWhole }: Options, stage: Stage): Promise<number> {
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
