// npm run demo: masks, unmasks and erases a file on a temporary service of its own.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { VaultClient, VaultError } from "../../clients/typescript/src/index.ts";
import { awaitMaskJobs, CHECKS, type IssueClient } from "../demo/checks.ts";
import { COLUMN_RULES, type CustomerFile, readCustomerFile } from "../demo/customer-file.ts";
import { eraseAndProve } from "../demo/erasure.ts";
import { describeFound, renderMaskedRows } from "../demo/table.ts";
import { buildWorker, formatSize } from "../run/build/bundle.ts";
import { CommandFailure, EXIT, parseOptions, runCommand } from "../run/cli/command.ts";
import { count, countOf, Report, seconds } from "../run/cli/report.ts";
import { listenForStop } from "../run/cli/stop-requests.ts";
import { PROJECT_ROOT } from "../run/cli/tool.ts";
import { generateSecrets, toEnvFile } from "../run/secrets.ts";
import { type ServiceProcess, startService } from "../run/serve/service-process.ts";

/** Longest time between a broken connection and the report of the service's end. */
const ENDING_MS = 1_000;

const HELP = `Mask a CSV file of customers in the background, show it, unmask a sample, erase everything.

  npm run demo                           samples/customers.csv, 3,000 made-up customers
  npm run demo -- --file my.csv          another file; it never leaves this machine
  npm run demo -- --keep                 keep the service's data, and its secrets beside it

Starts the service (as npm run serve does) on a free port with fresh secrets, and stops it at the end.
Columns are masked by their header: ${Object.keys(COLUMN_RULES).join(", ")}. All others stay as they are.
Exit codes: 0 every check passed, 1 something failed, 64 wrong usage, 130 stopped with Ctrl-C.`;

const NAMESPACE = "demo";

await runCommand(async () => {
  const options = parseOptions(HELP, {
    file: { type: "string", default: join(PROJECT_ROOT, "samples", "customers.csv") },
    keep: { type: "boolean", default: false },
  });
  const { asked } = listenForStop();
  const folder = mkdtempSync(join(tmpdir(), "masking-vault-demo-"));
  try {
    await runDemo(resolve(options.file), folder, options.keep, asked);
  } catch (error) {
    if (!asked.aborted) throw error;
    throw new CommandFailure("Stopped before the end.", EXIT.interrupted);
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
});

async function runDemo(path: string, folder: string, keep: boolean, signal: AbortSignal) {
  const report = new Report(process.stdout);
  const secrets = generateSecrets();
  report.print(`Masking Vault: ${basename(path)}, masked in the background and turned back`);
  const read = async () => readCustomerFile(path);
  const file = await report.step("Read the file", read, describeFile);
  const build = () => buildWorker("release", signal);
  await report.step("Bundle the Worker", build, ({ fresh, gzipBytes }) => {
    return `${fresh ? "built" : "up to date"}, ${formatSize(gzipBytes)} compressed`;
  });
  if (keep) writeFileSync(join(folder, "vault.env"), toEnvFile(secrets), { mode: 0o600 });
  const start = () => startService(join(folder, "data"), secrets, signal);
  const service = await report.step("Start the service", start, ({ url }) => url);
  try {
    await maskAndCheck(
      report,
      issuerOf(service.url, secrets.VAULT_MASTER_KEY, signal),
      file,
      signal,
    );
  } catch (error) {
    // A connection breaks some time before the service has reported that it ended, and why.
    await delay(ENDING_MS);
    throw explain(error, service);
  } finally {
    const whatIsLeft = keep ? "its data is kept" : "its data is removed";
    if (!service.hasEnded()) await report.step("Stop the service", service.stop, () => whatIsLeft);
  }
  report.print(`\nDone in ${report.elapsed()}. Every check passed.`);
  if (keep) report.print(describeKept(folder));
}

async function maskAndCheck(
  report: Report,
  issueClient: IssueClient,
  { cells }: CustomerFile,
  signal: AbortSignal,
): Promise<void> {
  const client = await report.step(
    "Issue a token",
    () => issueClient(NAMESPACE, ["mask", "unmask"]),
    () => `namespace "${NAMESPACE}", may mask and unmask`,
  );
  const submitted = performance.now();
  const trackingIds = await report.step(
    "Submit it",
    () =>
      client.jobs.submit(
        "mask",
        cells.map((cell) => cell.item),
      ),
    (ids) => `${count(cells.length)} items as ${countOf(ids.length, "job")}`,
  );
  const onProgress = (done: number) => report.progress(done, cells.length);
  const masked = await report.step(
    "Mask in the background",
    () => awaitMaskJobs(client, trackingIds, cells, onProgress),
    () => {
      const took = performance.now() - submitted;
      const rate = count((cells.length / took) * 1000);
      return `${count(cells.length)} items in ${seconds(took)}: ${rate} items/s`;
    },
  );
  report.print(`\n${renderMaskedRows(masked, report.width)}\n`);
  report.print(`Found in the notes:\n  ${describeFound(masked)}\n`);
  const context = { issueClient, client, namespace: NAMESPACE, masked };
  for (const [title, run] of CHECKS) {
    signal.throwIfAborted();
    await report.step(title, () => run(context), String);
  }
  await eraseAndProve(report, context);
}

function describeFile(file: CustomerFile): string {
  const { cells, rowCount, columnCount, maskedColumnCount } = file;
  const columns = `${maskedColumnCount} of ${columnCount} columns`;
  return `${count(rowCount)} rows, ${count(cells.length)} cells in ${columns}`;
}

function issuerOf(url: string, masterKey: string, signal: AbortSignal): IssueClient {
  const clientWith = (token: string) =>
    new VaultClient({
      ...{ url, token, retries: 0 },
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]),
        }),
    });
  const operator = clientWith(masterKey);
  return async (namespace, permissions) => {
    const data = { namespace_name: namespace, _id: `demo-${permissions.join("-")}`, permissions };
    const answer = await operator.call("generateToken", { body: { data } });
    return clientWith(answer.data.auth_key);
  };
}

/** If the service has ended, its own messages explain a failed request better than the error does. */
function explain(error: unknown, service: ServiceProcess): unknown {
  if (!service.hasEnded()) {
    return error instanceof VaultError
      ? new CommandFailure(`The service answered ${error.status}: ${error.message}`)
      : error;
  }
  return new CommandFailure(`The service ended by itself.\n${service.complaints()}`);
}

function describeKept(folder: string): string {
  const [data, env] = [join(folder, "data"), join(folder, "vault.env")];
  return `Kept in ${folder}, secrets included. To serve it again:\n  npm run serve -- --data ${data} --env-file ${env}`;
}
