// npm run backup: writes one file with a consistent copy of everything that a service stores.

import { existsSync } from "node:fs";
import { ArchiveWriter } from "../run/backup/archive-writer.ts";
import { copyClass } from "../run/backup/copy-class.ts";
import { formatSize } from "../run/build/bundle.ts";
import { allCells, requireCells } from "../run/cells/folders.ts";
import { readMoves } from "../run/cells/move.ts";
import { namespacesWithoutDatabase } from "../run/cells/registry-rows.ts";
import {
  CommandFailure,
  EXIT,
  optionalPath,
  parseOptions,
  requiredPath,
  runStoppable,
} from "../run/cli/command.ts";
import { count, countOf, namesOf, printLine, Report } from "../run/cli/report.ts";
import { productVersion } from "../run/cli/tool.ts";
import { listObjects, type Places } from "../run/serve/object-files.ts";
import { requireOwn, writePrivately } from "../run/serve/private-folder.ts";
import { choosePlaces, requireConsistentPlaces } from "../run/serve/registry-place.ts";

const HELP = `Copy everything a service stores into one file, whether it runs or not.

  npm run backup -- --data ./vault-data --to /backups/vault-$(date +%F).tar

  --data DIR      the folder given to serve
  --ledger DIR2   the folder given to serve as --ledger, if it was
  --to FILE       the file to write, readable by this user only; it appears only
                  when it is complete
  --force         replace FILE if it exists

FILE is a tar of SQLite databases, one per namespace, of all cells, and
manifest.json with their SHA-256. Its data is sealed as in DIR. It contains
neither secret: keep VAULT_ROOT_KEY elsewhere, because without it no backup can
be read. Run it as the user that runs the service, which keeps
answering. It needs free space for FILE and again for the largest namespace.
Erasure: values that are erased later stay in FILE until it is deleted (see
npm run restore -- --help).
Exit codes: 0 written, 1 failed (nothing written), 5 written, but the databases
of the namespaces named are missing in DIR, 64 wrong usage.`;

await runStoppable("No backup was written.", (asked) => {
  const { data, ledger, to, force } = parseOptions(HELP, {
    data: { type: "string" },
    ledger: { type: "string" },
    to: { type: "string" },
    force: { type: "boolean", default: false },
  });
  const places = choosePlaces(requiredPath("data", data), optionalPath(ledger));
  return backup(places, requiredPath("to", to), force, asked);
});

async function backup(
  places: Places,
  file: string,
  isReplacing: boolean,
  signal: AbortSignal,
): Promise<number | undefined> {
  writePrivately();
  requireCells(places);
  const moves = requireMoves(places);
  const cells = allCells(places);
  requireData(cells);
  const report = new Report(process.stdout);
  const lost = cells.map(namespacesWithoutDatabase);
  const archive = new ArchiveWriter(file, isReplacing);
  try {
    // The Registry last: a Vault must never know of an erasure that the Registry in the same backup lacks.
    const copied = { Vault: 0, Registry: 0 };
    for (const objectClass of ["Vault", "Registry"] as const) {
      const follow = { signal, onProgress: report.occasionalProgress() };
      copied[objectClass] = await report.step(
        objectClass === "Vault" ? "copy namespaces" : "copy Registry",
        async () => {
          let copies = 0;
          for (const [cell, { [objectClass]: dir }] of cells.entries()) {
            copies += await copyClass({ dir, cell, objectClass }, archive, follow);
          }
          return copies;
        },
        count,
      );
    }
    if (requireMoves(places) !== moves) throw moving("was moved meanwhile");
    const { bytes } = await archive.finish(productVersion(), { cells: cells.length, moves });
    report.print(
      `${file}: ${countOf(copied.Vault, "namespace")} and the Registry, ${formatSize(bytes)}, in ${report.elapsed()}.\n` +
        "No secret is in it: keep VAULT_ROOT_KEY elsewhere. Delete old backups: they hold what is erased later.",
    );
    return reportLost(lost, cells);
  } finally {
    await archive.discard();
  }
}

/** Name the namespaces whose database was missing at the beginning and at the end. Returns the exit code. */
function reportLost(
  before: readonly ReturnType<typeof namespacesWithoutDatabase>[],
  cells: readonly Places[],
): number | undefined {
  const lost = before.flatMap((named, cell) => {
    if (named.length === 0) return [];
    const still = new Set(namespacesWithoutDatabase(cells[cell] as Places).map(({ file }) => file));
    return named.filter(({ file }) => still.has(file));
  });
  if (lost.length === 0) return;
  printLine(
    `NOT in it: ${countOf(lost.length, "namespace")} without a database: ${namesOf(lost)}.\n` +
      "Keep your older backups: only they may hold these namespaces. npm run restore -- --help\n" +
      "One that was cut off while it was made is in none: issue a token for its name again, or delete it.",
  );
  return EXIT.damaged;
}

/** Number of namespaces moved so far. Fails during a move, when copies of two cells would not match. */
function requireMoves(places: Places): number {
  const moves = readMoves(places);
  if (moves !== null) return moves;
  throw moving("is being moved from one cell to another");
}

function moving(what: string): CommandFailure {
  return new CommandFailure(`A namespace ${what}. No backup was written: make it again.`);
}

function requireData(cells: readonly Places[]): void {
  for (const places of cells) {
    // Otherwise files that SQLite creates beside a database would not belong to the service's user.
    for (const dir of Object.values(places).filter((dir) => existsSync(dir))) requireOwn(dir);
    requireConsistentPlaces(places);
  }
  if (cells.some(({ Registry }) => listObjects(Registry, "Registry").length > 0)) return;
  throw new CommandFailure(
    `There is nothing to copy in ${cells[0]?.Vault}: is it the folder given to serve as --data?`,
  );
}
