// Copies one database as it is at this moment, whether a service writes to it or was killed over it.

import { existsSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure } from "../cli/command.ts";

const BUSY_PATIENCE_MS = 10_000;
const TRIES = 3;
const RETRY_MS = 200;

/**
 * Copy a database with VACUUM INTO: one transaction, so what is only in the -wal file is there too,
 * and nothing of deleted rows, which file copies carry along. False when there is no such file.
 */
export async function copyDatabase(source: string, target: string): Promise<boolean> {
  for (let tryNumber = 1; ; tryNumber++) {
    // An object that was deleted since the folder was listed.
    if (!existsSync(source)) return false;
    rmSync(target, { force: true });
    try {
      vacuumInto(source, target);
      return true;
    } catch (error) {
      // workerd replaces the file of an object whose storage is deleted as a whole: look again.
      if (tryNumber === TRIES) throw unreadable(source, error);
      await sleep(RETRY_MS);
    }
  }
}

function vacuumInto(source: string, target: string): void {
  const database = new DatabaseSync(source, { readOnly: true, timeout: BUSY_PATIENCE_MS });
  try {
    database.prepare("VACUUM INTO ?").run(target);
  } finally {
    database.close();
  }
}

function unreadable(source: string, error: unknown): CommandFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandFailure(`Cannot copy ${source}: ${reason}. No backup was written.`);
}
