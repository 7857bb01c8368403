// Cells of a data folder: the first is the folder itself, as it was before there were others; each other is a folder
// `cell-1`, `cell-2` … in it, and in that of the ledger. How many there are stands in a file `cells` of both, so that
// one that is missing is noticed; without it there is one.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure, EXIT } from "../cli/command.ts";
import {
  classFolder,
  hasTable,
  listObjects,
  type Places,
  withDatabase,
} from "../serve/object-files.ts";

/** The most that one service may have. */
export const MOST_CELLS = 64;

/** Tables of a Registry in which a namespace that was ever there has left something. */
const TRACES = ["namespace", "namespace_deletion", "ledger"] as const;
const BUSY_PATIENCE_MS = 10_000;

/** The folders of a cell. */
export function cellPlaces<P extends Partial<Places>>(places: P, cell: number): P {
  const own = ([objectClass, dir]: [string, string]) => [objectClass, join(dir, `cell-${cell}`)];
  return cell === 0 ? places : (Object.fromEntries(Object.entries(places).map(own)) as P);
}

/** The folders of all cells that these folders have, the first one's first. */
export function allCells<P extends Partial<Places>>(places: P): P[] {
  return Array.from({ length: countCells(places) }, (_, cell) => cellPlaces(places, cell));
}

/** How many cells there are. After a growth that was cut off, as many as there were to be. */
export function countCells(places: Partial<Places>): number {
  return Math.max(1, ...Object.values(places).map(readCount));
}

/** How many cells to run: as asked for, or as there are; in a new folder as many as `fallback`. Changes nothing. */
export function planCells(places: Places, wanted: number | null, fallback: number): number {
  const isNew = Object.values(places).every((dir) => readCount(dir) === 0) && !hasObjects(places);
  const count = wanted ?? (isNew ? fallback : countCells(places));
  // Also of a folder that has lost its file `cells`, for what is in them would be forgotten.
  for (let cell = count; cell < MOST_CELLS; cell++) requireEmpty(cellPlaces(places, cell), cell);
  return count;
}

/** Note how many cells there are from now on. The folders are held. */
export function noteCells(places: Partial<Places>, count: number): void {
  for (const dir of new Set(Object.values(places))) {
    if (readCount(dir) === count || (count === 1 && readCount(dir) === 0)) continue;
    replaceFile(countFile(dir), `${count}\n`);
  }
}

/** Write a file for this user only, which is never there half: beside its place first, and on the disk. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/** Fails when a cell that there was is not there: an empty one would begin in its place. Before any is made. */
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
      TRACES.filter((table) => hasTable(database, table)).some(
        (table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
      ),
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

/** What a folder says; 0 for nothing. */
function readCount(dir: string): number {
  const path = countFile(dir);
  if (!existsSync(path)) return 0;
  const count = Number(readFileSync(path, "utf8"));
  if (Number.isInteger(count) && count >= 1 && count <= MOST_CELLS) return count;
  throw new CommandFailure(
    `${path} does not say how many cells there are. It holds one number: 1 and as many as there are folders cell-N.`,
  );
}
