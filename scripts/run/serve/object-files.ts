// Where the objects' databases are inside a folder. workerd decides the layout from the unique keys:
// DIR/objects/<unique key>/<id>.sqlite, one per object, and metadata.sqlite with the class's alarms.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";

/** The classes of objects there are. serve configures and backup copies exactly these. */
export const OBJECT_CLASSES = ["Vault", "Registry"] as const;

/** A class of objects. */
export type ObjectClass = (typeof OBJECT_CLASSES)[number];

/** Where each class is kept: the Registry may be on a disk of its own. */
export type Places = { Vault: string; Registry: string };

/** The file that holds a class's alarms. An object's copy without it would sleep for ever. */
export const ALARM_FILE = "metadata.sqlite";

/** The class's unique key. Equal to those of `wrangler dev`, so that its files can be moved here. */
export function uniqueKey(objectClass: ObjectClass): string {
  return `masking-vault-${objectClass}`;
}

/** Folder of all objects of a data folder. */
export function objectsFolder(dir: string): string {
  return join(dir, "objects");
}

/** Folder of the objects of one class. */
export function classFolder(dir: string, objectClass: ObjectClass): string {
  return join(objectsFolder(dir), uniqueKey(objectClass));
}

/** File names of the objects of one class, in order; none when there is no such folder. */
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
 * File inside a data folder that exists only while a restore exchanges what is there. Should it be cut off just
 * then, some objects are old and some new, and nobody may serve or copy such a mixture.
 */
export function exchangeMark(dir: string): string {
  return join(dir, "restore.unfinished");
}

/** Open a database, use it, and close it whatever happens. */
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

/** Whether a database has a table: those of a new object come with its first request. */
export function hasTable(database: DatabaseSync, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
  return database.prepare(sql).get(name) !== undefined;
}
