// Is the Registry where the options say? Starting beside it would begin an empty one: every namespace
// would lose its name and every recorded erasure would be forgotten, without a word. So we refuse; and
// likewise when the Registry is there and all its namespaces are not (a disk that is not mounted).

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure, EXIT } from "../cli/command.ts";
import {
  classFolder,
  exchangeMark,
  hasTable,
  listObjects,
  objectsFolder,
  type Places,
  withDatabase,
} from "./object-files.ts";

/** The folders of both classes, or a usage failure when --ledger repeats --data. */
export function choosePlaces(dataDir: string, ledgerDir: string | null): Places {
  if (ledgerDir !== null && realPath(ledgerDir) === realPath(dataDir)) {
    throw new CommandFailure(
      "--ledger must be another folder than --data, best on another disk.",
      EXIT.usage,
    );
  }
  return { Vault: dataDir, Registry: ledgerDir ?? dataDir };
}

/**
 * Fails, saying how to put it right, unless what is in the folders belongs together: no restore was cut off, and
 * Registry and namespaces are both where they belong, or nothing exists yet.
 */
export function requireConsistent(places: Places): void {
  requireFinishedRestore(places);
  requireRegistry(places);
}

function requireFinishedRestore(places: Places): void {
  const unfinished = Object.values(places).find((dir) => existsSync(exchangeMark(dir)));
  if (unfinished === undefined) return;
  throw new CommandFailure(
    `A restore into ${unfinished} was cut off half-way: what is there does not belong together.\n` +
      "Run the same restore again, with --force.",
  );
}

function requireRegistry(places: Places): void {
  const { Vault: dataDir, Registry: registryDir } = places;
  const isApart = registryDir !== dataDir;
  const registries = listObjects(registryDir, "Registry");
  const hasVaults = listObjects(dataDir, "Vault").length > 0;
  if (isApart && listObjects(dataDir, "Registry").length > 0) {
    throw registries.length > 0 ? twice(places) : stillInData(places);
  }
  if (registries.length === 0 && hasVaults) throw missing(places, isApart);
  if (isApart && !hasVaults) {
    const folder = classFolder(registryDir, "Registry");
    const known = registries.reduce((sum, name) => sum + countNamespaces(join(folder, name)), 0);
    if (known > 0) throw withoutVaults(places, known);
  }
}

/** Namespaces a Registry knows; 0 before its first. */
function countNamespaces(path: string): number {
  return withDatabase(path, { readOnly: true }, (database) => {
    if (!hasTable(database, "namespace")) return 0;
    return Number(database.prepare("SELECT count(*) AS n FROM namespace").get()?.["n"]);
  });
}

function twice({ Vault: dataDir, Registry: ledgerDir }: Places): CommandFailure {
  return new CommandFailure(
    `There are two Registries: ${classFolder(dataDir, "Registry")} and ${classFolder(ledgerDir, "Registry")}.\n` +
      "Refused, because only one of them knows every namespace and every erasure. Keep the one that was\n" +
      "in use last and move the other folder away.",
  );
}

function stillInData({ Vault: dataDir, Registry: ledgerDir }: Places): CommandFailure {
  return new CommandFailure(
    `The Registry (names of namespaces, record of erasures) is in ${dataDir}, not in ${ledgerDir}.\n` +
      "Refused, because an empty one would begin beside it. Move it while no service runs:\n" +
      `  mkdir -p '${objectsFolder(ledgerDir)}'\n` +
      `  mv '${classFolder(dataDir, "Registry")}' '${objectsFolder(ledgerDir)}/'\n` +
      "or leave out --ledger.",
  );
}

function withoutVaults(
  { Vault: dataDir, Registry: ledgerDir }: Places,
  known: number,
): CommandFailure {
  return new CommandFailure(
    `The Registry in ${ledgerDir} knows ${known} namespace(s), but ${dataDir} holds none.\n` +
      "Is --data right, and its disk mounted? When the data is lost, bring it back from a backup:\n" +
      `  npm run restore -- --only vault --data '${dataDir}' --from FILE\n` +
      "To begin anew, give an empty folder as --ledger.",
  );
}

function missing(
  { Vault: dataDir, Registry: registryDir }: Places,
  isApart: boolean,
): CommandFailure {
  const advice = isApart
    ? "Is --ledger the folder it was started with before?"
    : "It was last started with --ledger: give the same folder again\n" +
      `(or, to give that up, move DIR2/objects/masking-vault-Registry into '${objectsFolder(dataDir)}/').`;
  return new CommandFailure(
    `${dataDir} holds namespaces, but there is no Registry (their names, record of erasures) in ${registryDir}.\n` +
      `Refused, because an empty one would begin. ${advice}\n` +
      "When it is lost, bring it back from a backup: npm run restore -- --help",
  );
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
