// FILE.journal, from which an interrupted table resumes: one JSON object per line. It contains no value of the table.

import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { identify, isAlive, type ProcessIdentity } from "../cli/process-identity.ts";

/** Inputs of a run, by their names for people: a table resumes only where all of them are the same. */
export type Task = Readonly<Record<string, string>>;

/** Progress: jobs whose rows are written, and their counts. `bytes` is the size of the output. */
export type Done = {
  readonly parts: number;
  readonly rows: number;
  readonly values: number;
  readonly errors: number;
  readonly bytes: number;
};

/** No progress. */
export const NOTHING_DONE: Done = { parts: 0, rows: 0, values: 0, errors: 0, bytes: 0 };

/** Content of a journal. `key` is random; jobs are submitted under it, so that none is submitted twice. */
export type Written = {
  readonly task: Task;
  readonly key: string;
  readonly writer: ProcessIdentity;
  readonly done: Done;
};

/** Records progress. */
export type Journal = { readonly key: string; note(done: Done): void; close(): void };

/** Read a journal; null where it has nothing usable. */
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

/** The id of the process that is writing it, if that process is another one and still runs. */
export function writerOf({ writer }: Written): number | null {
  return writer.pid !== process.pid && isAlive(writer) ? writer.pid : null;
}

/** Create a journal, or continue an earlier one. */
export function openJournal(path: string, task: Task, earlier: Written | null): Journal {
  const file = openSync(path, earlier === null ? "w" : "a", 0o600);
  const key = earlier?.key ?? randomUUID();
  // Begins with a line end, which also terminates an entry cut off by a crash; that one is then not valid JSON.
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
