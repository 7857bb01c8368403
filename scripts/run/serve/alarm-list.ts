// The list of alarms of a class's objects, metadata.sqlite. workerd stores each alarm twice: in the object's database, and in
// this list, which wakes the object. So the list can be made anew from the objects.
import { chmodSync, existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { reasonOf } from "../cli/command.ts";
import {
  ALARM_FILE,
  classFolder,
  hasTable,
  isMade,
  listObjects,
  OBJECT_CLASSES,
  type Places,
  readDatabase,
  rowsOf,
  withDatabase,
} from "./object-files.ts";

/** The time of an object's alarm, in nanoseconds since 1970. */
export type Alarm = { objectId: string; time: bigint };

/** workerd's key of the alarm in an object's own database. */
const ALARM_KEY = 1;

/** The alarm in an object's database, of which `path` is the file or a copy; null when it has none. */
export function readAlarm(path: string, file: string): Alarm | null {
  const time = readDatabase(path, (database) => {
    if (!hasTable(database, "_cf_METADATA")) return null;
    const statement = database.prepare("SELECT value FROM _cf_METADATA WHERE key = ?");
    statement.setReadBigInts(true);
    return statement.get(ALARM_KEY)?.["value"];
  });
  const objectId = file.replace(".sqlite", "");
  return typeof time === "bigint" && time > 0n ? { objectId, time } : null;
}

/**
 * Names of the objects that have an alarm now, by id; none where the list is missing or damaged. workerd keeps an object's
 * name only beside its alarm, and this service does not need it.
 */
export function readNames(list: string): Map<string, string> {
  if (!existsSync(list)) return new Map();
  const sql = "SELECT actor_id, actor_name FROM _cf_ALARM WHERE actor_name IS NOT NULL";
  try {
    const rows = readDatabase(list, (database) => rowsOf(database, "_cf_ALARM", sql));
    return new Map(rows.map((row) => [String(row["actor_id"]), String(row["actor_name"])]));
  } catch {
    return new Map();
  }
}

/** Write a list with these alarms; `path` has none yet, or an empty one. */
export function writeAlarms(path: string, alarms: Alarm[], names: Map<string, string>): void {
  withDatabase(path, {}, (database) => {
    database.exec(
      `BEGIN;
       CREATE TABLE IF NOT EXISTS _cf_ALARM (
         actor_id TEXT PRIMARY KEY, scheduled_time INTEGER, actor_name TEXT
       ) WITHOUT ROWID;`,
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

/** What is wrong with the list of a class that has objects; null when nothing is. */
export function flawOfAlarms(list: string): string | null {
  if (!isMade(list)) return existsSync(list) ? "empty" : "missing";
  try {
    const said = readDatabase(list, (database) => database.prepare("PRAGMA quick_check(1)").get());
    return said?.["quick_check"] === "ok" ? null : "damaged";
  } catch (error) {
    return `damaged (${reasonOf(error)})`;
  }
}

/**
 * Make lists of alarms anew that are missing or damaged, before the runtime starts: it does not start with a damaged one, and
 * with an empty one no job or erasure would continue that nobody asks about. Returns a line to print for each.
 */
export function renewAlarms(places: Places): string[] {
  return OBJECT_CLASSES.flatMap((objectClass) => {
    const folder = classFolder(places[objectClass], objectClass);
    const list = join(folder, ALARM_FILE);
    const objects = listObjects(places[objectClass], objectClass);
    const flaw = objects.length === 0 ? null : flawOfAlarms(list);
    if (flaw === null) return [];
    const alarms = objects.flatMap((file) => alarmIfReadable(join(folder, file), file));
    const aside = `${list}.damaged-${Date.now()}`;
    for (const ending of ["", "-wal", "-shm"]) {
      if (existsSync(list + ending)) renameSync(list + ending, aside + ending);
    }
    writeAlarms(list, alarms, new Map());
    chmodSync(list, 0o600);
    return [`${list} was ${flaw}: made anew, with the alarms of ${objects.length} objects.`];
  });
}

/** Time between two alarms that are brought forward: each opens an object. */
const BETWEEN_ALARMS_MS = 10;
/** An alarm that was written down later than this from now was set by a clock that was ahead. */
const AHEAD_MS = 5_000;

/**
 * Have all alarms go off soon, while no runtime runs, if the clock was set back: they may be due when it has caught up. An
 * object that opens brings its work forward, and sets its alarm for the rest.
 */
export function bringAlarmsForward(places: Places, wasSetBack: boolean): void {
  for (const objectClass of OBJECT_CLASSES) {
    const list = join(classFolder(places[objectClass], objectClass), ALARM_FILE);
    const written = [list, `${list}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }));
    const isAhead = written.some((one) => (one?.mtimeMs ?? 0) > Date.now() + AHEAD_MS);
    if (!isMade(list) || !(wasSetBack || isAhead)) continue;
    withDatabase(list, {}, (database) => {
      const [alarms] = rowsOf(database, "_cf_ALARM", "SELECT count(*) AS n FROM _cf_ALARM");
      const span = Number(alarms?.["n"] ?? 0) * BETWEEN_ALARMS_MS;
      if (span > 0) database.prepare(SOON).run(Date.now(), span);
    });
  }
}

const SOON = `UPDATE _cf_ALARM
  SET scheduled_time = min(scheduled_time, (?1 + abs(random()) % ?2) * 1000000)`;

function alarmIfReadable(path: string, file: string): Alarm[] {
  if (!isMade(path)) return [];
  try {
    const alarm = readAlarm(path, file);
    return alarm === null ? [] : [alarm];
  } catch {
    // A damaged database; the runtime says so when somebody asks for its object.
    return [];
  }
}
