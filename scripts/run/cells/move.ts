// Moves a namespace from one cell to another while neither runs: its Registry rows, its own database, the
// object that keeps its erasures for a replay, and their alarms. A journal file in the data folder names the
// move from before the first step until after the last. Each step can be repeated, and every start finishes a
// move before it serves anything, so an interruption leaves the namespace in one cell. The databases are
// moved as they are, so what was erased stays erased.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { registryOfName, registryOfNid } from "../../../src/core/registries.ts";
import { syncFolder } from "../backup/archive-writer.ts";
import { CommandFailure } from "../cli/command.ts";
import {
  ALARM_FILE,
  classFolder,
  hasTable,
  isBusy,
  type ObjectClass,
  objectFile,
  type Places,
  withDatabase,
} from "../serve/object-files.ts";
import { cellPlaces, countCells, replaceFile } from "./folders.ts";
import {
  copyBetween,
  copyRows,
  dropRows,
  has,
  isRotating,
  nidOf,
  registryPath,
  versionOf,
} from "./registry-rows.ts";

/** A namespace, and the cells that it moves between. */
export type Move = { nid: string; name: string; from: number; to: number };

/** Ending of a database's name while it is copied to another disk. */
const COPYING = ".moving";
/** How long a move waits for a reader of a database. The front of all cells is held up meanwhile. */
const READERS_PATIENCE_MS = 500;

const MAKE_ALARMS = `CREATE TABLE IF NOT EXISTS _cf_ALARM (
  actor_id TEXT PRIMARY KEY, scheduled_time INTEGER, actor_name TEXT
) WITHOUT ROWID`;
const COPY_ALARM =
  "INSERT OR REPLACE INTO _cf_ALARM SELECT * FROM source._cf_ALARM WHERE actor_id = ?";
const DROP_ALARM = "DELETE FROM _cf_ALARM WHERE actor_id = ?";

/** Plan a namespace's move by its name. Fails with a message for people when it cannot be moved. */
export function planMove(places: Places, name: string, to: number): Move {
  const cells = countCells(places);
  if (to >= cells)
    throw new CommandFailure(`There is no cell ${to}: the cells are 0 to ${cells - 1}.`);
  for (let from = 0; from < cells; from++) {
    const nid = nidOf(cellPlaces(places, from), name);
    if (nid === null) continue;
    if (from === to) throw new CommandFailure(`${name} is in cell ${to} already.`);
    const path = registryPath(cellPlaces(places, from), registryOfNid(nid));
    if (!has(path, "namespace", nid)) {
      throw new CommandFailure(
        `${name} is being brought up to date by the new version. Try again later.`,
      );
    }
    if (has(path, "namespace_deletion", nid)) {
      throw new CommandFailure(`${name} is to be deleted, and stays where it is.`);
    }
    // A rotation could miss its keys, or look for them in the wrong cell.
    if ([from, to].some((cell) => isRotating(cellPlaces(places, cell)))) {
      throw new CommandFailure(
        "Keys are being wrapped with a new version of the root key. Try again later.",
      );
    }
    for (const number of [0, registryOfNid(nid), registryOfName(name)]) {
      const version = versionOf(registryPath(cellPlaces(places, to), number));
      if (version === null || version === versionOf(path)) continue;
      throw new CommandFailure(`Cell ${to} is being brought up to date. Try again later.`);
    }
    return { nid, name, from, to };
  }
  throw new CommandFailure(`There is no namespace ${name}.`);
}

/**
 * Move a namespace; the caller holds both cells, and they do not run. `onStep` is called before each step. A
 * failure before the namespace's database has moved undoes the move: what has moved goes back, and the copied
 * rows and the journal are removed.
 */
export function moveNamespace(
  places: Places,
  move: Move,
  onStep: (step: number) => void = () => {},
): void {
  const path = journalPath(places.Vault);
  onStep(0);
  replaceFile(path, JSON.stringify(move));
  syncFolder(places.Vault);
  try {
    finishMove(places, onStep);
  } catch (error) {
    const [source, target] = [cellPlaces(places, move.from), cellPlaces(places, move.to)];
    if (existsSync(objectPath(source, "Vault", move.nid))) {
      // The journal goes last: when this fails, too, the next start finishes the move.
      moveBack(source, target, "Vault", move.nid);
      moveBack(source, target, "Registry", keeperOf(move));
      dropRows(target, move);
      rmSync(path);
    }
    throw error;
  }
}

