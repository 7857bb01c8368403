// Memory of a submission of 16 MiB and its job, above idle. Needs /proc.

import { forBatches, Namespace, newValue, newValues } from "../callers.ts";
import type { Connections } from "../load.ts";
import type { Bench, Finding, Measure } from "../measure.ts";
import { runJob } from "./jobs.ts";
import { forgetPeak, peakMib, residentMib } from "./memory-of.ts";

const MIB = 1024 * 1024;
/** Items that fill 16 MiB when each is this long as JSON. */
const BODY_BYTES = 16 * MIB;
const ITEMS = 100_000;
/** Processes that are measured, one after the other. */
const PROCESSES = 5;
/** How long a process is left alone before its idle memory is read. */
const SETTLE_MS = 1_500;

async function jobMemory(bench: Bench): Promise<Finding> {
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
  const body = largeBody(items);
  const server = await bench.stage.product();
  try {
    const master = server.secrets.VAULT_MASTER_KEY;
    const namespace = await Namespace.open(server.port, master, "memory");
    const connections = await forBatches(server);
    await warmUp(namespace, connections);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    forgetPeak(server.pid);
    const idle = residentMib(server.pid) ?? 0;
    await runJob(namespace, connections, namespace.put("mask/async", body));
    return { idle, peak: peakMib(server.pid) ?? Number.NaN };
  } finally {
    await server.stop();
  }
}

/** Idle is a service that has been used. */
async function warmUp(namespace: Namespace, connections: Connections): Promise<void> {
  await connections.send(namespace.mask(newValues(10)));
  const mask = newValues(10).map((value) => ({ value, token_name: "Text Token" }));
  await runJob(namespace, connections, namespace.put("mask/async", { mask }));
}

function largeBody(items: number): object {
  const frame = JSON.stringify({ value: "", token_name: "Text Token" }).length + 1;
  const letters = Math.floor((BODY_BYTES - 20) / ITEMS) - frame;
  const mask = Array.from({ length: items }, () => {
    const value = `${newValue()} ${"Lorem ipsum dolor ".repeat(10)}`.slice(0, letters);
    return { value, token_name: "Text Token" };
  });
  return { mask };
}

/** Memory. */
export const MEMORY_MEASURES: readonly Measure[] = [
  {
    name: "job-memory",
    what: "peak memory of a 16 MiB async submission and its job, above idle",
    goal: { most: 96 },
    unit: "MiB",
    run: jobMemory,
  },
];
