// Moves a namespace's Registry rows from one cell to another; neither cell runs.

import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { FIRST_REGISTRY, registryOfName, registryOfNid } from "../../../src/core/registries.ts";
import { lookForOlderKeys } from "../backup/ceilings.ts";
import {
  classFolder,
  hasTable,
  isMade,
  listObjects,
  objectFile,
  type Places,
  REGISTRY_FILES,
  readDatabase,
  rowsOf,
  withDatabase,
} from "../serve/object-files.ts";

type Moving = { nid: string; name: string };

/** Tables with a namespace's rows. One that is being deleted has no row in `namespace`, and is not moved. */
const TABLES = [
  "namespace",
  "ledger",
  "ledger_replay",
  "id_ceiling",
  "token_ceiling",
  "due_work",
  "taken_over",
];
const NAME_TABLES = ["name_elsewhere"];
const copyOf = (table: string) =>
  `INSERT OR REPLACE INTO ${table} SELECT * FROM source.${table} WHERE nid = ?`;
const dropOf = (table: string) => `DELETE FROM ${table} WHERE nid = ?`;
/** Tables come before their indexes. The runtime creates its own tables itself. */
const OWN_SCHEMA = `SELECT sql FROM source.sqlite_schema
  WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY type DESC, rowid`;
/** Path of a Registry's database in a cell. */
export function registryPath({ Registry }: Places, number: number): string {
  return join(classFolder(Registry, "Registry"), REGISTRY_FILES[number] ?? "");
}

/** The nid of a namespace's name in a cell; null where the cell has no such name. */
export function nidOf(places: Places, name: string): string | null {
  const path = registryPath(places, registryOfName(name));
  const [row] = ["namespace", "name_elsewhere"].flatMap((table) =>
    rowsIn(path, table, `SELECT nid FROM ${table} WHERE name = ?`, name),
  );
  return row === undefined ? null : String(row["nid"]);
}

/** The namespaces in a cell's Registries: name, and database file. */
export function namespacesOf(places: Places): { readonly name: string; readonly file: string }[] {
  const folder = classFolder(places.Registry, "Registry");
  return listObjects(places.Registry, "Registry")
    .flatMap((file) => rowsIn(join(folder, file), "namespace", "SELECT name, nid FROM namespace"))
    .map(({ name, nid }) => ({ name: String(name), file: objectFile("Vault", String(nid)) }));
}

/** The namespaces in a cell's Registries whose database is missing or holds nothing: they are neither served nor copied. */
export function namespacesWithoutDatabase(places: Places): ReturnType<typeof namespacesOf> {
  const folder = classFolder(places.Vault, "Vault");
  // Files are looked for after the Registries are read: a database that is made meanwhile is found.
  return namespacesOf(places).filter(({ file }) => !isMade(join(folder, file)));
}

/** Whether a table of a Registry's database has a row for this namespace. */
export function has(path: string, table: string, nid: string): boolean {
  return rowsIn(path, table, `SELECT 1 FROM ${table} WHERE nid = ? LIMIT 1`, nid).length > 0;
}

/** Copy a namespace's Registry rows. The source's rows are authoritative until they are dropped, late in the move. */
export function copyRows(source: Places, target: Places, { nid, name }: Moving): void {
  const number = registryOfNid(nid);
  const from = registryPath(source, number);
  if (!has(from, "namespace", nid)) return;
  addRegistry(target, number, from);
  copyBetween(from, registryPath(target, number), TABLES.map(copyOf), nid);
  bringKeys(source, target);
  const named = registryOfName(name);
  if (named === number || !has(registryPath(source, named), "name_elsewhere", nid)) return;
  addRegistry(target, named, from);
  copyBetween(
    registryPath(source, named),
    registryPath(target, named),
    NAME_TABLES.map(copyOf),
    nid,
  );
}

/** Copy public keys of receipts that the target lacks, and restart its rotation of keys, for those that arrive. */
function bringKeys(source: Places, target: Places): void {
  const [from, to] = [registryPath(source, FIRST_REGISTRY), registryPath(target, FIRST_REGISTRY)];
  const hasKeys = (path: string) =>
    existsSync(path) && readDatabase(path, (database) => hasTable(database, "receipt_key"));
  if (!hasKeys(from) || !hasKeys(to)) return;
  withDatabase(to, {}, (database) => {
    database.prepare("ATTACH ? AS source").run(from);
    database.exec("INSERT OR IGNORE INTO receipt_key SELECT * FROM source.receipt_key");
  });
  lookForOlderKeys(to);
}

/** Delete a namespace's rows from a cell's Registries. */
export function dropRows(source: Places, { nid, name }: Moving): void {
  const drop = (path: string, tables: readonly string[]) => {
    if (!existsSync(path)) return;
    withDatabase(path, {}, (database) => inTransaction(database, tables.map(dropOf), nid));
  };
  drop(registryPath(source, registryOfName(name)), NAME_TABLES);
  drop(registryPath(source, registryOfNid(nid)), TABLES);
}

/** Create a cell's Registry if needed, then mark it as used in the first one: the same order as the service's. */
function addRegistry(target: Places, number: number, model: string): void {
  makeTables(registryPath(target, number), model);
  if (number === 0) return;
  const first = registryPath(target, 0);
  makeTables(first, model);
  withDatabase(first, {}, (database) => {
    database.prepare("INSERT OR IGNORE INTO used_registry (number) VALUES (?)").run(number);
  });
}

/** Give a Registry's database the tables of `model`, unless it has tables already. */
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

/** Number of a Registry's last migration; null where it has no tables. */
export function versionOf(path: string): number | null {
  const [row] = rowsIn(path, "migration", "SELECT max(id) AS last FROM migration");
  return row === undefined ? null : Number(row["last"]);
}

/** Run statements in one transaction of a database, with another one attached as `source`. */
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

/** Whether a rotation of the root key is under way in a cell; its first Registry knows. */
export function isRotating(cell: Places): boolean {
  const open = "SELECT 1 FROM key_rotation WHERE finished IS NULL";
  return rowsIn(registryPath(cell, FIRST_REGISTRY), "key_rotation", open).length > 0;
}

/** The rows of a query about one table of a Registry's database; none without that file or table. */
function rowsIn(path: string, table: string, sql: string, ...given: string[]) {
  if (!isMade(path)) return [];
  return readDatabase(path, (database) => rowsOf(database, table, sql, ...given));
}
