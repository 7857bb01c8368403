// What an interrupted table needs to go on: FILE.journal, a JSON object a line. It has no value of the table.

import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { identify, isAlive, type ProcessIdentity } from "../cli/process-identity.ts";

/** What is to be done, by the names that people know: an interrupted table goes on only where all of it is the same. */
export type Task = Readonly<Record<string, string>>;

/** How much is done: jobs whose rows are written, and what they had. Bytes are the output's. */
export type Done = {
  readonly parts: number;
  readonly rows: number;
  readonly values: number;
  readonly errors: number;
  readonly bytes: number;
};

/** Nothing is. */
export const NOTHING_DONE: Done = { parts: 0, rows: 0, values: 0, errors: 0, bytes: 0 };

/** What a journal says. `key` is random; jobs are submitted under it, so that none is submitted twice. */
export type Written = {
  readonly task: Task;
  readonly key: string;
  readonly writer: ProcessIdentity;
  readonly done: Done;
};

/** Notes what is done from here on. */
export type Journal = { readonly key: string; note(done: Done): void; close(): void };

/** What the file says, or null where it says nothing that can be used. */
export function readJournal(path: string): Written | null {
  const entries = readFileSync(path, "utf8").split("\n").flatMap(entryIn);
  const {
    task,
    key,
    writer,
    done = NOTHING_DONE,
  }: Partial<Written> = Object.assign({}, ...entries);
  return task && key && writer ? { task, key, writer, done } : null;
}

/** The process that is at work on it, if it still runs. */
export function writerOf({ writer }: Written): number | null {
  return writer.pid !== process.pid && isAlive(writer) ? writer.pid : null;
}

/** Begin one, or take up what is there. */
export function openJournal(path: string, task: Task, earlier: Written | null): Journal {
  const file = openSync(path, earlier === null ? "w" : "a", 0o600);
  const key = earlier?.key ?? randomUUID();
  // The line end comes first: it also ends an entry that a crash cut off, which is then no JSON.
  const add = (entry: object) => {
    writeSync(file, `\n${JSON.stringify(entry)}`);
    fsyncSync(file);
  };
  add({ task, key, writer: identify(process.pid) });
  return { key, note: (done) => add({ done }), close: () => closeSync(file) };
}

function entryIn(line: string): object[] {
  try {
    return [JSON.parse(line) as object];
  } catch {
    return [];
  }
}
