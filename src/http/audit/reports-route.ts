// Reports of request counts, which namespaces keep: of all namespaces for operators, of their own for holders of
// `metadata_change`.
import { type Context, Hono } from "hono";
import { reportQuery } from "../../contract/audit.ts";
import type {
  DayRow,
  NamespaceSummary,
  UsageSummary,
  UserRow,
} from "../../contract/responses/audit.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { registryOfNid } from "../../core/registries.ts";
import { DAY_MS, dayOf, isoDate, wireTimestamp } from "../../core/time.ts";
import { systemClock } from "../../platform/clock.ts";
import type { NamespaceRecord } from "../../registry/rpc.ts";
import type { UsageGrouping, UsageView } from "../../vault/usage-rpc.ts";
import { readQueryAs } from "../body.ts";
import {
  askFirstRegistry,
  askRegistry,
  askVault,
  askVaultAt,
  callVaultAt,
  findNamespace,
} from "../call.ts";
import { type HttpEnv, orRefuse, Refusal, respond } from "../handler.ts";
import { readerOr } from "../operator.ts";

/** Namespaces per page: each costs a call to an object. */
const NAMESPACES_PER_PAGE = 25;
/** Rows per page of one namespace's counts. */
const ROWS_PER_PAGE = 500;

/** What a namespace says while it is being made or deleted. */
const UNCOUNTED: readonly ErrorCode[] = ["namespace_unknown", "namespace_being_deleted"];

const reader = readerOr("metadata_change");

/** Sub-app of the reports. */
export const reportRoutes = new Hono<HttpEnv>()
  .get("/usage-summary", reader, (c) =>
    namespacesPage(c, (record, rows, days): UsageSummary => {
      const hits = rows.map(({ operation, requests }) => [hitName(operation), requests] as const);
      const no_of_hits: Record<string, number> = {};
      for (const [name, count] of hits) no_of_hits[name] = (no_of_hits[name] ?? 0) + count;
      return { namespace: record.name, ...days, no_of_hits: { ...no_of_hits, total: sum(rows) } };
    }),
  )
  .get("/all-namespace-summary", reader, (c) =>
    namespacesPage(c, (record, rows, days): NamespaceSummary => {
      return { namespace: record.name, ...days, count: sum(rows) };
    }),
  )
  .get("/namespace-summary", reader, (c) => countsPage(c, "outcome", dayRow))
  .get("/namespace-users-summary", reader, (c) =>
    countsPage(c, "user", (row): UserRow => {
      return { ...dayRow(row), user: row.user, logged_in_time: row.ms / 1_000 };
    }),
  );

type Days = Pick<NamespaceSummary, "start_time" | "end_time">;

async function namespacesPage(
  c: Context<HttpEnv>,
  rowOf: (record: NamespaceRecord, rows: readonly UsageView[], days: Days) => object,
): Promise<Response> {
  const { namespace, next_page_token = "", ...days } = readQueryAs(c, reportQuery);
  const namespaces = await namespacesFrom(c, namespace, next_page_token);
  const range = { ...rangeOf(days), offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const details = await Promise.all(
    namespaces.map(async (record) => {
      const usage = await callVaultAt(c, record, (vault) => vault.readUsage("operation", range));
      // A namespace that is being made or deleted has no counts.
      const isCounted = usage.ok || !UNCOUNTED.includes(usage.error.code);
      const rows = isCounted ? orRefuse(usage) : [];
      const first = rows.reduce((least, { day }) => Math.min(least, day), Number.MAX_SAFE_INTEGER);
      const [from, to] = [Math.max(range.from, first), Math.min(range.to, dayOf(systemClock()))];
      const times = {
        start_time: rows.length === 0 ? null : wireTimestamp(from * DAY_MS),
        end_time: rows.length === 0 ? null : wireTimestamp((to + 1) * DAY_MS - 1_000),
      };
      return rowOf(record, rows, times);
    }),
  );
  const last =
    namespace === undefined && namespaces.length === NAMESPACES_PER_PAGE
      ? namespaces.at(-1)
      : undefined;
  return respond(c, { details, next_page_token: last?.name ?? null });
}

async function countsPage(
  c: Context<HttpEnv>,
  by: UsageGrouping,
  rowOf: (row: UsageView) => object,
): Promise<Response> {
  const { namespace, next_page_token = "0.0", ...days } = readQueryAs(c, reportQuery);
  if (namespace === undefined) throw new Refusal({ code: "invalid_field", detail: "namespace" });
  // A day, and how many of its rows earlier pages have had.
  if (!/^\d{1,6}\.\d{1,12}$/.test(next_page_token))
    throw new Refusal({ code: "invalid_page_token" });
  const [day = 0, offset = 0] = next_page_token.split(".").map(Number);
  const [record] = await namespacesFrom(c, namespace, "");
  const { from, to } = rangeOf(days);
  const query = { from: Math.max(from, day), to, offset, limit: ROWS_PER_PAGE + 1 };
  const rows = await askVaultAt(c, record as NamespaceRecord, (vault) =>
    vault.readUsage(by, query),
  );
  const [page, next] = [rows.slice(0, ROWS_PER_PAGE), rows[ROWS_PER_PAGE]];
  const had = page.filter((row) => row.day === next?.day).length;
  const before = next?.day === query.from ? offset : 0;
  const token = next === undefined ? null : `${next.day}.${before + had}`;
  return respond(c, { details: page.map(rowOf), next_page_token: token });
}

/** The namespaces of a page; for a namespace token only its own. */
async function namespacesFrom(
  c: Context<HttpEnv>,
  name: string | undefined,
  after: string,
): Promise<NamespaceRecord[]> {
  const claims = c.get("claims");
  if (claims !== undefined) {
    await askVault(c, (vault, caller) => vault.admit(caller));
    const own = await askRegistry(c, registryOfNid(claims.nid), (registry) =>
      registry.readNamespace(claims.nid),
    );
    if (name !== undefined && name !== own.name) throw new Refusal({ code: "forbidden" });
    return [own];
  }
  if (name !== undefined) return [await findNamespace(c, name)];
  return askFirstRegistry(c, (first) => first.listNamespaces(after, NAMESPACES_PER_PAGE));
}

function rangeOf({ start_date, end_date }: ReturnType<typeof reportQuery.parse>) {
  const dayIn = (text: string) => dayOf(Date.parse(text));
  return {
    from: start_date === undefined ? 0 : dayIn(start_date),
    to: end_date === undefined ? dayOf(systemClock()) : dayIn(end_date),
  };
}

function dayRow({ day, operation, outcome, requests, items }: UsageView): DayRow {
  return {
    date: isoDate(day * DAY_MS),
    api_type: operation.replace(/^[A-Z]+ (\/api\/vault)?/, ""),
    status: outcome === "ok" ? "success" : (outcome ?? ""),
    count: requests,
    items,
  };
}

function hitName(operation: string): string {
  const name = operation.replace(/^[A-Z]+ (\/api\/vault\/)?/, "");
  return name === "async-status" ? "status-tracking" : name;
}

function sum(rows: readonly UsageView[]): number {
  return rows.reduce((all, { requests }) => all + requests, 0);
}
