// The mark that a restore leaves while it exchanges folders. Should it be cut off just then, some
// objects are old and some new, and nobody may serve or copy such a mixture.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure } from "../cli/command.ts";
import type { Places } from "./object-files.ts";

/** File inside a data folder that exists only while a restore exchanges what is there. */
export function exchangeMark(dir: string): string {
  return join(dir, "restore.unfinished");
}

/** Fails when a restore into one of the folders was cut off half-way. */
export function requireFinishedRestore(places: Places): void {
  const unfinished = Object.values(places).find((dir) => existsSync(exchangeMark(dir)));
  if (unfinished === undefined) return;
  throw new CommandFailure(
    `A restore into ${unfinished} was cut off half-way: what is there does not belong together.\n` +
      "Run the same restore again, with --force.",
  );
}
