// Copies the objects of one class and their alarms into an archive.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { CommandFailure, reasonOf } from "../cli/command.ts";
import { type Alarm, readAlarm, readNames, writeAlarms } from "../serve/alarm-list.ts";
import {
  ALARM_FILE,
  classFolder,
  listObjects,
  type ObjectClass,
  REGISTRY_FILES,
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
      const alarm = readAlarm(copy, name);
      if (alarm) alarms.push(alarm);
      await archive.add(toArchivePath({ cell, objectClass, name }), copy);
      copied++;
    }
  }
  // Alarms change while the databases are copied one by one, and an object whose alarm is missing from the list would never
  // wake. So the list is made from the copies.
  for (const [id, name] of readNames(alarmFile)) names.set(id, name);
  rmSync(copy, { force: true });
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
