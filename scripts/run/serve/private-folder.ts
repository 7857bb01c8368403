// Keeps data folders private: mode 0700, files 0600, tightened where an earlier version or a person made them
// looser. Another user's folder is refused: its owner can read and replace what is in it. So is a loose
// folder that holds other things, too: making it private might lock others out of their files.

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { CommandFailure, reasonOf } from "../cli/command.ts";
import { classFolder, OBJECT_CLASSES, objectsFolder } from "./object-files.ts";

/** Names of the service's own entries in a data folder; all others were put there by somebody else. */
const OURS =
  /^(objects|run|cells(\.new)?|moves?(\.new)?|cell-\d+|serve\.lock(\.new)?|\.serve-guard(-journal)?|replaced-\w+|restore\.\w+|etilqs_\w+)$/;
const OTHERS = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** From now on, this process and its children create files for this user only. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/** Create a data folder if it is missing, and make sure that it and its content are for this user only. */
export function claimFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: FOLDER_MODE });
  } catch (error) {
    throw new CommandFailure(`Cannot create the data folder: ${reasonOf(error)}`);
  }
  requireOwn(dir);
  const folders = [
    dir,
    objectsFolder(dir),
    ...OBJECT_CLASSES.map((name) => classFolder(dir, name)),
  ];
  const loose = folders.filter(isLoose);
  if (loose.length === 0) return;
  const names = readdirSync(dir);
  const foreign = names.filter((name) => !OURS.test(name) && name !== "lost+found");
  if (loose.includes(dir) && foreign.length > 0) {
    throw new CommandFailure(
      `${dir} is open to other users and holds other things (${foreign.slice(0, 3).join(", ")}).\n` +
        `Give the service a folder of its own, or close this one yourself: chmod 700 '${dir}'`,
    );
  }
  for (const name of names.filter((name) => OURS.test(name))) tighten(join(dir, name));
  // Last, so that an interrupted run starts over.
  tightenOne(dir, FOLDER_MODE);
  console.error(`${dir} could be read by other users; it is now for this one only.`);
}

/** Like `claimFolder`, for a folder of our own: once it is closed, nobody can reach its content, which is not checked. */
export function closeFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: FOLDER_MODE });
  requireOwn(dir);
  if (isLoose(dir)) tightenOne(dir, FOLDER_MODE);
}

/** Create an empty private file if it is missing, or tighten an existing one. */
export function claimFile(path: string): void {
  closeSync(openSync(path, "a", FILE_MODE));
  requireOwn(path);
  if (isLoose(path)) tightenOne(path, FILE_MODE);
}

/** Whether a folder's disk is mounted read-only. Not even reading works then: SQLite has to write beside a database. */
export function isOnReadOnlyDisk(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EROFS";
  }
}

/** What to say about such a folder. */
export const READ_ONLY_DISK =
  "is on a disk that is mounted read-only, as Linux does after errors of the disk: see its log (dmesg), then mount it for writing";

/** Fail when a file or folder belongs to another user, or its disk is mounted read-only. */
export function requireOwn(path: string): void {
  if (isOnReadOnlyDisk(path)) throw new CommandFailure(`${path} ${READ_ONLY_DISK}.`);
  const user = process.geteuid?.();
  const owner = statSync(path).uid;
  if (user === undefined || owner === user) return;
  throw new CommandFailure(
    `${path} belongs to another user (id ${owner}), who can read and change what is in it; this is user ${user}.\n` +
      `Run it as that user, or make it yours: chown -R ${user} '${path}'`,
  );
}

function isLoose(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && (stat.mode & OTHERS) !== 0;
}

/** Tighten a file, or a folder with all its content. Symbolic links are not followed. */
function tighten(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(path)) tighten(join(path, name));
  }
  if ((stat.mode & OTHERS) !== 0) tightenOne(path, stat.isDirectory() ? FOLDER_MODE : FILE_MODE);
}

function tightenOne(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    throw new CommandFailure(`Other users can read ${path}, and it stays so: ${reasonOf(error)}`);
  }
  if (!isLoose(path)) return;
  throw new CommandFailure(
    `Other users can read ${path}, and its file system cannot change that. Use one that keeps permissions.`,
  );
}
