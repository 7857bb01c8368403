// Is that process still the one we knew? Its id alone may have been reused since.

import { readFileSync } from "node:fs";

/** A process id with the process's start time, where the system provides it (Linux: /proc). */
export type ProcessIdentity = { pid: number; startTime: string | null };

/** Dead but not yet reaped by its parent. It holds no files any more, so it counts as ended. */
const ZOMBIE = "zombie";

/** Identity of a process that is alive now. */
export function identify(pid: number): ProcessIdentity {
  return { pid, startTime: readStartTime(pid) };
}

/** Whether exactly this process is still running. Without a start time to compare, only the id is checked. */
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

/** A process's parent and command name; null where the system has no /proc (it is Linux's). */
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
    // The name is in parentheses and may contain blanks and parentheses: the last one closes it.
    const end = stat.lastIndexOf(")");
    const command = stat.slice(stat.indexOf("(") + 1, end);
    return { command, fields: stat.slice(end + 2).split(" ") };
  } catch {
    return null;
  }
}
