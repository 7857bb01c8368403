// npm run restore: brings back what npm run backup copied.

import { setImmediate as turn } from "node:timers/promises";
import { type ArchivedObject, ArchiveReader } from "../run/backup/archive-reader.ts";
import { raiseCeilings } from "../run/backup/ceilings.ts";
import {
  beginUnpacking,
  discardUnpacked,
  exchange,
  listTargets,
  type Target,
  unpack,
  unpackedPath,
} from "../run/backup/exchange.ts";
import { toFailure } from "../run/backup/failure.ts";
import { type RestoreOptions, readRestoreOptions } from "../run/backup/options.ts";
import { pace } from "../run/backup/pace.ts";
import { CommandFailure, EXIT, runCommand } from "../run/cli/command.ts";
import { count, countOf, Report } from "../run/cli/report.ts";
import { listenForStop } from "../run/cli/stop-requests.ts";
import { HeldFolders } from "../run/serve/held-folders.ts";
import { ALARM_FILE, listObjects } from "../run/serve/object-files.ts";

await runCommand(async () => {
  const options = readRestoreOptions(process.argv.slice(2));
  if (options === null) return EXIT.ok;
  const stop = listenForStop();
  try {
    await restore(options, stop.asked);
  } catch (error) {
    throw toFailure(error, stop.asked, "Nothing was changed.");
  }
  return EXIT.ok;
});

async function restore({ places, file, isReplacing }: RestoreOptions, signal: AbortSignal) {
  const targets = listTargets(places);
  const archive = new ArchiveReader(file);
  const wanted = archive.objects.filter(({ objectClass }) => places[objectClass] !== undefined);
  const report = new Report(process.stdout);
  /** Something for each wanted object, with progress; stops between two when asked to. */
  const forEach = async (title: string, body: (object: ArchivedObject) => void) => {
    const progress = pace(report);
    const run = async () => {
      for (const [done, object] of wanted.entries()) {
        progress(done, wanted.length);
        await turn();
        signal.throwIfAborted();
        body(object);
      }
    };
    await report.step(title, run, () => countOf(wanted.length, "file"));
  };
  try {
    await forEach("verify checksums", (object) => archive.read(object, () => {}));
    const lock = await HeldFolders.acquire(places);
    try {
      requireRoom(targets, wanted, isReplacing);
      beginUnpacking(targets);
      await forEach("unpack", (object) => unpack(archive, object, places));
      for (const { objectClass, name } of wanted) {
        const dir = places[objectClass];
        if (objectClass !== "Registry" || name === ALARM_FILE || dir === undefined) continue;
        raiseCeilings(unpackedPath({ objectClass, dir }, name));
      }
      const former = exchange(targets, new Date());
      report.print(summary(targets, wanted, archive.manifest.created, former));
    } finally {
      discardUnpacked(targets);
      lock.release();
    }
  } finally {
    archive.close();
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
  ).length;
  const parts = targets.map(({ objectClass, dir }) =>
    objectClass === "Vault"
      ? `${countOf(namespaces, "namespace")} into ${dir}`
      : `the Registry into ${dir}`,
  );
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
