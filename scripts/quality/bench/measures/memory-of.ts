// Memory of a process, where the system tells (Linux: /proc).

import { readFileSync, writeFileSync } from "node:fs";

/** Resident memory now, in MiB, or null. */
export function residentMib(pid: number): number | null {
  return read(pid, /^VmRSS:\s+(\d+) kB/m);
}

/** The most that was ever resident (or since `forgetPeak`), in MiB, or null. */
export function peakMib(pid: number): number | null {
  return read(pid, /^VmHWM:\s+(\d+) kB/m);
}

/** Begin to look for the peak anew. Where that is not allowed, the peak of the start stays. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // The figure is then at worst too large.
  }
}

function read(pid: number, line: RegExp): number | null {
  try {
    const kib = line.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}
