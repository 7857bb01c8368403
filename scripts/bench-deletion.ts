// npm run bench:deletion: how fast mappings are destroyed, and what others feel of it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BareRates, measureBare } from "./bench/bare.ts";
import { BenchNamespace, type DeletionFigures, type Latency } from "./bench/deletion.ts";
import { buildWorker } from "./build/bundle.ts";
import { EXIT, parseOptions, runCommand, wholeNumber } from "./cli/command.ts";
import { count, Report } from "./cli/report.ts";
import { listenForStop } from "./cli/stop-requests.ts";
import { startService } from "./demo/service.ts";
import { generateSecrets } from "./secrets/generate.ts";
import { readRecord } from "./serve/data-lock.ts";

const HELP = `Measure a deletion by age under npm run serve, beside a bare batched DELETE in the same run.

  npm run bench:deletion                        1,000,000 mappings, 16 connections; some minutes
  npm run bench:deletion -- --mappings 200000

  --mappings N      mappings of each of two namespaces: one is deleted alone, one under load
  --connections N   connections that mask single new values meanwhile (16)
Prints rates, ratios and the 99th percentile of single masks. Machines differ: only ratios mean something.
Exit codes: 0 measured (whatever came out), 1 something failed, 64 wrong usage.`;

const BATCHES = [2_000, 10_000];
const IDLE_SECONDS = 8;

await runCommand(async () => {
  const options = parseOptions(process.argv.slice(2), {
    mappings: { type: "string", default: "1000000" },
    connections: { type: "string", default: "16" },
    help: { type: "boolean", short: "h" },
  });
  if (options.help) {
    console.log(HELP);
    return EXIT.ok;
  }
  const mappings = wholeNumber("mappings", options.mappings, 10_000, 100_000_000);
  const connections = wholeNumber("connections", options.connections, 1, 256);
  const { asked } = listenForStop();
  const folder = mkdtempSync(join(tmpdir(), "masking-vault-bench-"));
  try {
    await measure(folder, mappings, connections, asked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return EXIT.ok;
});

async function measure(folder: string, mappings: number, connections: number, signal: AbortSignal) {
  const report = new Report(process.stdout);
  await report.step(
    "Bundle the Worker",
    () => buildWorker("release", signal),
    () => "ready",
  );
  const bare = await report.step(
    "Bare batched DELETE",
    () => measureBare(join(folder, "bare"), mappings, BATCHES),
    describeBare,
  );
  const secrets = generateSecrets();
  const dataDir = join(folder, "data");
  const service = await startService(dataDir, secrets, signal);
  try {
    const workerdPid = readRecord(dataDir)?.workerd?.pid ?? 0;
    const target = { url: service.url, masterKey: secrets.VAULT_MASTER_KEY, workerdPid };
    const alone = await prepared(report, target, "alone", mappings, connections);
    const quiet = await report.step("Delete alone", () => alone.deleteAll(), describeDeletion);
    alone.close();
    const busy = await prepared(report, target, "busy", mappings, connections);
    const over = Date.now() + 1_000 * IDLE_SECONDS;
    const idle = await report.step(
      "Single masks, idle",
      () => busy.load(connections, () => Date.now() > over),
      describeLatency,
    );
    let isOver = false;
    const deleted = busy.deleteAll().finally(() => {
      isOver = true;
    });
    const during = await report.step(
      "Single masks, deleting",
      () => busy.load(connections, () => isOver),
      describeLatency,
    );
    const loaded = await report.step("Delete under load", () => deleted, describeDeletion);
    busy.close();
    report.print(verdict(bare, quiet, loaded, idle, during));
  } finally {
    if (!service.hasEnded()) await service.stop();
  }
}

async function prepared(
  report: Report,
  target: { url: string; masterKey: string; workerdPid: number },
  name: string,
  mappings: number,
  connections: number,
): Promise<BenchNamespace> {
  const namespace = new BenchNamespace(target, name, connections);
  await namespace.open();
  await report.step(
    `Mask ${count(mappings)} values`,
    () => namespace.fill(mappings, () => undefined),
    () => `namespace "${name}"`,
  );
  return namespace;
}

function verdict(
  bare: BareRates,
  quiet: DeletionFigures,
  loaded: DeletionFigures,
  idle: Latency,
  during: Latency,
): string {
  const floor = Math.max(...bare.map(({ rowsPerSecond }) => rowsPerSecond));
  const limit = Math.max(2.5 * idle.p99, idle.p99 + 15);
  const ratio = (rate: number) => (rate / floor).toFixed(2);
  return [
    "",
    `Rate, alone:       ${ratio(quiet.rowsPerSecond)} of the best bare DELETE (goal 0.70)`,
    `Rate, under load:  ${ratio(loaded.rowsPerSecond)} of the best bare DELETE without load`,
    `p99 while deleting ${during.p99.toFixed(1)} ms, idle ${idle.p99.toFixed(1)} ms (goal at most ${limit.toFixed(1)})`,
    `Accepting took     ${quiet.acceptMs.toFixed(1)} ms alone, ${loaded.acceptMs.toFixed(1)} ms under load`,
    `Memory grew by     ${describeMemory(quiet)} alone, ${describeMemory(loaded)} under load (goal below 64 MiB)`,
  ].join("\n");
}

function describeBare(rates: BareRates): string {
  return rates
    .map(({ batch, rowsPerSecond }) => `${count(Math.round(rowsPerSecond))}/s by ${count(batch)}`)
    .join(", ");
}

function describeDeletion({ rowsPerSecond, cleared }: DeletionFigures): string {
  return `${count(cleared)} mappings, ${count(Math.round(rowsPerSecond))}/s`;
}

function describeLatency({ requests, p50, p99 }: Latency): string {
  return `${count(requests)} requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

function describeMemory({ memoryMib }: DeletionFigures): string {
  return memoryMib === null ? "(unknown)" : `${memoryMib.toFixed(0)} MiB`;
}
