// One service per data folder. workerd has no lock of its own: two on one folder would both write.
//
// Two files. `.serve-guard` is an empty SQLite file on which the wrapper holds an exclusive lock: the
// kernel gives it up when the process dies, however it dies, so there is no stale lock to judge and no
// race in taking one over, and it also works between containers that share a folder but not their
// process ids. `serve.lock` is for people and tests: who holds the folder, as JSON; removed at the end.

import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure, EXIT } from "../cli/command.ts";
import { identify, isAlive, type ProcessIdentity } from "../cli/process-identity.ts";
import { OBJECT_CLASSES, type Places } from "./object-files.ts";

/** What `serve.lock` says. */
export type LockRecord = {
  pid: number;
  startTime: string | null;
  state: "starting" | "running" | "stopping";
  workerd: ProcessIdentity | null;
  url: string | null;
};

/** How long to wait for a holder that is going down. */
const WAIT_FOR_HOLDER_MS = 5000;
const POLL_MS = 50;
const SQLITE_BUSY = 5;

/** A held data folder. Exclusive until `release` or the end of this process. */
class DataLock {
  readonly #guard: DatabaseSync;
  readonly #file: string;
  #record: LockRecord;

  private constructor(dataDir: string, guard: DatabaseSync) {
    this.#guard = guard;
    this.#file = join(dataDir, "serve.lock");
    this.#record = { ...identify(process.pid), state: "starting", workerd: null, url: null };
    this.#write();
  }

  /** Take the folder (created when missing, for this user only), or fail with exit 3 naming who has it. */
  static async acquire(dataDir: string): Promise<DataLock> {
    createFolder(dataDir);
    const deadline = Date.now() + WAIT_FOR_HOLDER_MS;
    let guard = tryGuard(dataDir);
    while (guard === null) {
      const holder = readRecord(dataDir);
      // A record of a dead process beside a held guard: the new holder is just about to write its own.
      const isSettled = holder !== null && holder.state !== "stopping" && isAlive(holder);
      if (isSettled || Date.now() > deadline) throw inUse(dataDir, holder?.pid ?? null);
      await sleep(POLL_MS);
      guard = tryGuard(dataDir);
    }
    // The wrapper before us may have been killed a moment ago, with its workerd still going down.
    const leftover = readRecord(dataDir)?.workerd ?? null;
    while (leftover !== null && isAlive(leftover)) {
      if (Date.now() > deadline) throw inUse(dataDir, leftover.pid);
      await sleep(POLL_MS);
    }
    return new DataLock(dataDir, guard);
  }

  /** Change what the record says. */
  update(change: Partial<Pick<LockRecord, "state" | "workerd" | "url">>): void {
    this.#record = { ...this.#record, ...change };
    this.#write();
  }

  /** Give the folder back. The guard file stays: removing it while another waits would split the lock. */
  release(): void {
    rmSync(this.#file, { force: true });
    this.#guard.close();
  }

  #write(): void {
    // Beside and renamed, so that a reader never sees half a record.
    const staging = `${this.#file}.new`;
    const descriptor = openSync(staging, "w", 0o600);
    writeSync(descriptor, `${JSON.stringify(this.#record)}\n`);
    closeSync(descriptor);
    renameSync(staging, this.#file);
  }
}

/** The locks of every folder in use. Either all are held or none. */
export class HeldFolders {
  readonly #locks: readonly DataLock[];

  private constructor(locks: readonly DataLock[]) {
    this.#locks = locks;
  }

  /** Take the folders, or fail with exit 3 naming who has one of them. */
  static async acquire(places: Partial<Places>): Promise<HeldFolders> {
    const dirs = OBJECT_CLASSES.flatMap((objectClass) => places[objectClass] ?? []);
    const locks: DataLock[] = [];
    try {
      for (const dir of new Set(dirs)) locks.push(await DataLock.acquire(dir));
    } catch (error) {
      for (const lock of locks) lock.release();
      throw error;
    }
    return new HeldFolders(locks);
  }

  /** Change what the records in all folders say. */
  update(change: Partial<Pick<LockRecord, "state" | "workerd" | "url">>): void {
    for (const lock of this.#locks) lock.update(change);
  }

  /** Give the folders back. */
  release(): void {
    for (const lock of this.#locks) lock.release();
  }
}

/** The record of a folder, or null when no service holds it. */
export function readRecord(dataDir: string): LockRecord | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, "serve.lock"), "utf8")) as LockRecord;
  } catch {
    return null;
  }
}

function createFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`Cannot create the data folder: ${reason}`);
  }
}

function tryGuard(dataDir: string): DatabaseSync | null {
  const guard = new DatabaseSync(join(dataDir, ".serve-guard"));
  try {
    guard.exec("BEGIN EXCLUSIVE");
    return guard;
  } catch (error) {
    guard.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`Cannot lock the data folder ${dataDir}: ${reason}`);
  }
}

function inUse(dataDir: string, pid: number | null): CommandFailure {
  return new CommandFailure(
    `${dataDir} is in use by process ${pid ?? "(unknown)"}. Two writers in one folder would damage it.\n` +
      "Stop that one first, or choose another folder.",
    EXIT.dataInUse,
  );
}
