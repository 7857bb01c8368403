// npm run backup: one file with a consistent copy of everything a service stores.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ArchiveWriter } from "../run/backup/archive-writer.ts";
import { copyClass } from "../run/backup/copy-class.ts";
import { type BackupOptions, readBackupOptions } from "../run/backup/options.ts";
import { formatSize } from "../run/build/bundle.ts";
import { CommandFailure, runStoppable } from "../run/cli/command.ts";
import { count, countOf, Report } from "../run/cli/report.ts";
import { PROJECT_ROOT } from "../run/cli/tool.ts";
import { listObjects, type Places } from "../run/serve/object-files.ts";
import { requireConsistent } from "../run/serve/registry-place.ts";

await runStoppable("No backup was written.", (asked) => backup(readBackupOptions(), asked));

async function backup({ places, file, isReplacing }: BackupOptions, signal: AbortSignal) {
  requireData(places);
  const report = new Report(process.stdout);
  const archive = new ArchiveWriter(file, isReplacing);
  try {
    // The Registry last: a Vault must never know of an erasure that the Registry beside it does not.
    const copied = { Vault: 0, Registry: 0 };
    for (const objectClass of ["Vault", "Registry"] as const) {
      const follow = { signal, onProgress: report.occasionalProgress() };
      copied[objectClass] = await report.step(
        objectClass === "Vault" ? "copy namespaces" : "copy Registry",
        () => copyClass(places[objectClass], objectClass, archive, follow),
        count,
      );
    }
    const { bytes } = await archive.finish(readVersion());
    report.print(
      `${file}: ${countOf(copied.Vault, "namespace")} and the Registry, ${formatSize(bytes)}, in ${report.elapsed()}.\n` +
        "No secret is in it: keep VAULT_ROOT_KEY elsewhere. Delete old backups: they hold what is erased later.",
    );
  } finally {
    await archive.discard();
  }
}

function requireData(places: Places): void {
  requireConsistent(places);
  if (listObjects(places.Registry, "Registry").length > 0) return;
  throw new CommandFailure(
    `There is nothing to copy in ${places.Vault}: is it the folder given to serve as --data?`,
  );
}

function readVersion(): string {
  const text = readFileSync(join(PROJECT_ROOT, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