/** Finish an interrupted move, if there is one. */
export function finishMove(places: Places, onStep: (step: number) => void = () => {}): void {
  const path = journalPath(places.Vault);
  if (!existsSync(path)) return;
  const move = JSON.parse(readFileSync(path, "utf8")) as Move;
  const [source, target] = [cellPlaces(places, move.from), cellPlaces(places, move.to)];
  const steps = [
    () => copyRows(source, target, move),
    () => moveObject(source, target, "Registry", keeperOf(move)),
    () => moveObject(source, target, "Vault", move.nid),
    () => dropRows(source, move),
    () => countMove(places),
    () => rmSync(path),
  ];
  for (const [index, step] of steps.entries()) {
    onStep(index + 1);
    step();
  }
  syncFolder(places.Vault);
}

/** Whether both cells are on the same disks: then databases are only renamed, which is immediate. */
export function areOnOneDisk(places: Places, { from, to }: Move): boolean {
  const [a, b] = [cellPlaces(places, from), cellPlaces(places, to)];
  const isOne = (one: string, other: string) => statSync(one).dev === statSync(other).dev;
  return isOne(a.Vault, b.Vault) && isOne(a.Registry, b.Registry);
}

/** Number of namespaces moved so far; null while a move is unfinished. */
export function readMoves(places: Partial<Places>): number | null {
  if (places.Vault !== undefined && existsSync(journalPath(places.Vault))) return null;
  const counts = Object.values(places)
    .map((dir) => join(dir, "moves"))
    .filter((path) => existsSync(path));
  return Math.max(0, ...counts.map((path) => Number(readFileSync(path, "utf8"))));
}

/** Stored in both folders: one may be lost and restored without the other. */
function countMove(places: Places): void {
  const moves = Math.max(
    0,
    ...Object.values(places).map((dir) => readMoves({ Registry: dir }) ?? 0),
  );
  for (const dir of new Set(Object.values(places))) {
    replaceFile(join(dir, "moves"), `${moves + 1}\n`);
  }
}

/** Path of the journal of a move. */
export function journalPath(dataDir: string): string {
  return join(dataDir, "move");
}

function objectPath(places: Places, objectClass: ObjectClass, object: string): string {
  return join(classFolder(places[objectClass], objectClass), objectFile(objectClass, object));
}

/** Name of the Registry object that keeps a namespace's erasures for a replay. */
function keeperOf({ nid }: Move): string {
  return `replay-${nid}`;
}

/** Undo `moveObject`, however far it came. While the source has the database, the target's is a copy. */
function moveBack(source: Places, target: Places, objectClass: ObjectClass, object: string) {
  const copy = objectPath(target, objectClass, object);
  if (existsSync(objectPath(source, objectClass, object))) {
    for (const end of ["", "-wal", "-shm", COPYING]) rmSync(copy + end, { force: true });
  }
  moveObject(target, source, objectClass, object);
}

/** Move an object's database and its alarm. */
function moveObject(source: Places, target: Places, objectClass: ObjectClass, object: string) {
  const [path, to] = [source, target].map((places) => objectPath(places, objectClass, object));
  if (path === undefined || to === undefined) return;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const alarms = [path, to].map((file) => join(dirname(file), ALARM_FILE)) as [string, string];
  const id = basename(path, ".sqlite");
  copyAlarm(...alarms, id);
  if (existsSync(path)) {
    foldLog(path);
    for (const end of ["-wal", "-shm"]) rmSync(to + end, { force: true });
    moveFile(path, to);
    for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
    for (const file of [to, path]) syncFolder(dirname(file));
  }
  if (hasAlarms(alarms[0])) {
    withDatabase(alarms[0], {}, (database) => database.prepare(DROP_ALARM).run(id));
  }
}

/**
 * Fold the -wal file into the database, and remove it. Fails while another process reads the database: SQLite would
 * then keep the last commits in the -wal file, which does not move.
 */
function foldLog(path: string): void {
  try {
    withDatabase(path, { timeout: READERS_PATIENCE_MS }, (database) => {
      // In this mode the first statement locks out all others, or throws. Otherwise a blocked checkpoint does not throw.
      database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_checkpoint(TRUNCATE)");
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new CommandFailure(`${path} is being read, perhaps by a backup. Try again later.`);
  }
}

function moveFile(path: string, target: string): void {
  try {
    renameSync(path, target);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    copyOver(path, target);
  }
}

/** Move to another disk: the copy is complete and flushed before it takes its place, and before the original is removed. */
function copyOver(path: string, target: string): void {
  const partial = target + COPYING;
  copyFileSync(path, partial);
  syncFolder(partial);
  renameSync(partial, target);
  syncFolder(dirname(target));
  rmSync(path);
}

function hasAlarms(path: string): boolean {
  return existsSync(path) && withDatabase(path, {}, (database) => hasTable(database, "_cf_ALARM"));
}

function copyAlarm(from: string, to: string, id: string): void {
  if (!hasAlarms(from)) return;
  withDatabase(to, {}, (database) => database.exec(MAKE_ALARMS));
  copyBetween(from, to, [COPY_ALARM], id);
}
