// Replaces the present objects by the restored ones: whole folders, by renaming. So no database can meet a
// -wal or -shm file of its predecessor (SQLite would replay it over the restored one), nothing is
// overwritten, and the former folders can be put back by hand.

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellPlaces } from "../cells/folders.ts";
import { CommandFailure, reasonOf } from "../cli/command.ts";
import {
  classFolder,
  exchangeMark,
  OBJECT_CLASSES,
  type ObjectClass,
  objectsFolder,
  type Places,
  uniqueKey,
} from "../serve/object-files.ts";
import { syncFolder } from "./archive-writer.ts";

/** A class of a cell to restore, and its data folder. */
export type Target = { cell: number; objectClass: ObjectClass; dir: string };

/** The classes to restore in each of `cells` cells, with their folders. */
export function listTargets(places: Partial<Places>, cells: number): Target[] {
  return Array.from({ length: cells }, (_, cell) => cellPlaces(places, cell)).flatMap(
    (folders, cell) =>
      OBJECT_CLASSES.flatMap((objectClass) => {
        const dir = folders[objectClass];
        return dir === undefined ? [] : [{ cell, objectClass, dir }];
      }),
  );
}

/** Create the folders that the restored objects are unpacked into, beside the present ones. */
export function beginUnpacking(targets: Target[]): void {
  // Removes what a restore left that was killed before the exchange. We hold the lock, so nobody uses it.
  discardUnpacked(targets);
  for (const target of targets) mkdirSync(unpackedFolder(target), { recursive: true, mode: 0o700 });
}

/** Path that an object of a class is unpacked to. */
export function unpackedPath(target: Target, name: string): string {
  return join(unpackedFolder(target), name);
}

/** Exchange the folders; returns the folders that now hold the former ones. An interrupted exchange leaves a mark. */
export function exchange(targets: Target[], now: Date): string[] {
  for (const target of targets) syncFolder(unpackedFolder(target));
  const dirs = [...new Set(targets.map(({ dir }) => dir))];
  for (const dir of dirs) {
    mkdirSync(objectsFolder(dir), { recursive: true });
    writeFileSync(exchangeMark(dir), "", { mode: 0o600 });
    syncFolder(dir);
  }
  try {
    const folderName = `replaced-${now.toISOString().replaceAll(/[-:.]/g, "")}`;
    const former = targets.map((target) => exchangeOne(target, join(target.dir, folderName)));
    for (const dir of dirs) {
      syncFolder(dir);
      // Only now that every rename is on the disk.
      rmSync(exchangeMark(dir));
      syncFolder(dir);
    }
    return [...new Set(former.filter((folder) => folder !== null))];
  } catch (error) {
    throw new CommandFailure(
      `${reasonOf(error)}. The folders are half exchanged: run the same restore again, with --force.`,
    );
  }
}

function exchangeOne(target: Target, former: string): string | null {
  const present = classFolder(target.dir, target.objectClass);
  const isReplacing = existsSync(present);
  if (isReplacing) {
    mkdirSync(former, { recursive: true, mode: 0o700 });
    renameSync(present, join(former, uniqueKey(target.objectClass)));
    syncFolder(former);
  }
  renameSync(unpackedFolder(target), present);
  syncFolder(objectsFolder(target.dir));
  return isReplacing ? former : null;
}

/** Remove what was unpacked but not exchanged. */
export function discardUnpacked(targets: Target[]): void {
  for (const { dir } of targets) rmSync(unpackingFolder(dir), { recursive: true, force: true });
}

function unpackingFolder(dir: string): string {
  return join(dir, "restore.partial");
}

function unpackedFolder({ objectClass, dir }: Target): string {
  return join(unpackingFolder(dir), uniqueKey(objectClass));
}
