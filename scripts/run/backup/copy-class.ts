// Copies the objects of one class and their alarms into an archive.

import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { ALARM_FILE, classFolder, listObjects, type ObjectClass } from "../serve/object-files.ts";
import { type Alarm, readAlarm, readNames, writeAlarms } from "./alarms.ts";
import type { Follow } from "./archive-reader.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { toArchivePath } from "./manifest.ts";
import { copyDatabase } from "./snapshot.ts";

/** Copy a class; gives the number of objects. Throws the signal's reason when it fires. */
export async function copyClass(
  dir: string,
  objectClass: ObjectClass,
  archive: ArchiveWriter,
  { signal, onProgress }: Follow,
): Promise<number> {
  const folder = classFolder(dir, objectClass);
  const alarmFile = join(folder, ALARM_FILE);
  // Looked at before and after: an alarm that is in a copy was there at one of the two times.
  const names = readNames(alarmFile);
  const alarms: Alarm[] = [];
  const copy = join(archive.folder, "copy.sqlite");
  const objects = listObjects(dir, objectClass);
  let copied = 0;
  for (const [done, name] of objects.entries()) {
    onProgress(done, objects.length);
    // Signals are heard between two objects.
    await turn();
    signal.throwIfAborted();
    if (!(await copyDatabase(join(folder, name), copy))) continue;
    const alarm = readAlarm(copy, name.replace(".sqlite", ""));
    if (alarm) alarms.push(alarm);
    await archive.add(toArchivePath(objectClass, name), copy);
    copied++;
  }
  await copyDatabase(alarmFile, copy);
  for (const [id, name] of readNames(copy)) names.set(id, name);
  writeAlarms(copy, alarms, names);
  await archive.add(toArchivePath(objectClass, ALARM_FILE), copy);
  return copied;
}
