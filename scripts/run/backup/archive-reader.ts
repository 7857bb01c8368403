// Reads an archive and trusts nothing in it: neither paths nor sizes nor content, nor that it is complete.

import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { createTarDecoder } from "modern-tar";
import { CommandFailure } from "../cli/command.ts";
import type { ObjectClass } from "../serve/object-files.ts";
import {
  type BackupFile,
  FORMAT_VERSION,
  fromArchivePath,
  MANIFEST_PATH,
  type Manifest,
  parseManifest,
} from "./manifest.ts";

const CHUNK_BYTES = 1 << 20;
const MAX_MANIFEST_BYTES = 256 << 20;

/** A database in the archive. */
export type ArchivedObject = BackupFile & { cell: number; objectClass: ObjectClass; name: string };

/** A complete backup: it holds every database, with the checksum that the manifest states. */
export type Archive = { manifest: Manifest; objects: ArchivedObject[] };

/** Signal that stops the work, and callback for progress. */
export type Follow = { signal: AbortSignal; onProgress: (done: number, total: number) => void };

type Chunks = AsyncIterable<Uint8Array>;

/** Read a whole archive. Fails unless it is a complete backup. */
export async function verifyArchive(file: string, follow: Follow): Promise<Archive> {
  const found: BackupFile[] = [];
  let manifestText: string | null = null;
  await readEntries(file, follow, async (path, bytes, content) => {
    if (manifestText !== null) throw damaged(file, "something follows its manifest");
    if (path === MANIFEST_PATH && bytes <= MAX_MANIFEST_BYTES) {
      manifestText = Buffer.concat(await Readable.from(content).toArray()).toString();
    } else {
      found.push({ path, bytes, sha256: await sha256Of(content) });
    }
  });
  if (manifestText === null) throw damaged(file, "its manifest is missing");
  const manifest = parseManifest(manifestText);
  if (manifest === null) throw damaged(file, "its manifest cannot be read");
  if (manifest.formatVersion > FORMAT_VERSION) {
    throw new CommandFailure(
      `${file} was written by a newer version (${manifest.productVersion}). Use that one.`,
    );
  }
  return { manifest, objects: match(file, manifest, found) };
}

/** Write databases of a verified archive to new files. Each file is flushed to the disk. */
export async function unpackArchive(
  file: string,
  pathOf: ReadonlyMap<ArchivedObject, string>,
  follow: Follow,
): Promise<void> {
  const wanted = new Map([...pathOf].map(([object, target]) => [object.path, { object, target }]));
  await readEntries(file, follow, async (path, _bytes, content) => {
    const { object, target } = wanted.get(path) ?? {};
    if (object === undefined || target === undefined) return;
    const unpacked = await open(target, "wx", 0o600);
    try {
      const sha256 = await sha256Of(content, (chunk) => unpacked.writeFile(chunk));
      if (sha256 !== object.sha256)
        throw damaged(file, `${path} has changed since it was verified`);
      await unpacked.sync();
    } finally {
      await unpacked.close();
    }
    wanted.delete(path);
  });
  if (wanted.size > 0) throw damaged(file, "entries have gone since it was verified");
}

/** Read every entry in order. Content that `onEntry` does not consume is skipped. */
async function readEntries(
  file: string,
  { signal, onProgress }: Follow,
  onEntry: (path: string, bytes: number, content: Chunks) => Promise<void>,
): Promise<void> {
  try {
    const source = createReadStream(file, { highWaterMark: CHUNK_BYTES, signal });
    const { size } = statSync(file);
    // Strict: rejects a header with a wrong checksum, and an archive without its end marker.
    const decoder = createTarDecoder({ strict: true });
    for await (const { header, body } of Readable.toWeb(source).pipeThrough(decoder)) {
      if (header.type !== "file") throw damaged(file, `${header.name} is no plain file`);
      await onEntry(header.name, header.size, body);
      await body.cancel();
      onProgress(source.bytesRead, size);
    }
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CommandFailure) throw error;
    if (error.name === "AbortError") throw error;
    if ("syscall" in error && "code" in error) {
      throw new CommandFailure(`Cannot read ${file} (${error.code}).`);
    }
    // The library's messages end with a full stop.
    throw damaged(file, error.message.replace(/\.$/, ""));
  }
}

/** Require that the manifest lists exactly the entries found, and that each path is one that a backup writes. */
function match(
  file: string,
  { files, cells = 1 }: Manifest,
  found: readonly BackupFile[],
): ArchivedObject[] {
  if (files.length !== found.length) throw damaged(file, "entries are missing");
  const seen = new Set<string>();
  return found.map((entry, at) => {
    const { path, bytes, sha256 } = entry;
    const place = fromArchivePath(path, cells);
    const stated = files[at];
    if (place === null || seen.has(path)) throw damaged(file, "an entry has a wrong path");
    if (stated?.path !== path || stated.bytes !== bytes || stated.sha256 !== sha256) {
      throw damaged(file, `${path} is not what the manifest says`);
    }
    seen.add(path);
    return { ...place, ...entry };
  });
}

async function sha256Of(content: Chunks, onChunk?: (chunk: Uint8Array) => Promise<void>) {
  const hash = createHash("sha256");
  for await (const chunk of content) {
    hash.update(chunk);
    await onChunk?.(chunk);
  }
  return hash.digest("hex");
}

function damaged(file: string, what: string): CommandFailure {
  return new CommandFailure(`${file} is damaged or no backup: ${what}. Nothing was changed.`);
}
