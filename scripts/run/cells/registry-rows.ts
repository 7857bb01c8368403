// What the Registries of a cell know of a namespace, on its way to those of another; neither cell runs.

import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { registryOfName, registryOfNid } from "../../../src/core/registries.ts";
import {
  classFolder,
  hasTable,
  listObjects,
  objectFile,
  type Places,
  REGISTRY_FILES,
  readDatabase,
  withDatabase,
} from "../serve/object-files.ts";

type Moving = { nid: string; name: string };

/** What a Registry has of a namespace; of one that is being deleted nothing is moved. */
const COPIES = [
  "INSERT OR REPLACE INTO namespace SELECT * FROM source.namespace WHERE nid = ?",
  "INSERT OR REPLACE INTO ledger SELECT * FROM source.ledger WHERE nid = ?",
  "INSERT OR REPLACE INTO ledger_replay SELECT * FROM source.ledger_replay WHERE nid = ?",
  "INSERT OR REPLACE INTO id_ceiling SELECT * FROM source.id_ceiling WHERE nid = ?",
  "INSERT OR REPLACE INTO token_ceiling SELECT * FROM source.token_ceiling WHERE nid = ?",
  "INSERT OR REPLACE INTO due_work SELECT * FROM source.due_work WHERE nid = ?",
  "INSERT OR REPLACE INTO taken_over SELECT * FROM source.taken_over WHERE nid = ?",
];
const COPY_NAME =
  "INSERT OR REPLACE INTO name_elsewhere SELECT * FROM source.name_elsewhere WHERE nid = ?";
const DROPS = [
  "DELETE FROM ledger WHERE nid = ?",
  "DELETE FROM ledger_replay WHERE nid = ?",
  "DELETE FROM id_ceiling WHERE nid = ?",
  "DELETE FROM token_ceiling WHERE nid = ?",
  "DELETE FROM due_work WHERE nid = ?",
  "DELETE FROM taken_over WHERE nid = ?",
  "DELETE FROM namespace WHERE nid = ?",
];
const DROP_NAME = "DELETE FROM name_elsewhere WHERE nid = ?";
/** Tables before their indexes; those of the runtime it makes itself. */
const OWN_SCHEMA = `SELECT sql FROM source.sqlite_schema
  WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY type DESC, rowid`;
/** Path of a Registry's database in a cell. */
export function registryPath({ Registry }: Places, number: number): string {
  return join(classFolder(Registry, "Registry"), REGISTRY_FILES[number] ?? "");
}

/** The nid of a name in a cell, null where it has none of that name. */
export function nidOf(places: Places, name: string): string | null {
  const path = registryPath(places, registryOfName(name));
  if (!existsSync(path)) return null;
  return readDatabase(path, (database) => {
    for (const table of ["namespace", "name_elsewhere"]) {
      if (!hasTable(database, table)) continue;
      const row = database.prepare(`SELECT nid FROM ${table} WHERE name = ?`).get(name);
      if (row !== undefined) return String(row["nid"]);
    }
    return null;
  });
}

/** Files of the namespaces that a cell's Registries know. */
export function vaultFilesOf(places: Places): string[] {
  return listObjects(places.Registry, "Registry").flatMap((file) =>
    readDatabase(join(classFolder(places.Registry, "Registry"), file), (database) =>
      hasTable(database, "namespace")
        ? database
            .prepare("SELECT nid FROM namespace")
            .all()
            .map(({ nid }) => objectFile("Vault", String(nid)))
        : [],
    ),
  );
}

/** Whether a Registry's database has this namespace in a table. */
export function has(path: string, table: string, nid: string): boolean {
  if (!existsSync(path)) return false;
  return readDatabase(path, (database) => {
    if (!hasTable(database, table)) return false;
    return database.prepare(`SELECT 1 FROM ${table} WHERE nid = ?`).get(nid) !== undefined;
  });
}

/** Copy what a Registry knows of a namespace. Until the source's rows are dropped, which is the last step but the file's end, what it has is what counts. */
export function copyRows(source: Places, target: Places, { nid, name }: Moving): void {
  const number = registryOfNid(nid);
  const from = registryPath(source, number);
  if (!has(from, "namespace", nid)) return;
  addRegistry(target, number, from);
  copyBetween(from, registryPath(target, number), COPIES, nid);
  const named = registryOfName(name);
  if (named === number || !has(registryPath(source, named), "name_elsewhere", nid)) return;
  addRegistry(target, named, from);
  copyBetween(registryPath(source, named), registryPath(target, named), [COPY_NAME], nid);
}

/** Drop what a cell's Registries know of a namespace. */
export function dropRows(source: Places, { nid, name }: Moving): void {
  const run = (path: string, statements: readonly string[]) => {
    if (!existsSync(path)) return;
    withDatabase(path, {}, (database) => inTransaction(database, statements, nid));
  };
  run(registryPath(source, registryOfName(name)), [DROP_NAME]);
  run(registryPath(source, registryOfNid(nid)), DROPS);
}

/** Make a cell's Registry unless it is there, and have its first one say that it is used; in this order, as it does itself. */
function addRegistry(target: Places, number: number, model: string): void {
  makeTables(registryPath(target, number), model);
  if (number === 0) return;
  const first = registryPath(target, 0);
  makeTables(first, model);
  withDatabase(first, {}, (database) => {
    database.prepare("INSERT OR IGNORE INTO used_registry (number) VALUES (?)").run(number);
  });
}

/** Give a Registry's database the tables that another one has, unless it has its own. */
function makeTables(path: string, model: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  withDatabase(path, {}, (database) => {
    if (hasTable(database, "migration")) return;
    database.exec("PRAGMA journal_mode = WAL");
    database.prepare("ATTACH ? AS source").run(model);
    const made = database.prepare(OWN_SCHEMA).all();
    database.exec("BEGIN IMMEDIATE");
    for (const { sql } of made) database.exec(String(sql));
    database.exec("INSERT INTO migration SELECT * FROM source.migration");
    database.exec("COMMIT");
  });
}

/** How many migrations a Registry's database has had; null where it has no tables. */
export function versionOf(path: string): number | null {
  if (!existsSync(path)) return null;
  return readDatabase(path, (database) =>
    hasTable(database, "migration")
      ? Number(database.prepare("SELECT max(id) AS last FROM migration").get()?.["last"])
      : null,
  );
}

/** Run statements in a transaction of one database that read from another, `source`. */
export function copyBetween(
  from: string,
  to: string,
  statements: readonly string[],
  value: string,
): void {
  withDatabase(to, {}, (database) => {
    database.prepare("ATTACH ? AS source").run(from);
    inTransaction(database, statements, value);
  });
}

function inTransaction(database: DatabaseSync, statements: readonly string[], value: string): void {
  database.exec("BEGIN IMMEDIATE");
  for (const statement of statements) database.prepare(statement).run(value);
  database.exec("COMMIT");
}
