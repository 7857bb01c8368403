// Is that process still the one we knew? A process id alone may have been given to a stranger since.

import { readFileSync } from "node:fs";

/** A process id with the moment the process began, where the system tells (Linux: /proc). */
export type ProcessIdentity = { pid: number; startTime: string | null };

/** Dead, not yet collected by its parent. It holds no files any more: for us it is gone. */
const ZOMBIE = "zombie";

/** Identity of a process that is alive now. */
export function identify(pid: number): ProcessIdentity {
  return { pid, startTime: readStartTime(pid) };
}

/** Whether exactly this process still runs. Without a start time to compare, the id has to do. */
export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const now = readStartTime(pid);
  if (now === ZOMBIE) return false;
  return now === null || startTime === null || now === startTime;
}

/** A process's parent and command name, where the system tells (Linux: /proc); null elsewhere. */
export function readLineage(pid: number): { parent: number; command: string } | null {
  const stat = readStat(pid);
  return stat && { parent: Number(stat.fields[1]), command: stat.command };
}

function readStartTime(pid: number): string | null {
  const stat = readStat(pid);
  if (stat?.fields[0] === "Z") return ZOMBIE;
  return stat?.fields[19] ?? null;
}

/** The command name of /proc/PID/stat and the fields after it: state, parent, ... */
function readStat(pid: number): { command: string; fields: string[] } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name is in brackets and may itself hold blanks and brackets: the last one closes it.
    const end = stat.lastIndexOf(")");
    const command = stat.slice(stat.indexOf("(") + 1, end);
    return { command, fields: stat.slice(end + 2).split(" ") };
  } catch {
    return null;
  }
}
