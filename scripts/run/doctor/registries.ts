// Checks the Registries of a data folder and the lists of alarms: whether all are there and can be read, and whether each
// namespace that a Registry knows has its database. Reads only, also while a service runs.
import { join } from "node:path";
import { namespacesOf, namespacesWithoutDatabase } from "../cells/registry-rows.ts";
import { reasonOf } from "../cli/command.ts";
import { countOf, namesOf } from "../cli/report.ts";
import { flawOfAlarms } from "../serve/alarm-list.ts";
import {
  ALARM_FILE,
  classFolder,
  listObjects,
  OBJECT_CLASSES,
  type Places,
  readDatabase,
} from "../serve/object-files.ts";
import { requireConsistentPlaces } from "../serve/registry-place.ts";
import { bad, type Finding, good, watch } from "./findings.ts";

/** Check the Registries and lists of alarms of all cells. */
export function checkRegistries(cells: readonly Places[]): Finding[] {
  const flaws = cells.flatMap((places) => registryFlaws(places));
  const alarms = cells.flatMap((places) => alarmFlaws(places));
  return [
    ...(flaws.length > 0 ? flaws.map((flaw) => bad("registry", flaw)) : [knownFinding(cells)]),
    alarms.length > 0
      ? watch("alarms", `${alarms.join("; ")}: serve makes it anew when it starts`)
      : good("alarms", "the lists of alarms are readable"),
  ];
}

function registryFlaws(places: Places): string[] {
  const folder = classFolder(places.Registry, "Registry");
  const unread = listObjects(places.Registry, "Registry")
    .map((file) => join(folder, file))
    .filter((path) => !isReadable(path));
  if (unread.length > 0) return [`cannot be read, to be restored: ${unread.join(", ")}`];
  try {
    requireConsistentPlaces(places);
    return [];
  } catch (error) {
    return [reasonOf(error).replaceAll(/\s*\n\s*/g, " ")];
  }
}

function isReadable(path: string): boolean {
  try {
    readDatabase(path, (database) => database.prepare("SELECT * FROM sqlite_schema").all());
    return true;
  } catch {
    return false;
  }
}

function knownFinding(cells: readonly Places[]): Finding {
  const lost = cells.flatMap(namespacesWithoutDatabase);
  const count = cells.reduce((sum, places) => sum + namespacesOf(places).length, 0);
  if (lost.length === 0) return good("registry", `knows ${countOf(count, "namespace")}`);
  return bad(
    "registry",
    `${countOf(lost.length, "namespace")} without a database, to be restored, or, if cut off while made, to get a token again: ${namesOf(lost)}`,
  );
}

function alarmFlaws(places: Places): string[] {
  return OBJECT_CLASSES.flatMap((objectClass) => {
    const list = join(classFolder(places[objectClass], objectClass), ALARM_FILE);
    const isUsed = listObjects(places[objectClass], objectClass).length > 0;
    const flaw = isUsed ? flawOfAlarms(list) : null;
    return flaw === null ? [] : [`${list} is ${flaw}`];
  });
}
