// Memory of a process, where the system reports it (Linux: /proc), and the peak of a submission of 16 MiB and its job.

import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readOptional } from "../../../run/cli/files.ts";
import { BATCH_CONNECTIONS, Namespace, newValue, newValues } from "../callers.ts";
import { Client } from "../client.ts";
import type { Bench, Finding } from "../measure.ts";
import { runJob } from "./jobs.ts";

const MIB = 1024 * 1024;
/** Size of the submission, and its number of items. */
const BODY_BYTES = 16 * MIB;
const ITEMS = 100_000;
/** Number of processes measured, one at a time. */
const PROCESSES = 5;
/** Pause before a process's idle memory is read. */
const SETTLE_MS = 1_500;

/** Peak above idle memory, in MiB; one run per process. */
export async function jobMemory(bench: Bench): Promise<Finding> {
  if (residentMib(process.pid) === null) return { skipped: "needs /proc, which this system lacks" };
  const processes = bench.scale.isQuick ? 1 : PROCESSES;
  const items = bench.scale.isQuick ? bench.scale.jobItems : ITEMS;
  const runs: number[] = [];
  const idles: number[] = [];
  for (let run = 1; run <= processes; run++) {
    const { idle, peak } = await oneProcess(bench, items);
    runs.push(peak - idle);
    idles.push(idle);
    bench.report.progress(run, processes);
  }
  const size = ((items / ITEMS) * (BODY_BYTES / MIB)).toFixed(1);
  return { runs, detail: `${size} MiB; idle ${Math.max(...idles).toFixed(0)} MiB` };
}

async function oneProcess(bench: Bench, items: number): Promise<{ idle: number; peak: number }> {
  const values = longValues(items);
  const server = await bench.stage.start("product");
  try {
    const client = new Client(server.port, BATCH_CONNECTIONS);
    const namespace = await Namespace.open(client, server.data, "memory");
    // Idle memory is that of a service that has been used.
    await client.send(namespace.mask(newValues(10)));
    await runJob(client, namespace, namespace.maskJob(newValues(10)));
    await sleep(SETTLE_MS);
    forgetPeak(server.pid);
    const idle = residentMib(server.pid) ?? 0;
    await runJob(client, namespace, namespace.maskJob(values));
    return { idle, peak: peakMib(server.pid) ?? Number.NaN };
  } finally {
    await server.stop();
  }
}

/** Values of such a length that `ITEMS` of them fill the body. */
function longValues(items: number): string[] {
  const frame = JSON.stringify({ value: "", token_name: "Text Token" }).length + 1;
  const letters = Math.floor((BODY_BYTES - 20) / ITEMS) - frame;
  return Array.from({ length: items }, () =>
    `${newValue()} ${"Lorem ipsum dolor ".repeat(10)}`.slice(0, letters),
  );
}

/** Resident memory now, in MiB; null where unknown. */
function residentMib(pid: number): number | null {
  return mibIn(pid, /^VmRSS:\s+(\d+) kB/m);
}

/** Peak of resident memory since the start or `forgetPeak`, in MiB; null where unknown. */
function peakMib(pid: number): number | null {
  return mibIn(pid, /^VmHWM:\s+(\d+) kB/m);
}

/** Reset the peak. Where that is not allowed, the peak since the start remains. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // The figure is then too large at worst.
  }
}

function mibIn(pid: number, line: RegExp): number | null {
  const kib = figureOf(pid, "status", line);
  return kib === null ? null : kib / 1024;
}

/** The number that a pattern finds in a file of a process's /proc; null where there is none. */
export function figureOf(pid: number, file: "status" | "io", pattern: RegExp): number | null {
  const found = pattern.exec(readOptional(`/proc/${pid}/${file}`)?.toString() ?? "");
  return found === null ? null : Number(found[1]);
}
