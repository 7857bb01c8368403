// Is the Registry where the options say? Otherwise the service would start with an empty one: without any
// warning, every namespace would lose its name and every recorded erasure would be forgotten. So the start is
// refused; also when the Registry is there but all its namespaces are missing (a disk that is not mounted).

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure, EXIT, reasonOf } from "../cli/command.ts";
import { countOf } from "../cli/report.ts";
import {
  classFolder,
  exchangeMark,
  isEmpty,
  isMade,
  listObjects,
  objectsFolder,
  type Places,
  REGISTRY_FILES,
  rowsOf,
  withDatabase,
} from "./object-files.ts";

/** How long to wait for a database in use: a backup of a running service waits as well. */
const BUSY_PATIENCE_MS = 10_000;

/** The data folders of both classes; a usage failure when --ledger repeats --data. */
export function choosePlaces(dataDir: string, ledgerDir: string | null): Places {
  if (ledgerDir !== null && realPath(ledgerDir) === realPath(dataDir)) {
    throw new CommandFailure(
      "--ledger must be another folder than --data, best on another disk.",
      EXIT.usage,
    );
  }
  return { Vault: dataDir, Registry: ledgerDir ?? dataDir };
}

/** Fail with advice when a restore was interrupted, or when only one of Registry and namespaces is in place. */
export function requireConsistentPlaces(places: Places): void {
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

function requireRegistry({ Vault: dataDir, Registry: registryDir }: Places): void {
  const [inData, inLedger] = [dataDir, registryDir].map((dir) => classFolder(dir, "Registry"));
  const isApart = registryDir !== dataDir;
  // In the opposite order of their creation: a service may be creating them now.
  const hasVaults = listObjects(dataDir, "Vault").length > 0;
  const registries = listRegistries(registryDir);
  if (isApart && listRegistries(dataDir).length > 0) {
    throw new CommandFailure(
      registries.length > 0
        ? `There are two Registries: ${inData} and ${inLedger}.\n` +
            "Refused, because only one of them knows every namespace and every erasure. Keep the one that was\n" +
            "in use last and move the other folder away."
        : `The Registry (names of namespaces, record of erasures) is in ${dataDir}, not in ${registryDir}.\n` +
            "Refused, because an empty one would begin beside it. Move it while no service runs:\n" +
            `  mkdir -p '${objectsFolder(registryDir)}'\n` +
            `  mv '${inData}' '${objectsFolder(registryDir)}/'\n` +
            "or leave out --ledger.",
    );
  }
  if (registries.length === 0 && hasVaults) {
    const advice = isApart
      ? "Is --ledger the folder it was started with before?"
      : "It was last started with --ledger: give the same folder again\n" +
        `(or, to give that up, move DIR2/objects/masking-vault-Registry into '${objectsFolder(dataDir)}/').`;
    throw new CommandFailure(
      `${dataDir} holds namespaces, but there is no Registry (their names, record of erasures) in ${registryDir}.\n` +
        `Refused, because an empty one would begin. ${advice}\n` +
        "When it is lost, bring it back from a backup: npm run restore -- --help",
    );
  }
  if (registries.length > 0 && !registries.includes(REGISTRY_FILES[0] ?? "")) {
    throw new CommandFailure(
      `The first Registry (${REGISTRY_FILES[0]}) is missing or empty in ${inLedger}.\n` +
        "Refused, because an empty one would begin. Bring it back from a backup: npm run restore -- --help",
    );
  }
  requireUsedRegistries(registryDir, registries);
  if (!isApart || hasVaults) return;
  const known = countNamespaces(registryDir, registries);
  if (known === 0) return;
  throw new CommandFailure(
    `The Registry in ${registryDir} knows ${known} namespace(s), but ${dataDir} holds none.\n` +
      "Is --data right, and its disk mounted? When the data is lost, bring it back from a backup:\n" +
      `  npm run restore -- --only vault --data '${dataDir}' --from FILE\n` +
      "To begin anew, give an empty folder as --ledger.",
  );
}

/** Files of Registries that hold something: one that a power failure or a kill at its very beginning left empty is none. */
function listRegistries(dir: string): string[] {
  const folder = classFolder(dir, "Registry");
  return listObjects(dir, "Registry").filter((name) => isMade(join(folder, name)));
}

/** Require every Registry that was ever created: its file exists before the first Registry records it as used. */
function requireUsedRegistries(dir: string, registries: readonly string[]): void {
  const used = registries
    .filter((name) => name === REGISTRY_FILES[0])
    .flatMap((name) =>
      readRows(dir, name, "used_registry", "SELECT number AS n FROM used_registry"),
    );
  const missing = used
    .map((number) => REGISTRY_FILES[number] ?? "")
    // Looked for only now: one that has begun since the folder was listed is among the used ones already.
    .filter((name) => isEmpty(join(classFolder(dir, "Registry"), name)));
  if (missing.length === 0) return;
  throw new CommandFailure(
    `${countOf(missing.length, "Registry file")} missing or empty in ${classFolder(dir, "Registry")}:\n` +
      `${missing.map((name) => `  ${name}\n`).join("")}` +
      "Refused, because empty ones would begin: names of namespaces would be given out twice, and recorded\n" +
      "erasures forgotten. Put them back, or bring all back from a backup: npm run restore -- --help",
  );
}

/** Number of namespaces in a folder's Registries; 0 while they have no tables. */
function countNamespaces(dir: string, registries: readonly string[]): number {
  const sql = "SELECT count(*) AS n FROM namespace";
  const counts = registries.flatMap((name) => readRows(dir, name, "namespace", sql));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The numbers `n` that a query of a Registry's database returns; none where it lacks the table. */
function readRows(dir: string, name: string, table: string, sql: string): number[] {
  const path = join(classFolder(dir, "Registry"), name);
  // Not read-only: after a kill the -wal file must be recovered first, which writes.
  const options = { timeout: BUSY_PATIENCE_MS };
  try {
    return withDatabase(path, options, (database) =>
      rowsOf(database, table, sql).map((row) => Number(row["n"])),
    );
  } catch (error) {
    throw new CommandFailure(
      `A Registry cannot be read: ${path}: ${reasonOf(error)}.\n` +
        "When it is damaged, bring all Registries back from a backup: npm run restore -- --help",
    );
  }
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
