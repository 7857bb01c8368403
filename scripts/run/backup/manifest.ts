// The last entry of a backup: what it holds and how to tell that it is whole. A file without it was
// cut short.

import { OBJECT_CLASSES, type ObjectClass, uniqueKey } from "../serve/object-files.ts";

/** Path of the manifest in the archive. */
export const MANIFEST_PATH = "manifest.json";

/** Raised when a restore of an older version could not understand the archive. */
export const FORMAT_VERSION = 1;

const FORMAT = "masking-vault-backup";

/** One database in the archive. */
export type BackupFile = { path: string; bytes: number; sha256: string };

/** The manifest as JSON. No secret and no namespace's name is in it. */
export type Manifest = {
  format: typeof FORMAT;
  formatVersion: number;
  productVersion: string;
  created: string;
  files: BackupFile[];
};

/** The manifest of these files. */
export function createManifest(files: BackupFile[], created: Date, version: string): Manifest {
  const [formatVersion, productVersion] = [FORMAT_VERSION, version];
  return { format: FORMAT, formatVersion, productVersion, created: created.toISOString(), files };
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

/** Path of a database in the archive: where it belongs below a data folder. */
export function toArchivePath(objectClass: ObjectClass, name: string): string {
  return `objects/${uniqueKey(objectClass)}/${name}`;
}

/** The other way; null for any path that a backup does not hold, `../` among them. */
export function fromArchivePath(path: string): { objectClass: ObjectClass; name: string } | null {
  const [, key, name] =
    /^objects\/([A-Za-z-]+)\/([0-9a-f]{64}\.sqlite|metadata\.sqlite)$/.exec(path) ?? [];
  const objectClass = OBJECT_CLASSES.find((candidate) => uniqueKey(candidate) === key);
  return objectClass && name ? { objectClass, name } : null;
}
