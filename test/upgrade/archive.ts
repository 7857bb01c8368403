// A data folder as one compressed tar. The files as they are, logs of a killed process included: what
// the next version finds on a disk. A backup would be a tidied copy, made by code that changes, too.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { encodeTarHeader, tarPadding } from "../../scripts/run/backup/tar.ts";
import { objectsFolder } from "../../scripts/run/serve/object-files.ts";

const BLOCK_BYTES = 512;

/** Pack the objects of a data folder that nobody serves. Nothing else in it belongs to the data. */
export function pack(dataDir: string, file: string): number {
  const entries = readdirSync(objectsFolder(dataDir), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    // The shared memory of a dead process: SQLite makes it anew from the log.
    .filter((entry) => !entry.name.endsWith("-shm"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const blocks = paths.flatMap((path) => {
    const content = readFileSync(path);
    const name = relative(dataDir, path).replaceAll("\\", "/");
    const header = encodeTarHeader({ path: name, bytes: content.length }, new Date(0));
    return [header, content, Buffer.alloc(tarPadding(content.length))];
  });
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]), { level: 9 });
  writeFileSync(file, packed);
  return packed.length;
}
