// Where a table is written: standard output, or a file that has its name only when it is whole. Beside the unfinished one
// lies the journal with which the same command goes on.

import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { CommandFailure, EXIT } from "../cli/command.ts";
import {
  type Done,
  NOTHING_DONE,
  openJournal,
  readJournal,
  type Task,
  type Written,
  writerOf,
} from "./journal.ts";

/** An output that is written to from front to back. */
export type TableOutput = {
  /** What an earlier run has done, which stays as it is. */
  readonly before: Done;
  /** What jobs are submitted under. */
  readonly key: string;
  /** Whether an earlier run has submitted jobs under it. */
  readonly isResumed: boolean;
  write(text: string): Promise<void>;
  /** All rows of a job are written. */
  note(done: Omit<Done, "bytes">): void;
  /** All is written: give the file its name. */
  finish(): void;
  /** Leave nothing behind, or what the same command needs to go on. After `finish` without effect. */
  stop(isKept: boolean): void;
};

/**
 * `-` is standard output. A file that exists is replaced only where that is asked for. Without a task, nothing can go on
 * later.
 */
export function openOutput(path: string, task: Task | null, isReplacing: boolean): TableOutput {
  if (path === "-") return standardOutput();
  const [partial, journalPath] = [`${path}.partial`, `${path}.journal`];
  const earlier = task === null ? null : earlierRun(partial, journalPath, task, isReplacing);
  const present = [path, ...(earlier === null ? [partial, journalPath] : [])].find(existsSync);
  if (!isReplacing && present !== undefined) {
    throw new CommandFailure(`${present} exists. Use --force to replace it.`, EXIT.usage);
  }
  const before = earlier?.done ?? NOTHING_DONE;
  // Tokens may be turned back, and unmasked values are plain.
  const file = openSync(partial, earlier === null ? "w" : "r+", 0o600);
  ftruncateSync(file, before.bytes);
  const journal = task === null ? null : openJournal(journalPath, task, earlier);
  let isOpen = true;
  let size = before.bytes;
  const close = () => {
    isOpen = false;
    closeSync(file);
    journal?.close();
  };
  return {
    before,
    key: journal?.key ?? randomUUID(),
    isResumed: earlier !== null,
    async write(text) {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; ) {
        const written = writeSync(file, bytes, done, bytes.length - done, size);
        done += written;
        size += written;
      }
    },
    note(done) {
      // What the journal speaks of has to be there after a power cut.
      fdatasyncSync(file);
      journal?.note({ ...done, bytes: size });
    },
    finish() {
      fsyncSync(file);
      close();
      renameSync(partial, path);
      rmSync(journalPath, { force: true });
    },
    stop(isKept) {
      if (!isOpen) return;
      close();
      if (isKept) return;
      for (const one of [partial, journalPath]) rmSync(one, { force: true });
    },
  };
}

/** What there is to go on with; null where there is nothing, or it may be replaced. Throws where it is of another task. */
function earlierRun(
  partial: string,
  journalPath: string,
  task: Task,
  isReplacing: boolean,
): Written | null {
  if (!existsSync(journalPath) || !existsSync(partial)) return null;
  const written = readJournal(journalPath);
  if (written === null || statSync(partial).size < written.done.bytes) return null;
  const writer = writerOf(written);
  if (writer !== null) {
    throw new CommandFailure(`Process ${writer} is writing ${partial}.`, EXIT.usage);
  }
  const other = Object.keys(task).find((name) => written.task[name] !== task[name]);
  if (other === undefined) return written;
  if (isReplacing) return null;
  throw new CommandFailure(
    `${partial} was begun with another ${other}. Run the command as it was, or use --force to begin anew.`,
    EXIT.usage,
  );
}

function standardOutput(): TableOutput {
  const nothing = () => {};
  return {
    before: NOTHING_DONE,
    key: randomUUID(),
    isResumed: false,
    write: print,
    note: nothing,
    finish: nothing,
    stop: nothing,
  };
}

function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(new CommandFailure("Nobody reads the output any more."));
      else resolve();
    });
  });
}
