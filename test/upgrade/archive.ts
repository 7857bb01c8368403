// A data folder as one compressed tar, and back. The files as they are, logs of a killed process included: what
// the next version finds on a disk. A backup would be a tidied copy, made by code that changes, too.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { packTar, unpackTar } from "modern-tar";
import { objectsFolder } from "../../scripts/run/serve/object-files.ts";

/** Pack the objects of a data folder that nobody serves. Nothing else in it belongs to the data. */
export async function pack(dataDir: string, file: string): Promise<number> {
  const entries = readdirSync(objectsFolder(dataDir), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    // The shared memory of a dead process: SQLite makes it anew from the log.
    .filter((entry) => !entry.name.endsWith("-shm"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const body = readFileSync(path);
      const name = relative(dataDir, path).replaceAll("\\", "/");
      return { header: { name, size: body.length, mtime: new Date(0) }, body };
    });
  const packed = gzipSync(await packTar(entries), { level: 9 });
  writeFileSync(file, packed);
  return packed.length;
}

/** Unpack what `pack` wrote into a data folder. */
export async function unpack(file: string, dataDir: string): Promise<void> {
  for (const { header, data } of await unpackTar(gunzipSync(readFileSync(file)), {
    strict: true,
  })) {
    const path = join(dataDir, header.name);
    if (relative(dataDir, path).startsWith(".."))
      throw new Error(`${file} leads out of its folder`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data ?? new Uint8Array());
  }
}
