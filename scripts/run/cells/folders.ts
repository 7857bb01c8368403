// Cells of a data folder. The first is the folder itself; the others are folders `cell-1`, `cell-2` … in it
// and in the ledger's folder. A file `cells` in both folders states their number, so that a missing one is
// noticed; without that file there is one cell.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure, EXIT } from "../cli/command.ts";
import {
  classFolder,
  listObjects,
  type Places,
  rowsOf,
  withDatabase,
} from "../serve/object-files.ts";

/** Maximum number of cells of a service. */
export const MAX_CELLS = 64;

/** Registry tables in which every namespace leaves a row, even after its deletion. */
const TRACES = ["namespace", "namespace_deletion", "ledger"] as const;
const BUSY_PATIENCE_MS = 10_000;

/** The folders of a cell. */
export function cellPlaces<P extends Partial<Places>>(places: P, cell: number): P {
  const own = ([objectClass, dir]: [string, string]) => [objectClass, join(dir, `cell-${cell}`)];
  return cell === 0 ? places : (Object.fromEntries(Object.entries(places).map(own)) as P);
}

/** The folders of all cells, the first cell's first. */
export function allCells<P extends Partial<Places>>(places: P): P[] {
  return Array.from({ length: countCells(places) }, (_, cell) => cellPlaces(places, cell));
}

/** Number of cells. After an interrupted increase it is the new number. */
export function countCells(places: Partial<Places>): number {
  return Math.max(1, ...Object.values(places).map(readCount));
}

/** How many cells to run: `wanted`, else the present number, or `fallback` in a new folder. Changes nothing. */
export function planCells(places: Places, wanted: number | null, fallback: number): number {
  const isNew = Object.values(places).every((dir) => readCount(dir) === 0) && !hasObjects(places);
  const count = wanted ?? (isNew ? fallback : countCells(places));
  // Checked even without a `cells` file: namespaces in an extra cell would no longer be served.
  for (let cell = count; cell < MAX_CELLS; cell++) requireEmpty(cellPlaces(places, cell), cell);
  return count;
}

/** Store the number of cells. The caller holds the lock of the folders. */
export function noteCells(places: Partial<Places>, count: number): void {
  for (const dir of new Set(Object.values(places))) {
    if (readCount(dir) === count || (count === 1 && readCount(dir) === 0)) continue;
    replaceFile(countFile(dir), `${count}\n`);
  }
}

/** Write a file (mode 600) atomically: to a new file first, flushed to the disk, then renamed. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/** Fail when a cell is missing, before any folder is created: an empty cell would take its place. */
export function requireCells(places: Places): void {
  for (const [cell, { Vault, Registry }] of allCells(places).entries()) {
    const missing = [Vault, Registry].find((dir) => cell > 0 && !existsSync(dir));
    if (missing === undefined) continue;
    throw new CommandFailure(
      `There are ${countCells(places)} cells, but ${missing} is missing.\n` +
        "Refused, because an empty one would begin. Is its disk mounted? When it is lost, bring it back from a\n" +
        "backup: npm run restore -- --help",
    );
  }
}

function requireEmpty(places: Places, cell: number): void {
  const folder = classFolder(places.Registry, "Registry");
  const isUsed = listObjects(places.Registry, "Registry").some((name) =>
    withDatabase(join(folder, name), { timeout: BUSY_PATIENCE_MS }, (database) =>
      TRACES.some((table) => rowsOf(database, table, `SELECT 1 FROM ${table} LIMIT 1`).length > 0),
    ),
  );
  if (!isUsed) return;
  throw new CommandFailure(
    `Cell ${cell} (${places.Vault}) holds namespaces, or the record of deleted ones: there have to be ${cell + 1} cells\n` +
      `or more (--cells ${cell + 1}).`,
    EXIT.usage,
  );
}

function hasObjects({ Vault, Registry }: Places): boolean {
  return listObjects(Vault, "Vault").length + listObjects(Registry, "Registry").length > 0;
}

function countFile(dir: string): string {
  return join(dir, "cells");
}

/** The number stated in a folder; 0 without a file. */
function readCount(dir: string): number {
  const path = countFile(dir);
  if (!existsSync(path)) return 0;
  const count = Number(readFileSync(path, "utf8"));
  if (Number.isInteger(count) && count >= 1 && count <= MAX_CELLS) return count;
  throw new CommandFailure(
    `${path} does not say how many cells there are. It holds one number: 1 and as many as there are folders cell-N.`,
  );
}
