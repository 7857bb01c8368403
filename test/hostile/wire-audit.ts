// Requests about the audit and the reports (wire-requests.ts).
import { fc } from "../support/properties.ts";

/** What they say of a namespace, of days, and whether it is only tried. */
interface Known {
  readonly namespace: fc.Arbitrary<string>;
  readonly days: fc.Arbitrary<unknown>;
  readonly dry_run: fc.Arbitrary<unknown>;
}

const REPORTS = [
  ...["usage-summary", "all-namespace-summary", "namespace-summary"],
  "namespace-users-summary",
];
const sometimes = (...texts: string[]) => fc.option(fc.constantFrom(...texts), { nil: undefined });

/** By route. */
export function auditRequests({
  namespace,
  days,
  dry_run,
}: Known): Record<string, fc.Arbitrary<object>> {
  const report = fc.record({
    namespace: fc.option(namespace, { nil: undefined }),
    start_date: sometimes("2020-01-01", "2020-01-01", "2020-02-31"),
    end_date: sometimes("2099-12-31", "2099-12-31", "x"),
    next_page_token: sometimes("0", "n", "-1", "9".repeat(20)),
  });
  return {
    "PUT /api/vault/namespace/delete/audit-records": fc.record({
      data: fc.oneof(
        fc.record({ date: fc.constantFrom("2020-01-01", "9999-12-31") }),
        fc.record({ duration: days }),
      ),
      dry_run,
    }),
    "GET /api/vault/namespace/reports/audit-details": fc.record({
      start_date: fc.constantFrom("2020-01-01 00:00:00", "2020-01-01 00:00:00", "2020-01-01", ""),
      end_date: fc.constantFrom("2099-12-31 23:59:59", "9999-12-31 23:59:60"),
      next_page_token: sometimes("1", "x", "-1", "9".repeat(20)),
    }),
    "GET /api/vault/namespace/reports/audit-export": fc.constant({}),
    ...Object.fromEntries(REPORTS.map((name) => [`GET /api/vault/reports/${name}`, report])),
  };
}
