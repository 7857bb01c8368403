// Checksums of an installed package. Whoever can change its files can change the sums as well: they reveal an
// incomplete copy, a faulty disk or a hand-edited file, not an attacker.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure, EXIT } from "../cli/command.ts";

/** In the package's folder, in the format of `sha256sum --check`. */
const SUMS_FILE = "SHA256SUMS";

/** Write the sums of files, which are named by their paths below the folder. */
export function writeSums(folder: string, files: readonly string[]): void {
  const lines = [...files].sort().map((file) => `${sumOf(folder, file)}  ${file}\n`);
  writeFileSync(join(folder, SUMS_FILE), lines.join(""));
}

/** Fail with exit code `damaged` unless all files match their sums. */
export function requireUnchanged(folder: string): void {
  const lines = sumsOf(folder).trimEnd().split("\n");
  const changed = lines.filter((line) => {
    const [sum, file = ""] = line.split("  ");
    return sumOf(folder, file) !== sum;
  });
  if (changed.length === 0) return;
  const names = changed.map((line) => line.split("  ")[1] ?? SUMS_FILE).slice(0, 3);
  throw damaged(folder, `${names.join(", ")}${changed.length > 3 ? " and others" : ""}`);
}

function sumsOf(folder: string): string {
  try {
    return readFileSync(join(folder, SUMS_FILE), "utf8");
  } catch {
    throw damaged(folder, SUMS_FILE);
  }
}

/** SHA-256 in hexadecimal; null when the file cannot be read. */
function sumOf(folder: string, file: string): string | null {
  try {
    return createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
  } catch {
    return null;
  }
}

function damaged(folder: string, what: string): CommandFailure {
  return new CommandFailure(
    `This installation is not as it was published: ${what} in ${folder} was changed, or is missing.\n` +
      "Nothing was started. Install the package again.",
    EXIT.damaged,
  );
}
