// npm run restore: brings back what npm run backup copied.

import { type ArchivedObject, unpackArchive, verifyArchive } from "../run/backup/archive-reader.ts";
import { raiseCeilings } from "../run/backup/ceilings.ts";
import {
  beginUnpacking,
  discardUnpacked,
  exchange,
  listTargets,
  type Target,
  unpackedPath,
} from "../run/backup/exchange.ts";
import { type RestoreOptions, readRestoreOptions } from "../run/backup/options.ts";
import { CommandFailure, runStoppable } from "../run/cli/command.ts";
import { count, countOf, Report } from "../run/cli/report.ts";
import { HeldFolders } from "../run/serve/data-lock.ts";
import { ALARM_FILE, listObjects } from "../run/serve/object-files.ts";

await runStoppable("Nothing was changed.", (asked) => restore(readRestoreOptions(), asked));

async function restore({ places, file, isReplacing }: RestoreOptions, signal: AbortSignal) {
  const targets = listTargets(places);
  const report = new Report(process.stdout);
  const follow = () => ({ signal, onProgress: report.occasionalProgress() });
  const { manifest, objects } = await report.step(
    "verify checksums",
    () => verifyArchive(file, follow()),
    (archive) => countOf(archive.objects.length, "file"),
  );
  const unpackedPaths = new Map<ArchivedObject, string>();
  for (const object of objects) {
    const target = targets.find(({ objectClass }) => objectClass === object.objectClass);
    if (target !== undefined) unpackedPaths.set(object, unpackedPath(target, object.name));
  }
  const wanted = [...unpackedPaths.keys()];
  const lock = await HeldFolders.acquire(places);
  try {
    requireRoom(targets, wanted, isReplacing);
    beginUnpacking(targets);
    await report.step(
      "unpack",
      () => unpackArchive(file, unpackedPaths, follow()),
      () => countOf(wanted.length, "file"),
    );
    for (const [{ objectClass, name }, path] of unpackedPaths) {
      if (objectClass === "Registry" && name !== ALARM_FILE) raiseCeilings(path);
    }
    const former = exchange(targets, new Date());
    report.print(summary(targets, wanted, manifest.created, former));
  } finally {
    discardUnpacked(targets);
    lock.release();
  }
}

/** Fails when there are objects already and nobody said that they may be replaced. */
function requireRoom(targets: Target[], wanted: ArchivedObject[], isReplacing: boolean): void {
  if (isReplacing) return;
  const kept = new Set(wanted.map(({ objectClass, name }) => `${objectClass}/${name}`));
  for (const { objectClass, dir } of targets) {
    const present = listObjects(dir, objectClass);
    if (present.length === 0) continue;
    const what = objectClass === "Vault" ? countOf(present.length, "namespace") : "a Registry";
    const newer = present.filter((name) => !kept.has(`${objectClass}/${name}`)).length;
    throw new CommandFailure(
      `${dir} holds ${what} already${newer > 0 ? ` (${count(newer)} not in the backup)` : ""}. Nothing was changed.\n` +
        `Add --force to put the backup in their place; what is there is then moved to ${dir}/replaced-TIME.`,
    );
  }
}

function summary(
  targets: Target[],
  wanted: ArchivedObject[],
  created: string,
  former: string[],
): string {
  const namespaces = wanted.filter(
    ({ objectClass, name }) => objectClass === "Vault" && name !== ALARM_FILE,
  );
  const parts = targets.map(({ objectClass, dir }) => {
    const what = objectClass === "Vault" ? countOf(namespaces.length, "namespace") : "the Registry";
    return `${what} into ${dir}`;
  });
  const lines = [`Restored as of ${created}: ${parts.join(", ")}.`];
  if (former.length > 0) {
    lines.push(
      `What was there is now in ${former.join(" and ")}. Delete it once all is well: it may hold what was erased.`,
    );
  }
  if (targets.some(({ objectClass }) => objectClass === "Registry")) {
    lines.push("Erasures accepted after that moment are not part of it: repeat them.");
  }
  lines.push("Start the service with the same VAULT_ROOT_KEY as before.");
  return lines.join("\n");
}
