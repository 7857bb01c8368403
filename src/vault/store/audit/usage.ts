// SQL of `usage`: number of requests per day, operation, outcome and user. Stores numbers and digests of user ids.
import { Store } from "../../../platform/store.ts";
import type { UsageGrouping } from "../../usage-rpc.ts";

/** Counts to add, for one operation, outcome and user. */
export interface NewUsage {
  readonly operation: string;
  readonly outcome: string;
  /** Digest of the user id, in hex. */
  readonly user: string;
  readonly requests: number;
  readonly items: number;
  readonly ms: number;
}

/** Counts of a day by operation and, when requested, by outcome and user. */
export interface UsageRow {
  operation: string;
  outcome: string | null;
  requests: number;
  items: number;
  ms: number;
  /** Digest of the user id, in hex. */
  user: string | null;
}

/** The newest token of a user: its serial number, and its sealed grant. */
interface UserToken {
  user: string;
  token: number;
  sealed: ArrayBuffer;
}

const COUNT = `INSERT INTO usage (day, operation, outcome, user, requests, items, ms)
  SELECT ?1, value->>'operation', value->>'outcome', unhex(value->>'user'), value->>'requests', value->>'items', value->>'ms'
  FROM json_each(?2) WHERE true
  ON CONFLICT (day, operation, outcome, user) DO UPDATE SET
    requests = requests + excluded.requests, items = items + excluded.items, ms = ms + excluded.ms`;
// In table order: nothing is sorted, and reading ends with the page.
const ofDay = (columns: string, group: string) => `SELECT operation, ${columns} FROM usage
  WHERE day = ? ${group} LIMIT ? OFFSET ?`;
const SUMS = "sum(requests) AS requests, sum(items) AS items, sum(ms) AS ms, NULL AS user";
const QUERIES: Readonly<Record<UsageGrouping, string>> = {
  operation: ofDay(`NULL AS outcome, ${SUMS}`, "GROUP BY operation ORDER BY operation"),
  outcome: ofDay(`outcome, ${SUMS}`, "GROUP BY operation, outcome ORDER BY operation, outcome"),
  user: ofDay(
    "outcome, requests, items, ms, lower(hex(user)) AS user",
    "ORDER BY operation, outcome, usage.user",
  ),
};
/** With max() in a query, SQLite takes the other columns from the same row (sqlite.org/lang_select.html). */
const NEWEST_TOKENS = `SELECT lower(hex(user_digest)) AS user, max(serial) AS token, sealed FROM issued_token
  WHERE user_digest IN (SELECT unhex(value) FROM json_each(?)) GROUP BY user_digest`;

/** Counts requests. */
export class UsageStore extends Store {
  /** Count requests of a day (a number of UTC days since 1970). */
  count(day: number, usage: readonly NewUsage[]): void {
    this.sql.exec(COUNT, day, JSON.stringify(usage));
  }

  /** The first day from `from` on with counts, or null. */
  firstDay(from: number): number | null {
    return this.value<number>("SELECT min(day) FROM usage WHERE day >= ?", from);
  }

  /** Counts of a day, in order: at most `limit` rows after the first `offset`. */
  ofDay(by: UsageGrouping, day: number, limit: number, offset: number): UsageRow[] {
    return this.rows(QUERIES[by], day, limit, offset);
  }

  /** The newest tokens of users, given the digests of their user ids in hex. */
  tokensOf(users: readonly string[]): UserToken[] {
    return this.rows(NEWEST_TOKENS, JSON.stringify(users));
  }
}
