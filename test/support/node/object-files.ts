// Reads the SQLite files of a running or stopped service, and changes those of a stopped one.

import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import {
  ALARM_FILE,
  classFolder,
  listObjects,
  type ObjectClass,
  REGISTRY_FILES,
} from "../../../scripts/run/serve/object-files.ts";
import { registryOfNid } from "../../../src/core/registries.ts";

/** Paths of the databases of all objects of a class. */
export function objectPaths(dir: string, objectClass: ObjectClass): string[] {
  const folder = classFolder(dir, objectClass);
  return listObjects(dir, objectClass).map((name) => join(folder, name));
}

/** The nid in a token. */
export const nidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).nid;

/** Path of the Registry database for a token's namespace. */
export function registryPath(dir: string, token: string): string {
  return join(classFolder(dir, "Registry"), REGISTRY_FILES[registryOfNid(nidOf(token))] ?? "");
}

/** Path of a token's namespace's database; empty when there is none. */
export const vaultPathOf = ({ dataDir }: { dataDir: string }, token: string): string =>
  objectPaths(dataDir, "Vault").find((path) => {
    const [row] = query(path, "SELECT value FROM setting WHERE name = 'nid'");
    return row?.["value"] === nidOf(token);
  }) ?? "";

/** Path of a class's list of alarms. */
export function alarmPath(dir: string, objectClass: ObjectClass): string {
  return join(classFolder(dir, objectClass), ALARM_FILE);
}

/** Rows of a query. `wasKilled` opens the database for writing: after a kill its -wal file must be recovered. */
export function query(path: string, sql: string, wasKilled = false): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: !wasKilled, timeout: 5000 });
  try {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement.all();
  } finally {
    database.close();
  }
}

/** Change a stopped service's database. */
export function edit(path: string, sql: string, ...values: SQLInputValue[]): void {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

/** States of the jobs in a Vault's database, oldest first. */
export function jobStates(path: string): unknown[] {
  return query(path, "SELECT state FROM job ORDER BY serial").map(({ state }) => state);
}
