// Files that may be missing, JSON that may be damaged, and the files of a folder.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** A file's bytes, or null when it cannot be read. */
export function readOptional(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Parsed JSON, or null when the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parsed content of a JSON file; null when it cannot be read, or is no JSON. */
export function readJson<T>(path: string): T | null {
  return parseJson(readOptional(path)?.toString() ?? "") as T | null;
}

/** Paths of all files in a folder and the folders below it, relative to `root`, in no order. */
export function filesBelow(folder: string, root = folder): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
