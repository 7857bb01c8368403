// Reads a namespace's database: row counts and content after a request.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

const TABLES = [
  "mapping",
  "shaped_token",
  "attribute",
  "job",
  "job_chunk",
  "issued_token",
  "deletion",
  "policy",
  "policy_version",
  "wrapper",
] as const;

/** Number of rows per table. */
export type RowCounts = Readonly<Record<(typeof TABLES)[number], number>>;

/** One statement: tests of bad input count before and after each request. */
const COUNTS = `SELECT ${TABLES.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(", ")}`;

/** Rows of a namespace's tables. */
export function countRows(nid: string): Promise<RowCounts> {
  return runInDurableObject(env.VAULT.getByName(nid), (_, { storage }) => {
    return storage.sql.exec<RowCounts>(COUNTS).one();
  });
}

/** Run a statement in a namespace's database, to create a state that requests cannot reach quickly. */
export function execute(nid: string, sql: string): Promise<void> {
  return runInDurableObject(env.VAULT.getByName(nid), (_, { storage }) => {
    storage.sql.exec(sql);
  });
}

/** Every cell of a namespace's tables as one text, with bytes as Latin-1 letters. */
export function dump(nid: string): Promise<string> {
  return runInDurableObject(env.VAULT.getByName(nid), (_, { storage }) => {
    const names = storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 4) <> '_cf_'",
      )
      .toArray();
    const tables = names.map(({ name }) => [...storage.sql.exec(`SELECT * FROM ${name}`).raw()]);
    return tables.flat(2).map(textOf).join("\n");
  });
}

function textOf(cell: SqlStorageValue): string {
  if (!(cell instanceof ArrayBuffer)) return String(cell);
  let text = "";
  for (const byte of new Uint8Array(cell)) text += String.fromCharCode(byte);
  return text;
}
