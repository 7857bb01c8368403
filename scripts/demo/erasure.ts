// The demo's last part: everything is erased, the receipt proves it, and nothing comes back.

import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure } from "../run/cli/command.ts";
import { count, countOf, type Report, seconds } from "../run/cli/report.ts";
import {
  findReceipt,
  type ReceiptStatements,
  readKeySet,
  verifyReceipt,
} from "../run/receipt/verify.ts";
import { describeErased, describeKeys } from "../run/receipt/words.ts";
import type { CheckContext } from "./checks.ts";
import type { MaskedCell, OnProgress } from "./mask-job.ts";
import type { ErasureRecord, VaultClient } from "./vault-client.ts";

const DAY_MS = 86_400_000;
const POLL_MS = 50;
/** An erasure that does not move for this long will not end. */
const STALLED_AFTER_MS = 60_000;
/** Digits of a hash that are shown. */
const SHOWN_HASH = 16;

/** Erase the namespace's mappings and check what the receipt promises. */
export async function eraseAndProve(
  report: Report,
  context: CheckContext,
  signal: AbortSignal,
): Promise<void> {
  const admin = await context.operator.issueClient(context.namespace, ["metadata_change"]);
  const started = performance.now();
  const follow = { signal, onProgress: report.progress.bind(report) };
  const erased = await report.step(
    "Erase everything",
    () => erase(admin, follow),
    ({ response }) => {
      const took = seconds(performance.now() - started);
      return `${countOf(response?.cleared_records ?? 0, "mapping")} in ${took}`;
    },
  );
  const statements = await report.step(
    "Verify the receipt",
    () => verify(admin, erased),
    () => "genuine, by a key of /.well-known/jwks.json",
  );
  report.print(`\nThe receipt:\n${describeEssentials(statements)}\n`);
  await report.step(
    "Try an erased token",
    () => tryErased(context),
    (told) => told,
  );
}

/** As of tomorrow: everything up to now. */
async function erase(
  admin: VaultClient,
  { signal, onProgress }: { signal: AbortSignal; onProgress: OnProgress },
): Promise<ErasureRecord> {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const trackingId = await admin.erase(tomorrow);
  let [lastCleared, movedAt] = [-1, performance.now()];
  for (;;) {
    const job = await admin.readErasure(trackingId);
    if (job.status === "FAILED") {
      throw new CommandFailure(`The erasure ended FAILED: ${job.error_message}.`);
    }
    const { cleared, total } = job.progress;
    if (total !== null && total > 0) onProgress(cleared, total);
    if (job.status === "SUCCESS") return job;
    if (cleared !== lastCleared) [lastCleared, movedAt] = [cleared, performance.now()];
    if (performance.now() - movedAt > STALLED_AFTER_MS) {
      throw new CommandFailure(`The erasure has not moved for ${STALLED_AFTER_MS / 1000} s.`);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** As `npm run verify-receipt` does it, and against what the job said. */
async function verify(admin: VaultClient, erased: ErasureRecord): Promise<ReceiptStatements> {
  const keys = readKeySet(await admin.readReceiptKeys());
  const receipt = findReceipt(erased.receipt ?? "");
  if (keys === null || receipt === null) {
    throw new CommandFailure("The erasure ended without a receipt, or the service has no keys.");
  }
  const verdict = await verifyReceipt(receipt, keys);
  if (!verdict.valid) throw new CommandFailure(`The receipt is not valid. ${verdict.reason}`);
  const { mappings } = verdict.statements.counts;
  const cleared = erased.response?.cleared_records;
  if (mappings === cleared) return verdict.statements;
  throw new CommandFailure(`The receipt says ${mappings} mappings, the job ${cleared}.`);
}

function describeEssentials(statements: ReceiptStatements): string {
  const { ledger } = statements;
  return [
    ["erased", describeErased(statements)],
    ["keys destroyed", describeKeys(statements)],
    ["unreadable since", statements.unreadable_since],
    ["unrecoverable", `from ${statements.unrecoverable_from} (on the platform)`],
    ["ledger entry", `${count(ledger.position)}, hash ${ledger.hash.slice(0, SHOWN_HASH)}…`],
  ]
    .map(([label = "", text]) => `  ${label.padEnd(18)}${text}`)
    .join("\n");
}

/** A token from before means nothing now, and its value gets another one. */
async function tryErased({ client, masked }: CheckContext): Promise<string> {
  const cell = masked.find(isMasked);
  if (cell === undefined) return "nothing was masked";
  const { item, token } = cell;
  const { status } = await client.unmask([token]);
  if (status !== 400) {
    throw new CommandFailure(`An erased token was answered ${status} instead of 400.`);
  }
  if ((await client.mask(item)) === token) {
    throw new CommandFailure("A value masked again got its erased token back.");
  }
  return "refused: 400; masked again, a new token";
}

function isMasked({ item, token }: MaskedCell): boolean {
  return token !== item.value;
}
