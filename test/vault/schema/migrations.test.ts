// Every step on populated databases of every earlier state, whatever steps there are: nothing is lost, nothing is
// changed, and the state reached is the one that new databases have. And since the first release no step may do work
// that grows with what is stored: it runs in the constructor, and everybody waits. Rows are counted for that; and where
// a column is added to a STRICT table, SQLite checks the whole of it, which nothing counts (sqlite3AlterFinishAddColumn
// in alter.c: half a microsecond a row).
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { type Migration, migrate } from "../../../src/platform/migrations.ts";
import { REGISTRY_MIGRATIONS } from "../../../src/registry/schema/migrations.ts";
import { VAULT_MIGRATIONS } from "../../../src/vault/schema/migrations.ts";
import { freshRegistry } from "../../support/vault/fresh-registry.ts";
import { unusedVault } from "../../support/vault/fresh-vault.ts";

type Row = Record<string, SqlStorageValue>;

/** The last step of version 0.1.0, the first that people have databases of. */
const RELEASED = { Vault: 7, Registry: 6 };

const LISTS: readonly [keyof typeof RELEASED, readonly Migration[]][] = [
  ["Vault", VAULT_MIGRATIONS],
  ["Registry", REGISTRY_MIGRATIONS],
];
const ROWS = 20;
/** Tables that hold few rows, or rows for a while only: an index or a column may be added. */
const SMALL = new Set([
  "erased_pair",
  ...["deletion", "policy", "job", "job_key", "job_placeholder_key", "day_key", "audit_day"],
  ...["due_work", "namespace_deletion"],
]);

/** Run something on the empty database of an object that holds nothing. */
function onEmptyDatabase<T>(of: string, run: (storage: DurableObjectStorage) => T): Promise<T> {
  const { object } = of === "Vault" ? unusedVault() : freshRegistry();
  return runInDurableObject(object, (_, state) => run(state.storage));
}

function tablesOf({ sql }: DurableObjectStorage): string[] {
  const found = sql.exec<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migration' ORDER BY name",
  );
  return [...found].map(({ name }) => name).filter((name) => !/^(_cf_|sqlite_)/.test(name));
}

/** A value that a column takes, different in each row. Texts are JSON, as some are. */
function sampleOf(type: string, row: number): SqlStorageValue {
  if (type === "TEXT") return `[${row}]`;
  if (type === "BLOB") return Uint8Array.of(row >> 16, row >> 8, row).buffer;
  return row;
}

/** Rows in every table there is; tables that stay small have `most` of them. */
function populate(storage: DurableObjectStorage, rows: number, most = rows): void {
  for (const table of tablesOf(storage)) {
    const last = SMALL.has(table) ? Math.min(rows, most) : rows;
    const columns = [
      ...storage.sql.exec<{ name: string; type: string }>(
        "SELECT name, type FROM pragma_table_info(?)",
        table,
      ),
    ];
    const insert = `INSERT OR IGNORE INTO ${table} VALUES (${columns.map(() => "?").join(", ")})`;
    for (let row = 1; row <= last; row++) {
      storage.sql.exec(insert, ...columns.map(({ type }) => sampleOf(type, row)));
    }
  }
}

/** Tables as they were before step 22 moved their keys. */
const WITH_KEYS: Readonly<Record<string, string>> = {
  day_key: "SELECT * FROM day_key LEFT JOIN wrapped_key AS k ON k.id = key",
  audit_day: "SELECT d.*, wrapped FROM audit_day AS d JOIN wrapped_key AS k ON k.id = key",
  job_key: "SELECT serial AS job, wrapped FROM job JOIN wrapped_key ON id = key",
  job_placeholder_key:
    "SELECT serial AS job, wrapped FROM job JOIN wrapped_key ON id = placeholder_key",
};

/** What every table holds, by table. */
function contents(storage: DurableObjectStorage): Map<string, Row[]> {
  const tables = tablesOf(storage);
  const moved = tables.includes("wrapped_key") ? WITH_KEYS : {};
  return new Map(
    [...new Set([...tables, ...Object.keys(moved)])].map((table) => [
      table,
      [...storage.sql.exec<Row>(`${moved[table] ?? `SELECT * FROM ${table}`} ORDER BY 1`)].sort(
        byText,
      ),
    ]),
  );
}

const byText = (a: Row, b: Row) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

function schemaOf({ sql }: DurableObjectStorage): Row[] {
  const found = sql.exec<Row>("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL");
  return [...found]
    .map((row) => ({ ...row, sql: String(row["sql"]).replaceAll(/[\s"]+/g, " ") }))
    .sort((a, b) => (String(a["sql"]) < String(b["sql"]) ? -1 : 1));
}

/** Rows that a step reads and writes on a database in which every table that may be large has so many. */
function workOf(of: string, list: readonly Migration[], step: Migration, rows: number) {
  return onEmptyDatabase(of, (storage) => {
    migrate(storage, list.slice(0, step.id - 1), 0);
    populate(storage, rows, ROWS);
    const cursor = storage.sql.exec(step.sql);
    cursor.toArray();
    return { read: cursor.rowsRead, written: cursor.rowsWritten };
  });
}

describe.each(LISTS)("the steps of a %s", (of, list) => {
  const states = list.slice(0, -1).map(({ id }) => id);

  it.each(states)(
    "bring a populated database of step %d up to date, with all that it holds",
    (id) =>
      onEmptyDatabase(of, (storage) => {
        migrate(storage, list.slice(0, id), 0);
        populate(storage, ROWS);
        const before = contents(storage);
        migrate(storage, list, 0);
        const after = contents(storage);
        for (const [table, rows] of before) {
          if (table === "setting") continue;
          const kept = after.get(table)?.map((row, i) => pickColumns(row, rows[i] ?? {}));
          expect(kept, table).toEqual(rows);
        }
      }),
  );

  it.each(states)("lead from step %d to what a new database has", async (id) => {
    const fresh = await onEmptyDatabase(of, (storage) => {
      migrate(storage, list, 0);
      return schemaOf(storage);
    });
    const grown = await onEmptyDatabase(of, (storage) => {
      migrate(storage, list.slice(0, id), 0);
      populate(storage, ROWS);
      migrate(storage, list, 0);
      return schemaOf(storage);
    });
    expect(grown).toEqual(fresh);
  });

  it.each(
    list.filter(({ id }) => id > RELEASED[of]).map(({ id, description }) => ({ id, description })),
  )("do no work that grows with what is stored: step $id, $description", async ({ id }) => {
    const step = list[id - 1] as Migration;
    const few = await workOf(of, list, step, ROWS);
    const many = await workOf(of, list, step, 500);
    expect(many).toEqual(few);
    const added = [...step.sql.matchAll(/ALTER TABLE (\w+) ADD(?: COLUMN)? (\w+)/gi)];
    const slow = added.filter(([, table]) => !SMALL.has(table ?? ""));
    const names = slow.map(([, table, column]) => `${table}.${column}`);
    expect(names).toEqual([]);
  });
});

it("a step that reads or writes every row is told from one that does not", async () => {
  const copy: Migration = {
    id: VAULT_MIGRATIONS.length + 1,
    description: "",
    sql: "CREATE INDEX slow ON mapping (created);",
  };
  const few = await workOf("Vault", VAULT_MIGRATIONS, copy, ROWS);
  const many = await workOf("Vault", VAULT_MIGRATIONS, copy, 500);
  expect(many).not.toEqual(few);
});

/** The columns of `like` alone. */
function pickColumns(row: Row, like: Row): Row {
  return Object.fromEntries(Object.keys(like).map((name) => [name, row[name] ?? null]));
}
