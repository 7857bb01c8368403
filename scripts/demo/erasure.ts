// The demo's last part: erases everything, verifies the receipt, and checks that tokens are refused.

import type { DeletionRecord, VaultClient } from "../../clients/typescript/src/index.ts";
import { CommandFailure } from "../run/cli/command.ts";
import { count, countOf, type Report } from "../run/cli/report.ts";
import {
  findReceipt,
  type ReceiptStatements,
  readKeySet,
  verifyReceipt,
} from "../run/receipt/verify.ts";
import { describeErased, describeKeys } from "../run/receipt/words.ts";
import { type CheckContext, tryErasedToken } from "./checks.ts";

const DAY_MS = 86_400_000;
const SHOWN_HASH = 16;

/** Erase all mappings of the namespace, and verify the receipt. */
export async function eraseAndProve(report: Report, context: CheckContext): Promise<void> {
  const admin = await context.issueClient(context.namespace, ["metadata_change"]);
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const erased = await report.step(
    "Erase everything",
    () => eraseBefore(tomorrow, admin, report),
    (job, took) => `${countOf(clearedBy(job), "mapping")} in ${took}`,
  );
  const statements = await report.step(
    "Verify the receipt",
    () => verify(admin, erased),
    () => "genuine, by a key of /.well-known/jwks.json",
  );
  report.print(`\nThe receipt:\n${describeEssentials(statements)}\n`);
  await report.step("Try an erased token", () => tryErasedToken(context), String);
}

/** Erase mappings made before a day (YYYY-MM-DD, UTC); resolves when the erasure has ended. */
async function eraseBefore(
  date: string,
  admin: VaultClient,
  report: Report,
): Promise<DeletionRecord> {
  const accepted = await admin.erase({ date });
  const id = "tracking_id" in accepted ? accepted.tracking_id : "";
  const onProgress = ({ done, total }: { done: number; total: number | null }) => {
    if (total) report.progress(done, total);
  };
  return admin.waitForErasure(id, { onProgress });
}

/** Verify the receipt like `npm run verify-receipt`, and compare its count with the job's. */
async function verify(admin: VaultClient, erased: DeletionRecord): Promise<ReceiptStatements> {
  const keys = readKeySet(JSON.stringify(await admin.call("readKeys")));
  const receipt = findReceipt(erased.receipt ?? "");
  if (keys === null || receipt === null) {
    throw new CommandFailure("The erasure ended without a receipt, or the service has no keys.");
  }
  const verdict = await verifyReceipt(receipt, keys);
  if (!verdict.valid) throw new CommandFailure(`The receipt is not valid. ${verdict.reason}`);
  const [stated, cleared] = [verdict.statements.counts.mappings, clearedBy(erased)];
  if (stated === cleared) return verdict.statements;
  throw new CommandFailure(`The receipt says ${stated} mappings, the job ${cleared}.`);
}

function clearedBy({ status, response, error_message }: DeletionRecord): number {
  if (status === "SUCCESS" && response !== null && "cleared_records" in response)
    return response.cleared_records;
  throw new CommandFailure(`The erasure ended ${status}: ${error_message}.`);
}

function describeEssentials(statements: ReceiptStatements): string {
  const { ledger } = statements;
  const lines = {
    erased: describeErased(statements),
    "keys destroyed": describeKeys(statements),
    "unreadable since": statements.unreadable_since,
    unrecoverable: `from ${statements.unrecoverable_from} (on the platform)`,
    "ledger entry": `${count(ledger.position)}, hash ${ledger.hash.slice(0, SHOWN_HASH)}…`,
  };
  return Object.entries(lines)
    .map(([label, text]) => `  ${label.padEnd(18)}${text}`)
    .join("\n");
}
