// Every night: erase the mappings that are older than some days, and keep the signed receipts. For a cron job or a timer:
//   VAULT_TOKEN=… node examples/nightly-retention.ts 365 ./receipts
// (A fixed age for all data needs no job of your own: PUT namespace/retention, docs/erasure.md. This is for whoever wants to
// see what would go, bound it, and file the proofs.)
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
// In a project of your own: from "masking-vault-client".
import { VaultClient, VaultError } from "../clients/typescript/src/index.ts";

const [days = "365", folder = "receipts"] = process.argv.slice(2);
/** More than this in one night is a mistake, until somebody has looked. */
const MOST_MAPPINGS = 1_000_000;

const vault = new VaultClient({
  url: process.env["VAULT_URL"] ?? "http://127.0.0.1:8787",
  token: process.env["VAULT_TOKEN"] ?? "",
});

try {
  const age = { date: new Date(Date.now() - Number(days) * 86_400_000).toISOString().slice(0, 10) };
  const preview = await vault.erase(age, { dry_run: true });
  const count = "would_clear" in preview ? preview.would_clear : 0;
  process.stdout.write(`${count} mappings are from before ${age.date}\n`);
  if (count > MOST_MAPPINGS) throw new Error(`More than ${MOST_MAPPINGS}: nothing was erased`);
  if (count > 0) await erase(age);
} catch (error) {
  // What a monitor reads; never a value. A legal hold makes it wait: wait_timeout.
  const reason = error instanceof VaultError ? `${error.code} (${error.requestId})` : error;
  process.stderr.write(`error: ${reason}\n`);
  process.exitCode = 1;
}

async function erase(age: { date: string }): Promise<void> {
  const accepted = await vault.erase(age);
  if (!("tracking_id" in accepted)) return;
  const { tracking_id } = accepted;
  const { response, receipt } = await vault.waitForErasure(tracking_id, { maxWaitMs: 3_600_000 });
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().slice(0, 10)}-${tracking_id}.jws`);
  await writeFile(file, receipt ?? "");
  process.stdout.write(`${JSON.stringify(response)}\nreceipt: ${file}\n`);
}
