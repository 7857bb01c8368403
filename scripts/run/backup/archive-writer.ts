// Writes the archive into a folder beside FILE, flushes it to the disk and renames it, so that FILE is either
// a complete backup or absent. The format is a tar of plain files that needs no tool of ours: `tar -tf` lists
// it, `tar -xf` unpacks it, sqlite3 reads it.

import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarPacker } from "modern-tar";
import { CommandFailure, EXIT } from "../cli/command.ts";
import { isAlive } from "../cli/process-identity.ts";
import { type BackupFile, createManifest, type Layout, MANIFEST_PATH } from "./manifest.ts";

const CHUNK_BYTES = 1 << 20;

/** An archive that is being written. The caller always calls `discard` at the end. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #isReplacing: boolean;
  readonly #tar: ReturnType<typeof createTarPacker>["controller"];
  readonly #written: Promise<void>;
  readonly #started = new Date();
  readonly #files: BackupFile[] = [];
  /** A private folder beside FILE, for the archive and the copies that go into it. */
  readonly folder: string;

  /** Fails when FILE exists and may not be replaced, or its folder is missing. */
  constructor(file: string, isReplacing: boolean) {
    this.#file = file;
    this.#isReplacing = isReplacing;
    requireWritable(file, isReplacing);
    sweep(file);
    this.folder = `${file}.partial-${process.pid}`;
    mkdirSync(this.folder, { mode: 0o700 });
    const { readable, controller } = createTarPacker();
    this.#tar = controller;
    const options = { flags: "wx", mode: 0o600, flush: true };
    this.#written = pipeline(
      Readable.fromWeb(readable),
      createWriteStream(join(this.folder, "archive"), options),
    );
    // `add` and `finish` report the failure; without this handler it would be an unhandled rejection as well.
    this.#written.catch(() => undefined);
  }

  /** Append a file's content under a path. */
  async add(path: string, source: string): Promise<void> {
    const bytes = statSync(source).size;
    const content = createReadStream(source, { highWaterMark: CHUNK_BYTES });
    this.#files.push({ path, bytes, sha256: await this.#append(path, bytes, content) });
  }

  /** Append the manifest, flush the archive to the disk, and rename it to FILE. */
  async finish(productVersion: string, layout: Layout): Promise<{ bytes: number }> {
    const manifest = createManifest(this.#files, this.#started, productVersion, layout);
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await this.#append(MANIFEST_PATH, text.length, [text]);
    this.#tar.finalize();
    await this.#written;
    // Checked again: another process may have created the file meanwhile.
    requireWritable(this.#file, this.#isReplacing);
    renameSync(join(this.folder, "archive"), this.#file);
    syncFolder(dirname(this.#file));
    return { bytes: statSync(this.#file).size };
  }

  /** Remove everything except the finished archive. */
  async discard(): Promise<void> {
    this.#tar.error(new Error("discarded"));
    await this.#written.catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Append one entry of exactly `size` bytes; returns the SHA-256 of its content. */
  async #append(
    name: string,
    size: number,
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): Promise<string> {
    const header = { name, size, type: "file", mode: 0o600, mtime: this.#started } as const;
    const entry = this.#tar.add(header).getWriter();
    const hash = createHash("sha256");
    for await (const chunk of content) {
      hash.update(chunk);
      await entry.write(chunk);
    }
    await entry.close();
    return hash.digest("hex");
  }
}

/** Flush a folder's entries to the disk, so that they survive a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
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

/** Remove what killed backups to the same FILE left behind. */
function sweep(file: string): void {
  const start = `${basename(file)}.partial-`;
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(start) ? Number(name.slice(start.length)) : 0;
    const isLeftover = Number.isInteger(pid) && pid > 0 && !isAlive({ pid, startTime: null });
    if (isLeftover) rmSync(join(dirname(file), name), { recursive: true, force: true });
  }
}
