// npm run restore: restores a file written by npm run backup.

import { existsSync } from "node:fs";
import { FIRST_REGISTRY } from "../../src/core/registries.ts";
import { type ArchivedObject, unpackArchive, verifyArchive } from "../run/backup/archive-reader.ts";
import { lookForOlderKeys, noteUsed, raiseCeilings } from "../run/backup/ceilings.ts";
import {
  beginUnpacking,
  discardUnpacked,
  exchange,
  listTargets,
  type Target,
  unpackedPath,
} from "../run/backup/exchange.ts";
import type { Manifest } from "../run/backup/manifest.ts";
import { allCells, cellPlaces, countCells, noteCells } from "../run/cells/folders.ts";
import { readMoves } from "../run/cells/move.ts";
import { namespacesOf, registryPath } from "../run/cells/registry-rows.ts";
import {
  CommandFailure,
  EXIT,
  optionalPath,
  parseOptions,
  requiredPath,
  runStoppable,
} from "../run/cli/command.ts";
import { count, countOf, Report } from "../run/cli/report.ts";
import { HeldFolders } from "../run/serve/data-lock.ts";
import {
  ALARM_FILE,
  listObjects,
  OBJECT_CLASSES,
  type ObjectClass,
  type Places,
  REGISTRY_FILES,
} from "../run/serve/object-files.ts";
import { writePrivately } from "../run/serve/private-folder.ts";
import { choosePlaces } from "../run/serve/registry-place.ts";

const HELP = `Restore a copy made by npm run backup. The service must be stopped.

  npm run restore -- --from /backups/vault-2026-11-21.tar --data ./vault-data
  npm run restore -- --from FILE --data DIR --only vault  # DIR is lost

  --from FILE     the backup; every checksum is verified before anything is
                  touched
  --data DIR      the folder for serve, created when missing
  --ledger DIR2   where the Registry goes when serve has --ledger DIR2
  --only CLASS    vault: only the namespaces' data. The existing Registry is
                  newer, and the service repeats the erasures that it records
                  since the backup
                  registry: only the Registry (with --ledger, --data may be
                  left out); namespaces that know of later erasures than it
                  does will not serve
  --force         replace the data in the folders. It is moved to
                  DIR/replaced-TIME, not deleted: delete it yourself once all is
                  well, because it may contain values erased since

Run it as the user that runs the service, and start the service with the same
VAULT_ROOT_KEY as before. Jobs that were running continue by themselves.
Exit codes: 0 restored, 1 failed (nothing changed), 3 a service holds a folder,
64 wrong usage.`;

/** What to restore, and where. Only classes in `places` are replaced; `all` has the other class's folder, too, if known. */
type Options = {
  places: Partial<Places>;
  all: Partial<Places>;
  file: string;
  isReplacing: boolean;
};

await runStoppable("Nothing was changed.", (asked) => restore(readOptions(), asked));

function readOptions(): Options {
  const given = parseOptions(HELP, {
    from: { type: "string" },
    data: { type: "string" },
    ledger: { type: "string" },
    only: { type: "string" },
    force: { type: "boolean", default: false },
  });
  const rest = { file: requiredPath("from", given.from), isReplacing: given.force };
  const ledgerDir = optionalPath(given.ledger);
  const only = checkClass(given.only);
  if (only === "Registry" && given.data === undefined && ledgerDir !== null) {
    const places = { Registry: ledgerDir };
    return { places, all: places, ...rest };
  }
  const all = choosePlaces(requiredPath("data", given.data), ledgerDir);
  return { places: only === null ? all : { [only]: all[only] }, all, ...rest };
}

function checkClass(name: string | undefined): ObjectClass | null {
  if (name === undefined) return null;
  const found = OBJECT_CLASSES.find((objectClass) => objectClass.toLowerCase() === name);
  if (found) return found;
  throw new CommandFailure(`--only must be vault or registry, not "${name}".`, EXIT.usage);
}

async function restore(
  { places, all, file, isReplacing }: Options,
  signal: AbortSignal,
): Promise<undefined> {
  writePrivately();
  const report = new Report(process.stdout);
  const follow = () => ({ signal, onProgress: report.occasionalProgress() });
  const { manifest, objects } = await report.step(
    "verify checksums",
    () => verifyArchive(file, follow()),
    (archive) => countOf(archive.objects.length, "file"),
  );
  // Cells that the backup lacks are empty afterwards.
  const cells = Math.max(manifest.cells ?? 1, countCells(all));
  const targets = listTargets(places, cells);
  const unpackedPaths = new Map<ArchivedObject, string>();
  for (const object of placeObjects({ places, all }, manifest, objects)) {
    const target = targets.find(
      ({ cell, objectClass }) => cell === object.cell && objectClass === object.objectClass,
    );
    if (target !== undefined) unpackedPaths.set(object, unpackedPath(target, object.name));
  }
  const wanted = [...unpackedPaths.keys()];
  const locks: HeldFolders[] = [];
  try {
    for (let cell = 0; cell < cells; cell++) {
      locks.push(await HeldFolders.acquire(placesToHold({ places, all }, cell)));
    }
    requireRoom(targets, wanted, isReplacing);
    beginUnpacking(targets);
    await report.step(
      "unpack",
      () => unpackArchive(file, unpackedPaths, follow()),
      () => countOf(wanted.length, "file"),
    );
    for (const [{ cell, objectClass, name }, path] of unpackedPaths) {
      if (objectClass === "Registry" && name !== ALARM_FILE) raiseCeilings(path);
      const files = wanted.filter((other) => other.cell === cell).map((other) => other.name);
      if (name !== REGISTRY_FILES[0]) continue;
      noteUsed(path, files);
      lookForOlderKeys(path);
    }
    if (places.Registry === undefined) lookForOlderKeysIn(all);
    noteCells(all, cells);
    const former = exchange(targets, new Date());
    report.print(summary(targets, wanted, manifest.created, former));
  } finally {
    discardUnpacked(targets);
    for (const lock of locks) lock.release();
  }
}

