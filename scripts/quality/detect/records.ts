// Texts to search, one JSON object per line.
import { readFileSync } from "node:fs";
import { CommandFailure } from "../../run/cli/command.ts";
import type { TextRecord } from "./gold.ts";

/** Read a JSON-lines file. Fails with the number of a line that is no record. */
export function readRecords<T extends TextRecord = TextRecord>(file: string): T[] {
  const lines = readText(file).split("\n");
  return lines.flatMap((line, i) => (line.trim() === "" ? [] : [parseLine<T>(line, file, i + 1)]));
}

function readText(file: string): string {
  try {
    // A byte order mark is no part of the first line (RFC 8259, section 8.1).
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch {
    throw new CommandFailure(`${file} cannot be read.`);
  }
}

function parseLine<T extends TextRecord>(line: string, file: string, number: number): T {
  let record: unknown = null;
  try {
    record = JSON.parse(line);
  } catch {
    // Told below.
  }
  const { id, text } = (record ?? {}) as Partial<TextRecord>;
  if (typeof id === "string" && typeof text === "string") return record as T;
  throw new CommandFailure(`${file}, line ${number}: not a JSON object with "id" and "text".`);
}
