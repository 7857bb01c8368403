// Where a table is written: standard output, or a file that has its name only when it is whole.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { CommandFailure, EXIT } from "../cli/command.ts";

/** An output that is written to from front to back. */
export type TableOutput = {
  write(text: string): Promise<void>;
  /** All is written: give the file its name. */
  finish(): void;
  /** Leave nothing behind. After `finish` without effect. */
  discard(): void;
};

/** `-` is standard output. A file that exists is replaced only where that is asked for. */
export function openOutput(path: string, isReplacing: boolean): TableOutput {
  if (path === "-") return { write: print, finish: () => {}, discard: () => {} };
  const partial = `${path}.partial`;
  const present = [path, partial].find((one) => existsSync(one));
  if (!isReplacing && present !== undefined) {
    throw new CommandFailure(`${present} exists. Use --force to replace it.`, EXIT.usage);
  }
  // Tokens may be turned back, and unmasked values are plain.
  const file = openSync(partial, "w", 0o600);
  let isOpen = true;
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    },
    finish() {
      fsyncSync(file);
      closeSync(file);
      isOpen = false;
      renameSync(partial, path);
    },
    discard() {
      if (!isOpen) return;
      closeSync(file);
      isOpen = false;
      rmSync(partial, { force: true });
    },
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
