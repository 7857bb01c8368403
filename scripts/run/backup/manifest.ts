// The last entry of a backup: what it holds and how to tell that it is whole. A file without it was
// cut short.

import { OBJECT_CLASSES, type ObjectClass, uniqueKey } from "../serve/object-files.ts";

/** Path of the manifest in the archive. */
export const MANIFEST_PATH = "manifest.json";

/** Raised when a restore of an older version could not understand the archive: the first knew of one cell only. */
export const FORMAT_VERSION = 2;

const FORMAT = "masking-vault-backup";

/** One database in the archive. */
export type BackupFile = { path: string; bytes: number; sha256: string };

/** The manifest as JSON. No secret and no namespace's name is in it. */
export type Manifest = {
  format: typeof FORMAT;
  formatVersion: number;
  productVersion: string;
  created: string;
  /** How many cells the service had; absent where it had one. */
  cells?: number;
  /** How many namespaces had been moved from one cell to another. */
  moves?: number;
  files: BackupFile[];
};

/** Of the service that is copied: how many cells it has, and how many namespaces were moved from one to another. */
export type Layout = { cells: number; moves: number };

/** The manifest of these files. */
export function createManifest(
  files: BackupFile[],
  created: Date,
  productVersion: string,
  { cells, moves }: Layout,
): Manifest {
  const about = { format: FORMAT, productVersion, created: created.toISOString() } as const;
  if (cells === 1) return { ...about, formatVersion: 1, files };
  return { ...about, formatVersion: FORMAT_VERSION, cells, moves, files };
}

/** Reads a manifest; null when it is none. Its version may be newer than ours. */
export function parseManifest(text: string): Manifest | null {
  let manifest: Partial<Manifest> | null;
  try {
    manifest = JSON.parse(text) as Partial<Manifest> | null;
  } catch {
    return null;
  }
  if (manifest?.format !== FORMAT || typeof manifest.formatVersion !== "number") return null;
  if (typeof manifest.created !== "string" || !Array.isArray(manifest.files)) return null;
  return manifest as Manifest;
}

/** Where a database belongs: below a data folder, in the folder of its cell. */
type InArchive = { cell: number; objectClass: ObjectClass; name: string };

/** Path of a database in the archive. */
export function toArchivePath({ cell, objectClass, name }: InArchive): string {
  const path = `objects/${uniqueKey(objectClass)}/${name}`;
  return cell === 0 ? path : `cell-${cell}/${path}`;
}

/** The other way; null for any path that a backup of so many cells does not hold, `../` among them. */
export function fromArchivePath(path: string, cells: number): InArchive | null {
  const [, number = "0", key, name] =
    /^(?:cell-([1-9]\d?)\/)?objects\/([A-Za-z-]+)\/([0-9a-f]{64}\.sqlite|metadata\.sqlite)$/.exec(
      path,
    ) ?? [];
  const cell = Number(number);
  const objectClass = OBJECT_CLASSES.find((candidate) => uniqueKey(candidate) === key);
  return objectClass && name && cell < cells ? { cell, objectClass, name } : null;
}
