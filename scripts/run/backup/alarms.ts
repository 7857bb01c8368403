// Keeps the alarms of a backup true. workerd stores each alarm twice: in the object, and in the class's
// metadata.sqlite, which wakes the object. The copies are made one after another while alarms come and
// go; an object's copy with an alarm that the copied list lacks would never wake. So the copied list is
// written anew from the copied objects.

import { existsSync } from "node:fs";
import { hasTable, withDatabase } from "../serve/object-files.ts";

/** When an object wants to wake, in nanoseconds since 1970. */
export type Alarm = { objectId: string; time: bigint };

/** workerd's key of the alarm in an object's own database. */
const ALARM_KEY = 1;

/** The alarm in the copy of an object's database; null when it has none. */
export function readAlarm(copy: string, objectId: string): Alarm | null {
  return withDatabase(copy, { readOnly: true }, (database) => {
    if (!hasTable(database, "_cf_METADATA")) return null;
    const statement = database.prepare("SELECT value FROM _cf_METADATA WHERE key = ?");
    statement.setReadBigInts(true);
    const time = statement.get(ALARM_KEY)?.["value"];
    return typeof time === "bigint" && time > 0n ? { objectId, time } : null;
  });
}

/** Names of the objects that have an alarm now, by id. workerd keeps a name only beside an alarm. */
export function readNames(alarmFile: string): Map<string, string> {
  if (!existsSync(alarmFile)) return new Map();
  return withDatabase(alarmFile, { readOnly: true }, (database) => {
    if (!hasTable(database, "_cf_ALARM")) return new Map();
    const sql = "SELECT actor_id, actor_name FROM _cf_ALARM WHERE actor_name IS NOT NULL";
    const rows = database.prepare(sql).all();
    return new Map(rows.map((row) => [String(row["actor_id"]), String(row["actor_name"])]));
  });
}

/** Make the copied list of alarms (created when there was none) say what the copied objects say. */
export function writeAlarms(copy: string, alarms: Alarm[], names: Map<string, string>): void {
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
