// Paths of the objects' databases. workerd derives them from the unique keys: DIR/objects/<unique
// key>/<id>.sqlite for each object, and metadata.sqlite with the class's alarms.

import { createHash, createHmac } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { REGISTRIES } from "../../../src/core/registries.ts";
import { registryName } from "../../../src/platform/objects.ts";

/** All classes of objects: serve configures and backup copies exactly these. */
export const OBJECT_CLASSES = ["Vault", "Registry"] as const;

/** A class of objects. */
export type ObjectClass = (typeof OBJECT_CLASSES)[number];

/** Data folder of each class: the Registry may be on its own disk. */
export type Places = { Vault: string; Registry: string };

/** File with a class's alarms. Without it, a copied object would never wake. */
export const ALARM_FILE = "metadata.sqlite";

const READ_PATIENCE_MS = 2_000;
const SQLITE_BUSY = 5;

/** The class's unique key, the same as under `wrangler dev`, so that its files can be moved here. */
export function uniqueKey(objectClass: ObjectClass): string {
  return `masking-vault-${objectClass}`;
}

/** Folder of all objects in a data folder. */
export function objectsFolder(dir: string): string {
  return join(dir, "objects");
}

/** Folder of the objects of one class. */
export function classFolder(dir: string, objectClass: ObjectClass): string {
  return join(objectsFolder(dir), uniqueKey(objectClass));
}

/**
 * File name of an object by its name. workerd derives an object's id from its class's unique key and its name:
 * SHA-256(key), then HMAC-SHA-256 twice, 16 bytes of each (server/actor-id-impl.c++).
 */
export function objectFile(objectClass: ObjectClass, name: string): string {
  const key = createHash("sha256").update(uniqueKey(objectClass)).digest();
  const hmac = (data: string | Buffer) =>
    createHmac("sha256", key).update(data).digest().subarray(0, 16);
  const base = hmac(name);
  return `${Buffer.concat([base, hmac(base)]).toString("hex")}.sqlite`;
}

/** File names of all possible Registry objects, by number. */
export const REGISTRY_FILES: readonly string[] = Array.from({ length: REGISTRIES }, (_, number) =>
  objectFile("Registry", registryName(number)),
);

/** File names of the objects of one class, sorted; empty when the folder does not exist. */
export function listObjects(dir: string, objectClass: ObjectClass): string[] {
  try {
    const names = readdirSync(classFolder(dir, objectClass));
    return names.filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)).sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/**
 * File in a data folder that exists only while a restore exchanges objects. If the restore is interrupted then,
 * some objects are old and some new, and such a mixture must not be served or copied.
 */
export function exchangeMark(dir: string): string {
  return join(dir, "restore.unfinished");
}

/** Open a database, use it, and always close it. */
export function withDatabase<T>(
  path: string,
  options: DatabaseSyncOptions,
  use: (database: DatabaseSync) => T,
): T {
  const database = new DatabaseSync(path, options);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Whether SQLite refused a statement because of another connection's lock (SQLITE_BUSY). */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

/** Read a database that a runtime may have open. */
export function readDatabase<T>(path: string, use: (database: DatabaseSync) => T): T {
  try {
    return withDatabase(path, { readOnly: true, timeout: READ_PATIENCE_MS }, use);
  } catch {
    // After a kill, the -wal file must be recovered first, which writes. Done only then: it could get in a runtime's way.
    return withDatabase(path, { timeout: READ_PATIENCE_MS }, use);
  }
}

/** A new database has only its first page. */
const PAGE_BYTES = 4_096;

/**
 * Whether a runtime has finished creating a database: it has its WAL open, and has written to it. Nobody else may read a
 * new one before: the runtime does not wait for readers while it switches to the WAL and opens it, and its object would fail.
 * Goes by sizes alone, so that a database with a damaged header is read, and found damaged.
 */
export function isMade(path: string): boolean {
  return sizeOf(path) > PAGE_BYTES || (sizeOf(path) > 0 && sizeOf(`${path}-wal`) > 0);
}

/** Whether nothing was ever written to a database, or all of it is lost: to SQLite an empty file is a new database. */
export function isEmpty(path: string): boolean {
  return sizeOf(path) === 0 && sizeOf(`${path}-wal`) === 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The rows of a query about one table; none where the database lacks that table. */
export function rowsOf(database: DatabaseSync, table: string, sql: string, ...given: string[]) {
  return hasTable(database, table) ? database.prepare(sql).all(...given) : [];
}

/** Whether a database has a table. A new object creates its tables at its first request. */
export function hasTable(database: DatabaseSync, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
  return database.prepare(sql).get(name) !== undefined;
}
