// npm test: everything that must hold, one step after the other; the last line tells the counts.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EXIT, endIfHelpWanted, runCommand, usageFailure } from "../run/cli/command.ts";
import { readJson } from "../run/cli/files.ts";
import { COMPILE_CACHE, PROJECT_ROOT, runTool, wranglerEnvironment } from "../run/cli/tool.ts";

const HELP = `Run everything that must hold: types, lint, unused code, the bundle, and all tests.

  npm test                          all of it; a failed step does not stop the rest
  npm test -- test/process          only test files whose path contains this, beside the checks
  npm test -- --coverage            all of it as CI does: fails, too, where tests inside workerd execute less of
                                    src than vitest.config.ts asks for; takes a minute longer
  npm run test:long                 the same as npm test -- --long: with test/long, and all at full size, which takes
                                    some two hours more (LONG_TESTS=1 and FULL_SPACES=1 for the runner): 500 kills
                                    under load, 1,000 damaged files, half an hour of soak. LONG_SEED, LONG_KILLS,
                                    LONG_DAMAGES and LONG_SOAK_SECONDS choose otherwise, also for npm test -- test/long

The last line is "N passed, N failed": every test, and each check as one. Pending ones stand above it.
PROPERTY_SEED=random npm test draws other cases for property tests than everybody's (or give a number).
The test runner's reports are kept in .test-results.
Exit codes: 0 all passed, 1 something failed or no test ran, 64 wrong usage.`;

/** Scripts of package.json. The bundle is made here once: several process tests would each begin with it. */
const CHECKS = ["typecheck", "lint", "knip", "openapi:check", "build"] as const;

const LONG = "--long";
const COVERAGE = "--coverage";

/** A run of the test runner: its name, and its own options. */
type Run = readonly [name: string, options: readonly string[]];

const OF_PROCESSES: Run = [
  "tests of processes",
  ["--project=process", "test/process", "test/house", "test/hostile"],
];
/** Of tools and measurements, under load, and the second of what another shows: only with --long. */
const LONG_ONES: Run = ["long tests", ["--project=process", "test/long"]];
const TIMED: Run = ["timed tests", ["--project=timed"]];
/** With the lane that computes less, and begins with most: one isolate, for one of two cores. */
const FRESH: Run = ["tests of pure code", ["--project=fresh"]];
/** Side by side, because tests of processes mostly wait. Coverage slows code, so it is counted where no time is tested. */
const LANES = {
  plain: [[["tests in workerd", ["--project=worker"]]], [OF_PROCESSES, FRESH]],
  measured: [
    [["tests with coverage", ["--project=worker", "--project=fresh", "--coverage"]]],
    [OF_PROCESSES, TIMED],
  ],
} satisfies Record<string, readonly (readonly Run[])[]>;

type Step = { name: string; counts: Counts; seconds: number; failures: readonly string[] };

/** Totals of one or more suites. */
type Counts = { passed: number; failed: number; skipped: number };

/** The part of the report that is read here. */
type Report = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name?: string;
    message?: string;
    status: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
  }[];
};

const OUTSIDE_TESTS =
  "No test failed, but the run did: an ERROR above says why (coverage below its floor, or an error outside tests).";

/**
 * Counts from a report (null: the runner left none) and the runner's exit code; and each failure: the file and
 * name of a test, and all that it said. What goes wrong outside a test counts too: a file that could not be
 * loaded, an unhandled error, no test at all.
 */
function readReport(
  report: Report | null,
  exitCode: number | null,
): { counts: Counts; failures: string[] } {
  const files = report?.testResults ?? [];
  const failures = files.flatMap(({ name = "?", message = "", status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    const told = failed.map(({ fullName = "?", failureMessages = [] }) =>
      [`${name}: ${fullName}`, ...failureMessages].join("\n"),
    );
    // A file that could not be loaded has no tests that could have failed.
    return status === "failed" && told.length === 0 ? [`${name}\n${message}`] : told;
  });
  const passed = report?.numPassedTests ?? 0;
  if (failures.length === 0 && (exitCode !== 0 || passed === 0)) failures.push(OUTSIDE_TESTS);
  const skipped = report === null ? 0 : report.numPendingTests + report.numTodoTests;
  return { counts: { passed, failed: failures.length, skipped }, failures };
}

/** The line everything ends with: `12 passed, 0 failed`, plus `, 1 skipped` when there are any. */
function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} pending` : ""}`;
}

