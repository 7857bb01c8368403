// Reads an archive and trusts none of it: not its paths, its sizes, its content, nor that it is whole.

import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
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
import { decodeTarHeader, TAR_BLOCK_BYTES, type TarEntry, tarPadding } from "./tar.ts";

const CHUNK_BYTES = 1 << 20;
const MAX_MANIFEST_BYTES = 256 << 20;

/** A database in the archive. */
export type ArchivedObject = BackupFile & {
  objectClass: ObjectClass;
  name: string;
  /** Where its bytes begin. */
  offset: number;
};

/** An open archive whose table of contents agrees with its manifest. */
export class ArchiveReader {
  readonly #file: string;
  readonly #descriptor: number;
  readonly manifest: Manifest;
  readonly objects: ArchivedObject[];

  /** Fails when there is no such file, or it is no whole backup. */
  constructor(file: string) {
    this.#file = file;
    this.#descriptor = open(file);
    try {
      const entries = this.#listEntries();
      this.manifest = this.#readManifest(entries.pop());
      this.objects = this.#match(entries);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Read a database's bytes piece by piece; fails at the end unless its checksum was right. */
  read(object: ArchivedObject, onPiece: (piece: Buffer) => void): void {
    const hash = createHash("sha256");
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let done = 0; done < object.bytes; ) {
      const wanted = Math.min(CHUNK_BYTES, object.bytes - done);
      const got = readSync(this.#descriptor, chunk, 0, wanted, object.offset + done);
      if (got === 0) throw this.#damaged("it ends too soon");
      const piece = chunk.subarray(0, got);
      hash.update(piece);
      onPiece(piece);
      done += got;
    }
    if (hash.digest("hex") !== object.sha256) {
      throw this.#damaged(`${object.path} does not have the checksum it was written with`);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #listEntries(): (TarEntry & { offset: number })[] {
    const entries: (TarEntry & { offset: number })[] = [];
    const { size } = fstatSync(this.#descriptor);
    const block = Buffer.alloc(TAR_BLOCK_BYTES);
    for (let at = 0; ; ) {
      if (readSync(this.#descriptor, block, 0, TAR_BLOCK_BYTES, at) < TAR_BLOCK_BYTES) {
        throw this.#damaged("it ends too soon");
      }
      const entry = decodeTarHeader(block);
      if (entry === null) return entries;
      if (entry === undefined)
        throw this.#damaged("an entry of it is none that npm run backup writes");
      const offset = at + TAR_BLOCK_BYTES;
      if (!(entry.bytes >= 0 && offset + entry.bytes <= size)) {
        throw this.#damaged("it ends too soon");
      }
      entries.push({ ...entry, offset });
      at = offset + entry.bytes + tarPadding(entry.bytes);
    }
  }

  #readManifest(entry: (TarEntry & { offset: number }) | undefined): Manifest {
    if (entry?.path !== MANIFEST_PATH || entry.bytes > MAX_MANIFEST_BYTES) {
      throw this.#damaged("its manifest is missing");
    }
    const text = Buffer.alloc(entry.bytes);
    readSync(this.#descriptor, text, 0, text.length, entry.offset);
    const manifest = parseManifest(text.toString());
    if (manifest === null) throw this.#damaged("its manifest cannot be read");
    if (manifest.formatVersion > FORMAT_VERSION) {
      throw new CommandFailure(
        `${this.#file} was written by a newer version (${manifest.productVersion}). Use that one.`,
      );
    }
    return manifest;
  }

  #match(entries: (TarEntry & { offset: number })[]): ArchivedObject[] {
    const { files } = this.manifest;
    if (files.length !== entries.length) throw this.#damaged("entries are missing");
    const seen = new Set<string>();
    return entries.map(({ path, bytes, offset }, at) => {
      const place = fromArchivePath(path);
      const file = files[at];
      if (place === null || seen.has(path)) throw this.#damaged("an entry has a wrong path");
      if (file?.path !== path || file.bytes !== bytes || typeof file.sha256 !== "string") {
        throw this.#damaged(`${path} is not what the manifest says`);
      }
      seen.add(path);
      return { ...place, path, bytes, offset, sha256: file.sha256 };
    });
  }

  #damaged(what: string): CommandFailure {
    return new CommandFailure(
      `${this.#file} is damaged or no backup: ${what}. Nothing was changed.`,
    );
  }
}

function open(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new CommandFailure(`Cannot read ${file} (${reason}).`);
  }
}
