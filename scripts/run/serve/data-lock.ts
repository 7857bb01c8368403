// One service per data folder. workerd has no lock of its own: two on one folder would both write.
//
// Two files. `.serve-guard` is an empty SQLite file on which the wrapper holds an exclusive lock. The kernel
// releases it when the process dies, however it dies, so no lock can be stale and taking it over has no race.
// It also works between containers that share a folder but not their process ids. `serve.lock` is for people
// and tests: JSON that says who holds the folder; removed at the end.

import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure, EXIT, reasonOf } from "../cli/command.ts";
import { readJson } from "../cli/files.ts";
import { identify, isAlive, type ProcessIdentity } from "../cli/process-identity.ts";
import { isBusy, OBJECT_CLASSES, type Places } from "./object-files.ts";
import { claimFile, claimFolder } from "./private-folder.ts";

/** Content of `serve.lock`. */
export type LockRecord = {
  pid: number;
  startTime: string | null;
  state: "starting" | "running" | "stopping";
  workerd: ProcessIdentity | null;
  url: string | null;
};

const WAIT_FOR_HOLDER_MS = 5000;
const POLL_MS = 50;
const RECORD_FILE = "serve.lock";

/** A folder whose guard we hold. */
type Held = { guard: DatabaseSync; file: string };

/** Folders held exclusively by this process until `release` or its end: all of them or none. */
export class HeldFolders {
  readonly #held: readonly Held[];
  #record: LockRecord;

  private constructor(held: readonly Held[]) {
    this.#held = held;
    this.#record = { ...identify(process.pid), state: "starting", workerd: null, url: null };
    this.update({});
  }

  /** Lock the folders (created private when missing), or fail with exit code 3 and name the process that holds one. */
  static async acquire(places: Partial<Places>): Promise<HeldFolders> {
    const dirs = OBJECT_CLASSES.flatMap((objectClass) => places[objectClass] ?? []);
    const held: Held[] = [];
    try {
      for (const dir of new Set(dirs)) {
        held.push({ guard: await takeGuard(dir), file: join(dir, RECORD_FILE) });
      }
    } catch (error) {
      for (const { guard } of held) guard.close();
      throw error;
    }
    return new HeldFolders(held);
  }

  update(change: Partial<Pick<LockRecord, "state" | "workerd" | "url">>): void {
    this.#record = { ...this.#record, ...change };
    for (const { file } of this.#held) {
      // Written to another file and renamed, so that readers never see half a record.
      writeFileSync(`${file}.new`, `${JSON.stringify(this.#record)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
  }

  /** Release the folders. The guard files stay: removing one while another process waits for it would split the lock. */
  release(): void {
    for (const { guard, file } of this.#held) {
      rmSync(file, { force: true });
      guard.close();
    }
  }
}

/** Wait until no other process uses a folder, then hold its guard. */
async function takeGuard(dataDir: string): Promise<DatabaseSync> {
  claimFolder(dataDir);
  const deadline = performance.now() + WAIT_FOR_HOLDER_MS;
  let guard = tryGuard(dataDir);
  while (guard === null) {
    const holder = readRecord(dataDir);
    // A dead process's record beside a held guard: the new holder has not written its own record yet.
    const isSettled = holder !== null && holder.state !== "stopping" && isAlive(holder);
    if (isSettled || performance.now() > deadline) throw inUse(dataDir, holder?.pid ?? null);
    await sleep(POLL_MS);
    guard = tryGuard(dataDir);
  }
  // The wrapper before us may have just been killed, with its workerd still ending.
  const leftover = readRecord(dataDir)?.workerd ?? null;
  while (leftover !== null && isAlive(leftover)) {
    if (performance.now() > deadline) throw inUse(dataDir, leftover.pid);
    await sleep(POLL_MS);
  }
  return guard;
}

/** The record of a folder, or null when no service holds it. */
export function readRecord(dataDir: string): LockRecord | null {
  return readJson(join(dataDir, RECORD_FILE));
}

function tryGuard(dataDir: string): DatabaseSync | null {
  const path = join(dataDir, ".serve-guard");
  claimFile(path);
  const guard = new DatabaseSync(path);
  try {
    guard.exec("BEGIN EXCLUSIVE");
    return guard;
  } catch (error) {
    guard.close();
    if (isBusy(error)) return null;
    throw new CommandFailure(`Cannot lock the data folder ${dataDir}: ${reasonOf(error)}`);
  }
}

function inUse(dataDir: string, pid: number | null): CommandFailure {
  return new CommandFailure(
    `${dataDir} is in use by process ${pid ?? "(unknown)"}. Two writers in one folder would damage it.\n` +
      "Stop that one first, or choose another folder.",
    EXIT.dataInUse,
  );
}
