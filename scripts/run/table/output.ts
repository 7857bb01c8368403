// Where a table is written: standard output, or a file that gets its name only when it is complete. Beside
// the partial file is the journal from which the same command resumes.

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

/** An output that is written sequentially. */
export type TableOutput = {
  /** What an earlier run has written; it stays. */
  readonly before: Done;
  /** Key that jobs are submitted under. */
  readonly key: string;
  /** Whether an earlier run submitted jobs under that key. */
  readonly isResumed: boolean;
  write(text: string): Promise<void>;
  /** Record that all rows of a job are written. */
  note(done: Omit<Done, "bytes">): void;
  /** Give the complete file its name. */
  finish(): void;
  /** Remove everything, or keep what a resumed run needs. No effect after `finish`. */
  stop(isKept: boolean): void;
};

/** Open an output; `-` is standard output. Replaces a file only with `isReplacing`; without a task it cannot be resumed. */
export function openOutput(path: string, task: Task | null, isReplacing: boolean): TableOutput {
  if (path === "-") return standardOutput();
  const [partial, journalPath] = [`${path}.partial`, `${path}.journal`];
  const earlier = task === null ? null : earlierRun(partial, journalPath, task, isReplacing);
  const present = [path, ...(earlier === null ? [partial, journalPath] : [])].find(existsSync);
  if (!isReplacing && present !== undefined) {
    throw new CommandFailure(`${present} exists. Use --force to replace it.`, EXIT.usage);
  }
  const before = earlier?.done ?? NOTHING_DONE;
  // Private: tokens may be unmasked, and unmasked values are in clear.
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
      // The bytes that the journal counts must survive a power cut.
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

/** The run to resume; null where there is none or it may be replaced. Throws where it had another task. */
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
