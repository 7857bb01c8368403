// The last entry of a backup: it lists the content and shows that the backup is complete. A file without it
// was cut short.

import { parseJson } from "../cli/files.ts";
import { OBJECT_CLASSES, type ObjectClass, uniqueKey } from "../serve/object-files.ts";

/** Path of the manifest in the archive. */
export const MANIFEST_PATH = "manifest.json";

/** Raised whenever an older version's restore could not understand the archive. Version 1 knew only one cell. */
export const FORMAT_VERSION = 2;

const FORMAT = "masking-vault-backup";

/** One database in the archive. */
export type BackupFile = { path: string; bytes: number; sha256: string };

/** The manifest as JSON. It contains no secret and no namespace name. */
export type Manifest = {
  format: typeof FORMAT;
  formatVersion: number;
  productVersion: string;
  created: string;
  /** Number of cells of the service; absent where it had one. */
  cells?: number;
  /** Number of namespaces that had been moved between cells. */
  moves?: number;
  files: BackupFile[];
};

/** Layout of the copied service: its number of cells, and how many namespaces were moved between them. */
export type Layout = { cells: number; moves: number };

/** Create the manifest of these files. */
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

/** Parse a manifest; null when the text is none. Its version may be newer than ours. */
export function parseManifest(text: string): Manifest | null {
  const manifest = parseJson(text) as Partial<Manifest> | null;
  if (manifest?.format !== FORMAT || typeof manifest.formatVersion !== "number") return null;
  if (typeof manifest.created !== "string" || !Array.isArray(manifest.files)) return null;
  return manifest as Manifest;
}

/** Where a database belongs: its cell, its class, and its file name in the class's folder. */
type InArchive = { cell: number; objectClass: ObjectClass; name: string };

/** Path of a database in the archive. */
export function toArchivePath({ cell, objectClass, name }: InArchive): string {
  const path = `objects/${uniqueKey(objectClass)}/${name}`;
  return cell === 0 ? path : `cell-${cell}/${path}`;
}

/** Inverse of `toArchivePath`; null for any path that a backup of `cells` cells cannot contain, such as `../`. */
export function fromArchivePath(path: string, cells: number): InArchive | null {
  const [, number = "0", key, name] =
    /^(?:cell-([1-9]\d?)\/)?objects\/([A-Za-z-]+)\/([0-9a-f]{64}\.sqlite|metadata\.sqlite)$/.exec(
      path,
    ) ?? [];
  const cell = Number(number);
  const objectClass = OBJECT_CLASSES.find((candidate) => uniqueKey(candidate) === key);
  return objectClass && name && cell < cells ? { cell, objectClass, name } : null;
}
