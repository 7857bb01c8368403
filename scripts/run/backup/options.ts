// The options of `npm run backup` and `npm run restore`, checked, and their help.

import { resolve } from "node:path";
import { CommandFailure, EXIT, parseOptions, usageFailure } from "../cli/command.ts";
import { OBJECT_CLASSES, type ObjectClass, type Places } from "../serve/object-files.ts";
import { choosePlaces } from "../serve/registry-place.ts";

/** What to copy where to. */
export type BackupOptions = { places: Places; file: string; isReplacing: boolean };

/** What to bring back where to; only the classes in `places` are touched. */
export type RestoreOptions = { places: Partial<Places>; file: string; isReplacing: boolean };

const BACKUP_HELP = `Copy everything a service stores into one file, while it runs or not.

  npm run backup -- --data ./vault-data --to /backups/vault-$(date +%F).tar

  --data DIR      the folder given to serve
  --ledger DIR2   the folder given to serve as --ledger, if it was
  --to FILE       the file to write, readable by this user only; complete or not there at all
  --force         replace FILE if it exists

FILE is a tar of SQLite databases, one per namespace, and manifest.json with their SHA-256. What it
holds is sealed as it is in DIR. Neither secret is in it: keep VAULT_ROOT_KEY elsewhere, because
without it no backup can be read. Run it as the user that runs the service; the service goes on
answering. It needs free space for FILE and once more for the largest namespace.
Erasure: values that are erased later stay in FILE until it is deleted (see npm run restore -- --help).
Exit codes: 0 written, 1 failed (nothing written), 64 wrong usage.`;

const RESTORE_HELP = `Bring back what npm run backup copied. The service must be stopped.

  npm run restore -- --from /backups/vault-2026-11-21.tar --data ./vault-data
  npm run restore -- --from FILE --data DIR --only vault     after the loss of DIR's disk

  --from FILE     the backup; every checksum is verified before anything is touched
  --data DIR      the folder for serve, created when missing
  --ledger DIR2   where the Registry goes when serve is started with --ledger DIR2
  --only CLASS    vault: only the namespaces' data. The Registry that is still there is newer, and the
                  service erases again what it records as erased since the backup.
                  registry: only the Registry (with --ledger, --data may be left out); namespaces
                  that know of later erasures than it does will not serve
  --force         replace what is in the folders. It is moved to DIR/replaced-TIME, not deleted:
                  delete it yourself once all is well, it may hold what was erased since

Run it as the user that runs the service; start that with the same VAULT_ROOT_KEY as before. Jobs that
ran go on by themselves.
Exit codes: 0 restored, 1 failed (nothing changed), 3 a service holds a folder, 64 wrong usage.`;

/** Options from the command line. */
export function readBackupOptions(): BackupOptions {
  const given = parseOptions(BACKUP_HELP, {
    data: { type: "string" },
    ledger: { type: "string" },
    to: { type: "string" },
    force: { type: "boolean", default: false },
  });
  const places = choosePlaces(required("data", given.data), optional(given.ledger));
  return { places, file: required("to", given.to), isReplacing: given.force };
}

/** Options from the command line. */
export function readRestoreOptions(): RestoreOptions {
  const given = parseOptions(RESTORE_HELP, {
    from: { type: "string" },
    data: { type: "string" },
    ledger: { type: "string" },
    only: { type: "string" },
    force: { type: "boolean", default: false },
  });
  const file = required("from", given.from);
  const ledgerDir = optional(given.ledger);
  const only = checkClass(given.only);
  const isReplacing = given.force;
  if (only === "Registry" && given.data === undefined && ledgerDir !== null) {
    return { places: { Registry: ledgerDir }, file, isReplacing };
  }
  const places = choosePlaces(required("data", given.data), ledgerDir);
  return { places: only === null ? places : { [only]: places[only] }, file, isReplacing };
}

function required(option: string, value: string | undefined): string {
  if (value) return resolve(value);
  throw usageFailure(`--${option} is missing.`);
}

function optional(value: string | undefined): string | null {
  return value === undefined ? null : resolve(value);
}

function checkClass(name: string | undefined): ObjectClass | null {
  if (name === undefined) return null;
  const found = OBJECT_CLASSES.find((objectClass) => objectClass.toLowerCase() === name);
  if (found) return found;
  throw new CommandFailure(`--only must be vault or registry, not "${name}".`, EXIT.usage);
}
