// SQL of `usage`: how many requests of each operation ended how on a day, by user. Numbers and digests of user ids.
import { Store } from "../../../platform/store.ts";
import type { UsageGrouping, UsageQuery } from "../../usage-rpc.ts";

/** Requests to count, of one operation, outcome and user. */
export interface NewUsage {
  readonly operation: string;
  readonly outcome: string;
  /** Digest of the user id, in hexadecimal digits. */
  readonly user: string;
  readonly requests: number;
  readonly items: number;
  readonly ms: number;
}

/** What was counted, by day and operation, and by outcome and user where that is asked for. */
export interface UsageRow {
  day: number;
  operation: string;
  outcome: string | null;
  requests: number;
  items: number;
  ms: number;
  /** Serial number and sealed text of a token of the user. */
  token: number | null;
  sealed: ArrayBuffer | null;
}

const COUNT = `INSERT INTO usage (day, operation, outcome, user, requests, items, ms)
  SELECT ?1, value->>'operation', value->>'outcome', unhex(value->>'user'), value->>'requests', value->>'items', value->>'ms'
  FROM json_each(?2) WHERE true
  ON CONFLICT (day, operation, outcome, user) DO UPDATE SET
    requests = requests + excluded.requests, items = items + excluded.items, ms = ms + excluded.ms`;
const SUMS = "sum(requests) AS requests, sum(items) AS items, sum(ms) AS ms";
const BY_OUTCOME = `SELECT day, operation, outcome, ${SUMS}, NULL AS token, NULL AS sealed FROM usage
  WHERE day BETWEEN ? AND ? GROUP BY day, operation, outcome ORDER BY day, operation, outcome LIMIT ? OFFSET ?`;
/** Of each user the newest token: next to a maximum, SQLite takes other columns from its row (sqlite.org/lang_select.html). */
const BY_USER = `WITH newest AS (SELECT user_digest, max(serial) AS token, sealed FROM issued_token GROUP BY user_digest)
  SELECT day, operation, outcome, requests, items, ms, token, sealed
  FROM usage LEFT JOIN newest ON user_digest = usage.user
  WHERE day BETWEEN ? AND ? ORDER BY day, operation, outcome, usage.user LIMIT ? OFFSET ?`;
const BY_OPERATION = `SELECT min(day) AS day, operation, NULL AS outcome, ${SUMS}, NULL AS token, NULL AS sealed FROM usage
  WHERE day BETWEEN ? AND ? GROUP BY operation ORDER BY operation LIMIT ? OFFSET ?`;

const QUERIES: Readonly<Record<UsageGrouping, string>> = {
  operation: BY_OPERATION,
  outcome: BY_OUTCOME,
  user: BY_USER,
};

/** Counts requests. */
export class UsageStore extends Store {
  /** Count requests of a day (a number of UTC days since 1970). */
  count(day: number, usage: readonly NewUsage[]): void {
    this.sql.exec(COUNT, day, JSON.stringify(usage));
  }

  /** What was counted. */
  read(by: UsageGrouping, { from, to, offset, limit }: UsageQuery): UsageRow[] {
    return this.rows(QUERIES[by], from, to, limit, offset);
  }
}
