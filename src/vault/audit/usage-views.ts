// Request counts with the users' ids, which are stored only in the sealed rows of their tokens. Counts are read day by day,
// with yields in between: ten years of 100 counts a day take 70 to 100 ms.
import { ok } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { Reply, TokenGrant } from "../rpc.ts";
import type { UsageRow, UsageStore } from "../store/audit/usage.ts";
import type { UsageGrouping, UsageQuery, UsageView, VaultFigures } from "../usage-rpc.ts";

/** Announced cost of a day in milliseconds, enough for 3,000 counts. Where the clock moves, the measured time is used. */
const DAY_COST_MS = 1;

interface DayRow extends UsageRow {
  readonly day: number;
}

/** The database size of a namespace in bytes, and its waiting work. */
export async function figures({
  due,
  mappings,
}: Pick<NamespaceBase, "due" | "mappings">): Promise<Reply<VaultFigures>> {
  return ok({ bytes: mappings.databaseBytes(), ...due.waiting() });
}

/** Request counts of a namespace over some days: one row per operation in all, or rows of each day. */
export async function usageViews(
  { usage, records }: Pick<NamespaceBase, "usage" | "records">,
  by: UsageGrouping,
  query: UsageQuery,
): Promise<Reply<UsageView[]>> {
  const rows = await inStretches(
    by === "operation" ? summed(usage, query) : listed(usage, by, query),
  );
  const digests = new Set(rows.flatMap(({ user }) => user ?? []));
  const users = new Map<string | null, string>();
  for (const { user, token, sealed } of usage.tokensOf([...digests])) {
    const grant = await records.open(sealed, "issuedToken", token);
    users.set(user, (JSON.parse(grant) as TokenGrant).userId);
  }
  return ok(rows.map((row) => ({ ...row, user: users.get(row.user) ?? null })));
}

/** The sums over all days, one row per operation. */
function* summed(usage: UsageStore, { from, to }: UsageQuery): Steps<DayRow[]> {
  const sums = new Map<string, DayRow>();
  for (const day of daysOf(usage, from, to)) {
    yield DAY_COST_MS;
    for (const row of usage.ofDay("operation", day, -1, 0)) {
      const so = sums.get(row.operation) ?? { ...row, day, requests: 0, items: 0, ms: 0 };
      const [requests, items] = [so.requests + row.requests, so.items + row.items];
      sums.set(row.operation, { ...so, requests, items, ms: so.ms + row.ms });
    }
  }
  return [...sums.keys()].sort().map((operation) => sums.get(operation) as DayRow);
}

function* listed(
  usage: UsageStore,
  by: UsageGrouping,
  { from, to, offset, limit }: UsageQuery,
): Steps<DayRow[]> {
  const listed: DayRow[] = [];
  for (const day of daysOf(usage, from, to)) {
    yield DAY_COST_MS;
    const rows = usage.ofDay(by, day, limit - listed.length, day === from ? offset : 0);
    listed.push(...rows.map((row) => ({ ...row, day })));
    if (listed.length >= limit) break;
  }
  return listed;
}

function* daysOf(usage: UsageStore, from: number, to: number): Generator<number> {
  let day = usage.firstDay(from);
  for (; day !== null && day <= to; day = usage.firstDay(day + 1)) yield day;
}
