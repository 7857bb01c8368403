// npm test: everything that must hold, one step after the other; the last line tells the counts.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Counts, formatCounts, readReport } from "../quality/testing/counts.ts";
import { EXIT, endIfHelpWanted, runCommand, usageFailure } from "../run/cli/command.ts";
import {
  COMPILE_CACHE,
  PROJECT_ROOT,
  readOptional,
  runTool,
  wranglerEnvironment,
} from "../run/cli/tool.ts";

const HELP = `Run everything that must hold: types, lint, unused code, the bundle, and all tests.

  npm test                          all of it; a failed step does not stop the rest
  npm test -- test/process          only test files whose path contains this, beside the checks
  npm test -- --coverage            all of it as CI does: fails, too, where tests inside workerd execute less of
                                    src than vitest.config.ts asks for; takes a minute longer
  npm run test:long                 the same as npm test -- --long: with the tests at full size, which take
                                    some two hours more (LONG_TESTS=1 and FULL_SPACES=1 for the runner): 500 kills
                                    under load, 1,000 damaged files, half an hour of soak. LONG_SEED, LONG_KILLS,
                                    LONG_DAMAGES and LONG_SOAK_SECONDS choose otherwise, also for npm test -- long

The last line is "N passed, N failed": every test, and each check as one. Pending ones stand above it.
PROPERTY_SEED=random npm test draws other cases for property tests than everybody's (or give a number).
The test runner's reports are kept in .test-results.
Exit codes: 0 all passed, 1 something failed or no test ran, 64 wrong usage.`;

/** Scripts of package.json. The bundle is made here once: several process tests would each begin with it. */
const CHECKS = ["typecheck", "lint", "knip", "openapi:check", "build"] as const;

const LONG = "--long";
const COVERAGE = "--coverage";

/** The test runner's own options, a run each: coverage slows what it counts, so it is counted where no time is tested. */
const RUNS = {
  plain: { tests: [] },
  measured: {
    "other tests": ["--project=process", "--project=timed"],
    "tests with coverage": ["--project=worker", "--project=fresh", "--coverage"],
  },
};

type Step = { name: string; counts: Counts; seconds: number; failures: readonly string[] };

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
  const runs = args.includes(COVERAGE) ? RUNS.measured : RUNS.plain;
  for (const [name, options] of Object.entries(runs)) {
    steps.push(await runTests(name, [...options, ...filters], isLong));
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

async function runTests(name: string, options: string[], isLong: boolean): Promise<Step> {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const folder = join(PROJECT_ROOT, ".test-results");
  const report = join(folder, `${name.replaceAll(" ", "-")}.json`);
  // A report of an earlier run must never be counted for a run that crashed.
  rmSync(report, { force: true });
  mkdirSync(folder, { recursive: true });
  const vitest = join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await runTool([process.execPath, vitest, "run", ...reporters, ...options], {
    output: "inherit",
    env: {
      ...wranglerEnvironment(),
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...(isLong ? { LONG_TESTS: "1", FULL_SPACES: "1" } : {}),
    },
  });
  const text = readOptional(report)?.toString() ?? null;
  return { name, ...readReport(text, code), seconds: secondsSince(started) };
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
