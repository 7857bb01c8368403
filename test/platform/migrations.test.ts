import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import {
  hasSchema,
  type Migration,
  migrate,
  migrateExisting,
} from "../../src/platform/migrations.ts";
import { REGISTRY_MIGRATIONS } from "../../src/registry/schema/migrations.ts";
import { VAULT_MIGRATIONS } from "../../src/vault/schema/migrations.ts";
import { freshRegistry } from "../support/vault/fresh-registry.ts";

const FIRST: Migration = { id: 1, description: "a", sql: "CREATE TABLE a (x INTEGER) STRICT;" };
const SECOND: Migration = {
  id: 2,
  description: "b",
  sql: "CREATE TABLE b (y TEXT) STRICT; INSERT INTO a VALUES (1);",
};
const BROKEN: Migration = {
  id: 2,
  description: "broken",
  sql: "CREATE TABLE b (y TEXT) STRICT; INSERT INTO nowhere VALUES (1);",
};

/** Run something on the empty database of a fresh object. */
function onEmptyDatabase<T>(run: (storage: DurableObjectStorage) => T): Promise<T> {
  return runInDurableObject(freshRegistry().object, (_, state) => run(state.storage));
}

const tables = (storage: DurableObjectStorage): string[] =>
  storage.sql
    .exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name",
    )
    .toArray()
    .map((row) => row.name);

describe("migrate", () => {
  it("takes an empty database through every step, and notes each with its time", async () => {
    await onEmptyDatabase((storage) => {
      expect(hasSchema(storage)).toBe(false);
      migrate(storage, [FIRST, SECOND], 42);
      expect(hasSchema(storage)).toBe(true);
      expect(tables(storage)).toEqual(["a", "b", "migration"]);
      expect(storage.sql.exec("SELECT id, applied FROM migration ORDER BY id").toArray()).toEqual([
        { id: 1, applied: 42 },
        { id: 2, applied: 42 },
      ]);
    });
  });

  it("makes every database of a list what the first became, with the rows of its steps", async () => {
    const add: Migration = {
      id: 3,
      description: "c",
      sql: "ALTER TABLE a ADD COLUMN z BLOB; UPDATE a SET z = x'00ff'; CREATE INDEX b_y ON b (y);",
    };
    const list = [FIRST, SECOND, add];
    const made: unknown[] = [];
    for (const now of [1, 2, 3]) {
      await onEmptyDatabase((storage) => {
        migrate(storage, list, now);
        const read = (query: string) => storage.sql.exec(query).toArray();
        expect(read("SELECT applied FROM migration")).toEqual(list.map(() => ({ applied: now })));
        expect(migrateExisting(storage, list, 9)).toBe(true);
        const schema = read(
          "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'",
        );
        made.push({ schema, rows: read("SELECT x, hex(z) AS z FROM a") });
      });
    }
    expect(made[0]).toMatchObject({ rows: [{ x: 1, z: "00FF" }] });
    expect(made.slice(1)).toEqual([made[0], made[0]]);
  });

  it.each([
    ["Vault", VAULT_MIGRATIONS],
    ["Registry", REGISTRY_MIGRATIONS],
  ])("makes of the list of a %s what its steps make, in the same order", async (_, list) => {
    const made: unknown[] = [];
    // Of a copy nothing is kept yet, so each first database is made step by step.
    const copy = [...list];
    for (const migrations of [[...list], copy, copy]) {
      await onEmptyDatabase((storage) => {
        migrate(storage, migrations, 7);
        const schema = storage.sql
          .exec<{ type: string; name: string }>(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY rowid",
          )
          .toArray();
        const tables = schema.filter(({ type }) => type === "table");
        const rows = tables.map(({ name }) => [...storage.sql.exec(`SELECT * FROM ${name}`).raw()]);
        made.push({ schema, rows });
      });
    }
    expect(made.slice(1)).toEqual([made[0], made[0]]);
  });

  it("leaves a database alone that was never set up, where that is asked for", async () => {
    await onEmptyDatabase((storage) => {
      expect(migrateExisting(storage, [FIRST], 1)).toBe(false);
      expect(tables(storage)).toEqual([]);
      migrate(storage, [FIRST], 1);
      expect(migrateExisting(storage, [FIRST, SECOND], 2)).toBe(true);
      expect(tables(storage)).toEqual(["a", "b", "migration"]);
    });
  });

  it("runs no step twice, and only the new ones later", async () => {
    await onEmptyDatabase((storage) => {
      migrate(storage, [FIRST], 1);
      for (let i = 0; i < 3; i++) migrate(storage, [FIRST, SECOND], 2 + i);
      expect(storage.sql.exec("SELECT count(*) AS n FROM a").one()["n"]).toBe(1);
      expect(storage.sql.exec("SELECT id, applied FROM migration ORDER BY id").toArray()).toEqual([
        { id: 1, applied: 1 },
        { id: 2, applied: 2 },
      ]);
    });
  });

  it("leaves a step out where it says so, and asks no second time", async () => {
    const step = { ...SECOND, unless: "SELECT 1 FROM a LIMIT 1 OFFSET 1" };
    for (const [rows, isLeftOut] of [
      [1, false],
      [2, true],
    ] as const) {
      await onEmptyDatabase((storage) => {
        migrate(storage, [FIRST], 1);
        for (let i = 0; i < rows; i++) storage.sql.exec("INSERT INTO a VALUES (1)");
        migrate(storage, [FIRST, step], 2);
        storage.sql.exec("DELETE FROM a");
        migrate(storage, [FIRST, step], 3);
        expect(tables(storage).includes("b")).toBe(!isLeftOut);
      });
    }
  });

  it("leaves nothing of a step that fails", async () => {
    await onEmptyDatabase((storage) => {
      migrate(storage, [FIRST], 1);
      expect(() => migrate(storage, [FIRST, BROKEN], 2)).toThrow();
      expect(tables(storage)).toEqual(["a", "migration"]);
      expect(storage.sql.exec("SELECT id FROM migration").toArray()).toEqual([{ id: 1 }]);
    });
  });

  it.each([
    ["a gap", [FIRST, { ...SECOND, id: 3 }]],
    ["a repeated number", [FIRST, { ...SECOND, id: 1 }]],
    ["the wrong order", [SECOND, FIRST]],
    ["a start at 0", [{ ...FIRST, id: 0 }]],
  ])("refuses a list with %s, and writes nothing", async (_, migrations) => {
    await onEmptyDatabase((storage) => {
      expect(() => migrate(storage, migrations, 1)).toThrow(/numbered/);
      expect(tables(storage)).toEqual([]);
    });
  });

  it("leaves alone a database that is newer than it knows", async () => {
    await onEmptyDatabase((storage) => {
      migrate(storage, [FIRST, SECOND], 1);
      migrate(storage, [FIRST], 2);
      expect(storage.sql.exec("SELECT max(id) AS last FROM migration").one()["last"]).toBe(2);
    });
  });
});
