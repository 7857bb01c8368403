// Copies the objects of one class and their alarms into an archive.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { CommandFailure, reasonOf } from "../cli/command.ts";
import {
  ALARM_FILE,
  classFolder,
  hasTable,
  listObjects,
  type ObjectClass,
  REGISTRY_FILES,
  rowsOf,
  withDatabase,
} from "../serve/object-files.ts";
import type { Follow } from "./archive-reader.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { toArchivePath } from "./manifest.ts";

const BUSY_PATIENCE_MS = 10_000;
const TRIES = 3;
const RETRY_MS = 200;

const isFirst = (name: string) => name === REGISTRY_FILES[0];
const isOther = (name: string) => !isFirst(name) && REGISTRY_FILES.includes(name);
const isNone = (name: string) => !REGISTRY_FILES.includes(name);

/** What to copy: the objects of one class in a cell's folder. */
type Source = { dir: string; cell: number; objectClass: ObjectClass };

/** Copy a class; returns the number of objects. Throws the signal's reason when it fires. */
export async function copyClass(
  { dir, cell, objectClass }: Source,
  archive: ArchiveWriter,
  { signal, onProgress }: Follow,
): Promise<number> {
  const folder = classFolder(dir, objectClass);
  const alarmFile = join(folder, ALARM_FILE);
  // Read before and after the copies: any alarm in a copy existed at one of these two times.
  const names = readNames(alarmFile);
  const alarms: Alarm[] = [];
  const copy = join(archive.folder, "copy.sqlite");
  let copied = 0;
  // The first Registry is copied before the others are listed, so everything it refers to or has handed over is in
  // the backup. Keepers of replay parts come last: a part is stored before the ledger entry that names it.
  for (const round of [isFirst, isOther, isNone]) {
    const objects = listObjects(dir, objectClass).filter(round);
    for (const [done, name] of objects.entries()) {
      onProgress(done, objects.length);
      // Signals are only handled between two objects.
      await turn();
      signal.throwIfAborted();
      if (!(await copyDatabase(join(folder, name), copy))) continue;
      const alarm = readAlarm(copy, name.replace(".sqlite", ""));
      if (alarm) alarms.push(alarm);
      await archive.add(toArchivePath({ cell, objectClass, name }), copy);
      copied++;
    }
  }
  await copyDatabase(alarmFile, copy);
  for (const [id, name] of readNames(copy)) names.set(id, name);
  writeAlarms(copy, alarms, names);
  await archive.add(toArchivePath({ cell, objectClass, name: ALARM_FILE }), copy);
  return copied;
}

/**
 * Copy a database as it is at this moment, while a service writes to it or after one was killed. VACUUM INTO runs
 * in one transaction, so it includes what is only in the -wal file and leaves out remains of deleted rows, which a
 * file copy would include. Returns false when there is no such file.
 */
async function copyDatabase(source: string, target: string): Promise<boolean> {
  for (let tryNumber = 1; ; tryNumber++) {
    // The object may have been deleted since the folder was listed.
    if (!existsSync(source)) return false;
    rmSync(target, { force: true });
    try {
      withDatabase(source, { readOnly: true, timeout: BUSY_PATIENCE_MS }, (database) =>
        database.prepare("VACUUM INTO ?").run(target),
      );
      return true;
    } catch (error) {
      // workerd replaces an object's file when it deletes all of the object's storage: try again.
      if (tryNumber === TRIES) throw unreadable(source, error);
      await sleep(RETRY_MS);
    }
  }
}

function unreadable(source: string, error: unknown): CommandFailure {
  return new CommandFailure(`Cannot copy ${source}: ${reasonOf(error)}. No backup was written.`);
}

// Keeps the alarms of a backup consistent. workerd stores each alarm twice: in the object's database, and in
// the class's metadata.sqlite, which wakes the object. Alarms change while the databases are copied one by
// one, and an object whose alarm is missing from the copied list would never wake. So the copied list is
// rebuilt from the copied objects.

/** The time of an object's alarm, in nanoseconds since 1970. */
type Alarm = { objectId: string; time: bigint };

/** workerd's key of the alarm in an object's own database. */
const ALARM_KEY = 1;

/** The alarm in the copy of an object's database; null when it has none. */
function readAlarm(copy: string, objectId: string): Alarm | null {
  return withDatabase(copy, { readOnly: true }, (database) => {
    if (!hasTable(database, "_cf_METADATA")) return null;
    const statement = database.prepare("SELECT value FROM _cf_METADATA WHERE key = ?");
    statement.setReadBigInts(true);
    const time = statement.get(ALARM_KEY)?.["value"];
    return typeof time === "bigint" && time > 0n ? { objectId, time } : null;
  });
}

/** Names of the objects that have an alarm now, by id. workerd keeps an object's name only beside its alarm. */
function readNames(alarmFile: string): Map<string, string> {
  if (!existsSync(alarmFile)) return new Map();
  const sql = "SELECT actor_id, actor_name FROM _cf_ALARM WHERE actor_name IS NOT NULL";
  const rows = withDatabase(alarmFile, { readOnly: true }, (database) =>
    rowsOf(database, "_cf_ALARM", sql),
  );
  return new Map(rows.map((row) => [String(row["actor_id"]), String(row["actor_name"])]));
}

/** Make the copied list of alarms match the copied objects; creates the list when there was none. */
function writeAlarms(copy: string, alarms: Alarm[], names: Map<string, string>): void {
  withDatabase(copy, {}, (database) => {
    database.exec(
      `CREATE TABLE IF NOT EXISTS _cf_ALARM (
         actor_id TEXT PRIMARY KEY, scheduled_time INTEGER, actor_name TEXT
       ) WITHOUT ROWID;
       BEGIN;
       DELETE FROM _cf_ALARM;`,
    );
    const insert = database.prepare(
      "INSERT INTO _cf_ALARM (actor_id, scheduled_time, actor_name) VALUES (?, ?, ?)",
    );
    for (const { objectId, time } of alarms) {
      insert.run(objectId, time, names.get(objectId) ?? null);
    }
    database.exec("COMMIT");
  });
}
