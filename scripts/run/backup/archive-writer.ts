// Writes the archive: beside its place first, then flushed to the disk and renamed, so that FILE is
// either a whole backup or not there.

import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CommandFailure, EXIT } from "../cli/command.ts";
import { isAlive } from "../cli/process-identity.ts";
import { type BackupFile, createManifest, MANIFEST_PATH } from "./manifest.ts";
import { encodeTarHeader, TAR_BLOCK_BYTES, tarPadding } from "./tar.ts";

const CHUNK_BYTES = 1 << 20;

/** An archive that is being written. Call `discard` in any case at the end. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #isReplacing: boolean;
  readonly #descriptor: number;
  readonly #started = new Date();
  readonly #files: BackupFile[] = [];
  /** A folder of our own beside FILE, for the archive and the copies that go into it. */
  readonly folder: string;

  /** Fails when FILE exists and may not be replaced, or its folder is missing. */
  constructor(file: string, isReplacing: boolean) {
    this.#file = file;
    this.#isReplacing = isReplacing;
    requireWritable(file, isReplacing);
    sweep(file);
    this.folder = `${file}.partial-${process.pid}`;
    mkdirSync(this.folder, { mode: 0o700 });
    this.#descriptor = openSync(join(this.folder, "archive"), "wx", 0o600);
  }

  /** Append a file's content under a path. */
  add(path: string, source: string): void {
    const bytes = statSync(source).size;
    writeAll(this.#descriptor, encodeTarHeader({ path, bytes }, this.#started));
    const hash = createHash("sha256");
    const from = openSync(source, "r");
    try {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, bytes));
      for (let read = 0; read < bytes; ) {
        const part = chunk.subarray(0, readSync(from, chunk));
        if (part.length === 0) throw new Error(`${source} became shorter while it was read`);
        hash.update(part);
        writeAll(this.#descriptor, part);
        read += part.length;
      }
    } finally {
      closeSync(from);
    }
    this.#pad(bytes);
    this.#files.push({ path, bytes, sha256: hash.digest("hex") });
  }

  /** Append the manifest, make sure that all of it is on the disk, and put it in its place. */
  finish(productVersion: string): { bytes: number } {
    const manifest = createManifest(this.#files, this.#started, productVersion);
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const entry = { path: MANIFEST_PATH, bytes: text.length };
    writeAll(this.#descriptor, encodeTarHeader(entry, this.#started));
    writeAll(this.#descriptor, text);
    this.#pad(text.length);
    writeAll(this.#descriptor, Buffer.alloc(2 * TAR_BLOCK_BYTES));
    fsyncSync(this.#descriptor);
    // Again: somebody may have put a file there since.
    requireWritable(this.#file, this.#isReplacing);
    renameSync(join(this.folder, "archive"), this.#file);
    syncFolder(dirname(this.#file));
    return { bytes: statSync(this.#file).size };
  }

  /** Remove whatever is not the finished archive. */
  discard(): void {
    closeSync(this.#descriptor);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #pad(bytes: number): void {
    writeAll(this.#descriptor, Buffer.alloc(tarPadding(bytes)));
  }
}

/** Make a folder's entries last through a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Write all of it: one call may write less than asked. */
export function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function requireWritable(file: string, isReplacing: boolean): void {
  if (!existsSync(dirname(file))) {
    throw new CommandFailure(`There is no folder ${dirname(file)}.`, EXIT.usage);
  }
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new CommandFailure(`${file} is not a file.`, EXIT.usage);
  if (isReplacing) return;
  throw new CommandFailure(
    `${file} exists already. Choose another name, or add --force to replace it.`,
  );
}

/** Remove what killed backups to the same FILE left. */
function sweep(file: string): void {
  const start = `${basename(file)}.partial-`;
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(start) ? Number(name.slice(start.length)) : 0;
    const isLeftover = Number.isInteger(pid) && pid > 0 && !isAlive({ pid, startTime: null });
    if (isLeftover) rmSync(join(dirname(file), name), { recursive: true, force: true });
  }
}