/** A cell's folders to lock: those to replace, and the other class's if it exists, because its Registry is changed, too. */
function placesToHold({ places, all }: Pick<Options, "places" | "all">, cell: number) {
  const present = Object.entries(cellPlaces(all, cell)).filter(([, dir]) => existsSync(dir));
  return { ...Object.fromEntries(present), ...cellPlaces(places, cell) };
}

/** Objects with their cells: with --only vault as the present Registries say; with --only registry none may have moved. */
function placeObjects(
  { places, all }: Pick<Options, "places" | "all">,
  { cells = 1, moves = 0 }: Manifest,
  objects: readonly ArchivedObject[],
): readonly ArchivedObject[] {
  if (cells === 1 || (places.Vault !== undefined && places.Registry !== undefined)) return objects;
  const { Vault, Registry } = all;
  if (places.Vault === undefined || Vault === undefined || Registry === undefined) {
    if (readMoves(all) === moves) return objects;
    throw new CommandFailure("Namespaces were moved since this backup: restore all of it.");
  }
  const cellOf = new Map(
    allCells({ Vault, Registry }).flatMap((folders, cell) =>
      namespacesOf(folders).map(({ file }) => [file, cell] as const),
    ),
  );
  return objects.map((object) =>
    object.objectClass === "Vault"
      ? { ...object, cell: cellOf.get(object.name) ?? object.cell }
      : object,
  );
}

/** The same for Registries that are not restored: they are newer than the data. */
function lookForOlderKeysIn({ Vault, Registry }: Partial<Places>): void {
  if (Vault === undefined || Registry === undefined) return;
  for (const cell of allCells({ Vault, Registry })) {
    const path = registryPath(cell, FIRST_REGISTRY);
    if (existsSync(path)) lookForOlderKeys(path);
  }
}

/** Fail when there are objects already and --force was not given. */
function requireRoom(targets: Target[], wanted: ArchivedObject[], isReplacing: boolean): void {
  if (isReplacing) return;
  const keyOf = (cell: number, objectClass: string, name: string) =>
    `${cell}/${objectClass}/${name}`;
  const kept = new Set(wanted.map(({ cell, objectClass, name }) => keyOf(cell, objectClass, name)));
  for (const { cell, objectClass, dir } of targets) {
    const present = listObjects(dir, objectClass);
    if (present.length === 0) continue;
    const what = objectClass === "Vault" ? countOf(present.length, "namespace") : "a Registry";
    const newer = present.filter((name) => !kept.has(keyOf(cell, objectClass, name))).length;
    throw new CommandFailure(
      `${dir} holds ${what} already${newer > 0 ? ` (${count(newer)} not in the backup)` : ""}. Nothing was changed.\n` +
        `Add --force to put the backup in their place; what is there is then moved to ${dir}/replaced-TIME.`,
    );
  }
}

function summary(
  targets: Target[],
  wanted: ArchivedObject[],
  created: string,
  former: string[],
): string {
  const namespaces = wanted.filter(
    ({ objectClass, name }) => objectClass === "Vault" && name !== ALARM_FILE,
  );
  const parts = targets.flatMap(({ cell, objectClass, dir }) => {
    if (cell > 0) return [];
    const what = objectClass === "Vault" ? countOf(namespaces.length, "namespace") : "the Registry";
    return [`${what} into ${dir}`];
  });
  const lines = [`Restored as of ${created}: ${parts.join(", ")}.`];
  if (former.length > 0) {
    lines.push(
      `What was there is now in ${former.join(" and ")}. Delete it once all is well: it may hold what was erased.`,
    );
  }
  if (targets.some(({ objectClass }) => objectClass === "Registry")) {
    lines.push("Erasures accepted after that moment are not part of it: repeat them.");
  }
  lines.push("Credentials revoked after that moment are valid again: revoke them again.");
  lines.push("Start the service with the same VAULT_ROOT_KEY as before.");
  return lines.join("\n");
}
