// What a build depends on, as one digest: two builds with the same digest give the same bundle.

import { createHash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// `models` may not exist. Content, not file times: clones, checkouts and deletions fool the clock.
const INPUT_FOLDERS = ["src", "models"];
const INPUT_FILES = ["wrangler.toml", "package-lock.json", "tsconfig.json"];

/** Digest over names and contents of every file the bundle is made from. */
export function digestInputs(root: string): string {
  const hash = createHash("sha256");
  const folders = INPUT_FOLDERS.flatMap((folder) => filesBelow(root, folder));
  for (const file of [...INPUT_FILES, ...folders.sort()]) {
    const content = readOptional(join(root, file));
    if (content !== null) hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** A file's bytes, or null when there is no such file. */
export function readOptional(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function filesBelow(root: string, folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}
