// SQL of `shaped_token`: digests of fixed-shape tokens, in an order unrelated to their mappings.
import { pack, statementRuns, zeros } from "./rows.ts";

/** A mapping with a stored token. */
interface Shaped {
  readonly id: number;
  readonly tokenDigest?: Uint8Array<ArrayBuffer>;
}

/** Rows of one INSERT, largest first; a statement takes 100 parameters. */
const SIZES = [48, 8, 1] as const;
// Bare parameters only: a statement with a function may fail half-way, so SQLite would copy every page of this random
// index before changing it (see ADD_DIGESTS in mappings.ts). That costs more than a few extra statements.
const INSERTS = SIZES.map((rows) => ({ rows, statement: insertOf(rows) }));

const REMOVE = `DELETE FROM shaped_token WHERE id >= ?3 AND id < ?4
  AND digest IN (SELECT substr(?1, j.key * 16 + 1, 16) FROM json_each(?2) AS j)`;

const FIND = `SELECT j.key, s.id FROM json_each(?2) AS j
  CROSS JOIN shaped_token AS s ON s.digest = substr(?1, j.key * 16 + 1, 16)`;

const TOTAL_CHANGES = "SELECT total_changes() AS n";

const NO_BYTES = new Uint8Array(0);
const digestOf = ({ tokenDigest }: Shaped) => tokenDigest ?? NO_BYTES;
const lengthOf = (bytes: Uint8Array) => bytes.length;

/**
 * Store digests of tokens with their mappings' ids, in the order given. False when one of them existed: the others
 * may be stored all the same. The rows stay when the mapping is gone, so that no token is minted again.
 */
export function insertShaped(sql: SqlStorage, rows: readonly Shaped[]): boolean {
  const before = totalChanges(sql);
  let at = 0;
  for (const { rows: size, statement } of INSERTS) {
    for (; at + size <= rows.length; at += size) {
      sql.exec(statement, ...parametersOf(rows, at, at + size));
    }
  }
  return totalChanges(sql) - before === rows.length;
}

/** Delete tokens of mappings in [first, end) that nobody has seen. */
export function removeShaped(
  sql: SqlStorage,
  rows: readonly Shaped[],
  first: number,
  end: number,
): void {
  if (rows.length === 0) return;
  sql.exec(REMOVE, pack(rows.map(digestOf)).bytes, zeros(rows.length), first, end);
}

/** Mapping ids of tokens, by the position of the token's digest; includes dead mappings. */
export function findShaped(
  sql: SqlStorage,
  digests: readonly Uint8Array<ArrayBuffer>[],
): Map<number, number> {
  const ids = new Map<number, number>();
  let base = 0;
  for (const run of statementRuns(digests, lengthOf)) {
    const { bytes } = pack(run);
    const rows = sql.exec(FIND, bytes, zeros(run.length)).raw<[number, number]>();
    for (const [position, id] of rows) ids.set(base + position, id);
    base += run.length;
  }
  return ids;
}

function totalChanges(sql: SqlStorage): number {
  return sql.exec<{ n: number }>(TOTAL_CHANGES).one().n;
}

function insertOf(rows: number): string {
  const values = new Array<string>(rows).fill("(?,?)").join(",");
  return `INSERT OR IGNORE INTO shaped_token (digest, id) VALUES ${values}`;
}

/** Digest and id of each row, flattened. */
function parametersOf(rows: readonly Shaped[], from: number, end: number): SqlStorageValue[] {
  const values: unknown[] = [];
  for (let i = from; i < end; i++) {
    const row = rows[i] as Shaped;
    values.push(digestOf(row), row.id);
  }
  // The runtime also takes views, and reads only their range.
  return values as SqlStorageValue[];
}
