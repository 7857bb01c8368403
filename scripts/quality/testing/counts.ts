// How many tests really ran and how they ended, from the test runner's own JSON report. Pure.

/** Totals of one or more suites. */
export type Counts = { passed: number; failed: number; skipped: number };

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
export function readReport(
  text: string | null,
  exitCode: number | null,
): { counts: Counts; failures: string[] } {
  const report = parseReport(text);
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
export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} pending` : ""}`;
}

function parseReport(text: string | null): Report | null {
  try {
    return text === null ? null : (JSON.parse(text) as Report);
  } catch {
    return null;
  }
}
