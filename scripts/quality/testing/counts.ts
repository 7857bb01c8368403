// How many tests really ran and how they ended, from the test runner's own JSON report. Pure.

/** Totals of one or more suites. */
export type Counts = { passed: number; failed: number; skipped: number };

/** The part of the report that is read here. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name?: string;
    message?: string;
    status: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
  }[];
};

/**
 * Counts from a report (null: the runner left none) and the runner's exit code. What goes wrong
 * outside a test counts too: a file that could not be loaded, an unhandled error, no test at all.
 */
export function countTests(reportText: string | null, exitCode: number | null): Counts {
  const report = parseReport(reportText);
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  const ranNothing = counts.passed + counts.failed === 0;
  const failedOutsideTests = exitCode !== 0 && counts.failed === 0;
  if (ranNothing || failedOutsideTests) counts.failed += 1;
  return counts;
}

/** Each failed test of a report: its file and name, and all that it said. */
export function failuresOf(reportText: string | null): string[] {
  const files = parseReport(reportText)?.testResults ?? [];
  return files.flatMap(({ name = "?", message = "", status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    const told = failed.map(({ fullName = "?", failureMessages = [] }) =>
      [`${name}: ${fullName}`, ...failureMessages].join("\n"),
    );
    // A file that could not be loaded has no tests that could have failed.
    return status === "failed" && told.length === 0 ? [`${name}\n${message}`] : told;
  });
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
