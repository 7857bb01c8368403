// Checks what a machine provides for a data folder: file descriptors, disk, clock.
import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { availableMemory, descriptorLimit, planDescriptors } from "../serve/descriptors.ts";
import { classFolder, OBJECT_CLASSES, type Places } from "../serve/object-files.ts";
import { isOnReadOnlyDisk, READ_ONLY_DISK } from "../serve/private-folder.ts";
import { bad, type Finding, good, watch } from "./findings.ts";

const MiB = 1024 ** 2;
/** With less free space, an erasure may fail to write. */
const MIN_FREE = 256 * MiB;
const LITTLE_FREE = 2 * 1024 * MiB;
const FEW_NAMESPACES = 100;
/** Newer files mean that another clock wrote them, or that this clock was set back. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Check the limit of open files. */
export function checkDescriptors(cells: number): Finding {
  const limit = descriptorLimit();
  const { namespaces, connections } = planDescriptors(limit, availableMemory(), false, cells);
  const said = `limit ${limit}: ${namespaces} namespaces open at a time, ${connections} connections`;
  return namespaces < FEW_NAMESPACES
    ? watch("descriptors", `${said}; raise it (ulimit -n, LimitNOFILE)`)
    : good("descriptors", said);
}

/** Check the folders' permissions and the free space of their disks. */
export function checkFolders(places: Places): Finding[] {
  return [...new Set([places.Vault, places.Registry])].flatMap((dir) => {
    if (!existsSync(dir)) return [bad("folder", `${dir} is not there`)];
    if (isOnReadOnlyDisk(dir)) return [bad("disk", `${dir} ${READ_ONLY_DISK}`)];
    const { bavail, bsize } = statfsSync(dir);
    const free = bavail * bsize;
    const said = `${Math.floor(free / MiB)} MiB free for ${dir}`;
    const disk =
      free < MIN_FREE
        ? bad("disk", `${said}: nothing can be kept, nor erased`)
        : (free < LITTLE_FREE ? watch : good)("disk", said);
    const isOpen = process.platform !== "win32" && (statSync(dir).mode & 0o077) !== 0;
    const folder = isOpen
      ? bad("folder", `others may look into ${dir}: chmod 700`)
      : good("folder", `${dir} is private`);
    return [folder, disk];
  });
}

/** Check the clock against the newest file. */
export function checkClock(places: Places, now: number): Finding {
  const folders = OBJECT_CLASSES.map((objectClass) =>
    classFolder(places[objectClass], objectClass),
  );
  const times = folders.flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => changedAt(join(folder, name))) : [],
  );
  const newest = times.reduce((latest, time) => Math.max(latest, time), 0);
  if (newest <= now + CLOCK_TOLERANCE_MS) return good("clock", new Date(now).toISOString());
  const said = `something was written at ${new Date(newest).toISOString()}`;
  return bad("clock", `${new Date(now).toISOString()}, but ${said}: deletions by age would wait`);
}

/** When a file was last written (ms); 0 when it is gone: a running service removes -wal files. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
