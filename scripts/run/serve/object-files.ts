// Where the objects' databases are inside a folder. workerd decides the layout from the unique keys:
// DIR/objects/<unique key>/<id>.sqlite, one per object, and metadata.sqlite with the class's alarms.

import { createHash, createHmac } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { REGISTRIES } from "../../../src/core/registries.ts";
import { registryName } from "../../../src/platform/objects.ts";

/** The classes of objects there are. serve configures and backup copies exactly these. */
export const OBJECT_CLASSES = ["Vault", "Registry"] as const;

/** A class of objects. */
export type ObjectClass = (typeof OBJECT_CLASSES)[number];

/** Where each class is kept: the Registry may be on a disk of its own. */
export type Places = { Vault: string; Registry: string };

/** The file that holds a class's alarms. An object's copy without it would sleep for ever. */
export const ALARM_FILE = "metadata.sqlite";

const READ_PATIENCE_MS = 2_000;

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

/**
 * File name of the object of that name: workerd makes an object's id of its class's unique key and its name, as
 * SHA-256(key), then HMAC-SHA-256 twice, 16 bytes of each (server/actor-id-impl.c++).
 */
export function objectFile(objectClass: ObjectClass, name: string): string {
  const key = createHash("sha256").update(uniqueKey(objectClass)).digest();
  const hmac = (data: string | Buffer) =>
    createHmac("sha256", key).update(data).digest().subarray(0, 16);
  const base = hmac(name);
  return `${Buffer.concat([base, hmac(base)]).toString("hex")}.sqlite`;
}

/** File names of all Registry objects there may be, by their number. */
export const REGISTRY_FILES: readonly string[] = Array.from({ length: REGISTRIES }, (_, number) =>
  objectFile("Registry", registryName(number)),
);

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

/** Read a database that a runtime may have open. */
export function readDatabase<T>(path: string, use: (database: DatabaseSync) => T): T {
  try {
    return withDatabase(path, { readOnly: true, timeout: READ_PATIENCE_MS }, use);
  } catch {
    // Behind a kill its log has to be recovered first, which writes; who has it open so would be in the way of a runtime.
    return withDatabase(path, { timeout: READ_PATIENCE_MS }, use);
  }
}

/** What says in a database's head that it has a log (SQLite, "Database File Format", section 1.3): both bytes from here on. */
const VERSIONS_AT = 18;
const WITH_LOG = Buffer.of(2, 2);

/**
 * Whether a runtime has made a database and no longer needs it for itself. It gives a new one a log, for which nobody else
 * may read it: it does not wait for them, and its object would fail.
 */
export function isMade(path: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const versions = Buffer.alloc(WITH_LOG.length);
      readSync(file, versions, 0, versions.length, VERSIONS_AT);
      return versions.equals(WITH_LOG);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** Whether a database has a table: those of a new object come with its first request. */
export function hasTable(database: DatabaseSync, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
  return database.prepare(sql).get(name) !== undefined;
}