await runCommand(async () => {
  const args = process.argv.slice(2);
  endIfHelpWanted(HELP, args);
  const filters = args.filter((arg) => arg !== LONG && arg !== COVERAGE);
  if (args.includes(COVERAGE) && filters.length > 0) {
    throw usageFailure(`${COVERAGE} is for all tests, without a path.`);
  }
  // At once: alone, none of them keeps two cores busy.
  const steps = await Promise.all(CHECKS.map(runCheck));
  const isLong = args.includes(LONG);
  const lanes = args.includes(COVERAGE) ? LANES.measured : LANES.plain;
  // Alone, for what is asked for: the runner calls it a failure when a run finds no file.
  if (filters.length > 0) steps.push(await runTests(["tests", filters], { isLong, isShown: true }));
  // At full length each test is to have the machine for itself.
  else if (isLong)
    for (const lane of [...lanes, [LONG_ONES]])
      steps.push(...(await runLane(lane, { isLong, isShown: true })));
  else {
    const done = await Promise.all(
      lanes.map((lane, i) => runLane(lane, { isLong, isShown: i === 0 })),
    );
    steps.push(...done.flat());
  }
  return summarize(steps);
});

/** One of package.json's own scripts; all of it is one pass or one failure. */
async function runCheck(script: string): Promise<Step> {
  const started = Date.now();
  const { code, stdout, stderr } = await runTool(["npm", "run", "-s", script], {
    output: "capture",
  });
  console.log(`\n== ${script}\n${stdout}${stderr}`.trimEnd());
  const hasPassed = code === 0;
  const counts = { passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1, skipped: 0 };
  return { name: script, counts, failures: [], seconds: secondsSince(started) };
}

function secondsSince(started: number): number {
  return (Date.now() - started) / 1000;
}

/** How a run goes: with the long tests or not, its output shown as it comes or when all is over. */
interface Manner {
  readonly isLong: boolean;
  readonly isShown: boolean;
}

async function runLane(runs: readonly Run[], manner: Manner): Promise<Step[]> {
  const steps: Step[] = [];
  for (const run of runs) steps.push(await runTests(run, manner));
  return steps;
}

async function runTests([name, options]: Run, { isLong, isShown }: Manner): Promise<Step> {
  if (isShown) console.log(`\n== ${name}`);
  const started = Date.now();
  const folder = join(PROJECT_ROOT, ".test-results");
  const report = join(folder, `${name.replaceAll(" ", "-")}.json`);
  // A report of an earlier run must never be counted for a run that crashed.
  rmSync(report, { force: true });
  mkdirSync(folder, { recursive: true });
  const vitest = join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code, stdout, stderr } = await runTool(
    [process.execPath, vitest, "run", ...reporters, ...options],
    {
      output: isShown ? "inherit" : "capture",
      env: {
        ...wranglerEnvironment(),
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...(isLong ? { LONG_TESTS: "1", FULL_SPACES: "1" } : {}),
      },
    },
  );
  if (!isShown) console.log(`\n== ${name}\n${stdout}${stderr}`.trimEnd());
  return { name, ...readReport(readJson(report), code), seconds: secondsSince(started) };
}

function summarize(steps: Step[]): number {
  console.log("\n== summary");
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, counts, seconds, failures } of steps) {
    const verdict = counts.failed === 0 ? "ok    " : "FAILED";
    console.log(`${verdict} ${name.padEnd(19)} ${formatCounts(counts)} (${seconds.toFixed(1)} s)`);
    for (const failure of failures) {
      console.log(`\n${failure.replaceAll(PROJECT_ROOT, "")}\n`);
    }
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  if (total.skipped > 0) console.log(`pending: ${total.skipped}`);
  console.log(formatCounts({ ...total, skipped: 0 }));
  return total.failed === 0 ? EXIT.ok : EXIT.failed;
}
