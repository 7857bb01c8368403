// npm run verify-ledger: checks an exported erasure ledger offline, and finds receipts in it.

import type { JWK } from "jose";
import {
  CommandFailure,
  parseFileAndOptions,
  readInput,
  runCommand,
  usageFailure,
} from "../../run/cli/command.ts";
import { count, countOf } from "../../run/cli/report.ts";
import {
  type Chains,
  checkEarlier,
  checkReceipt,
  faultOfCheckpoint,
  headOf,
  orFail,
  readChains,
} from "../../run/receipt/ledger.ts";
import { findReceipt, readKeySet, verifyReceipt } from "../../run/receipt/verify.ts";

const HELP = `Check an exported erasure ledger offline, and receipts against it.

  npm run verify-ledger -- ledger.jsonl
  npm run verify-ledger -- FILE --receipt erasure.json --jwks jwks.json

  FILE             pages of GET super-admin/ledger, one on each line, from the
                   first to the last (docs/erasure.md has the loop that fetches
                   them)
  --receipt FILE   a receipt, or the JSON of the answer to job-status that holds
                   it; any number of times
  --jwks FILE      the key set that checkpoints and receipts are verified with;
                   needed with --receipt
  --earlier FILE   an earlier export: all of its entries must be in this one,
                   unchanged
Nothing is sent anywhere. It proves that no entry of a namespace was removed,
added or changed between the first and the last one exported, and that each
receipt's entry is among them.
It cannot prove that no entries were cut off at the end, nor that a whole chain
was not rebuilt: --earlier proves that for the entries you had kept, --receipt
for the receipt's entry and all before it.
Entries older than a year are folded: a signed checkpoint replaces them, and
the chain continues from its hash. Only its signature is checked.
Exit codes: 0 valid, 1 not valid (with the position), 64 wrong usage.`;

await runCommand(async () => {
  const { file, options } = parseFileAndOptions(HELP, {
    receipt: { type: "string", multiple: true, default: [] },
    jwks: { type: "string" },
    earlier: { type: "string" },
  });
  const { receipt: receipts, jwks, earlier } = options;
  if (receipts.length > 0 && jwks === undefined) throw usageFailure("--jwks is missing.");
  const chains = readChains(file);
  const keys = jwks === undefined ? null : keysIn(jwks);
  if (keys !== null) await verifyCheckpoints(file, keys, chains);
  const folded = keys === null ? 0 : await verifyReceipts(receipts, keys, chains);
  const unseen =
    earlier === undefined ? 0 : orFail(earlier, checkEarlier(readChains(earlier), chains));
  console.log(`The ledger holds: ${countOf(chains.size, "chain")} without a gap.\n`);
  for (const [nid, chain] of chains) {
    const { checkpoint, entries } = chain;
    const behind = checkpoint === null ? "" : `, behind ${count(checkpoint.position)} folded ones`;
    console.log(`  ${nid}  ${count(entries.length).padStart(7)}  ${headOf(chain)}${behind}`);
  }
  printCheckpoints(chains, keys !== null);
  if (receipts.length > folded)
    console.log(`\n${countOf(receipts.length - folded, "receipt")} valid, each in its place.`);
  if (folded > 0)
    console.log(
      `\n${countOf(folded, "receipt")} valid by its signature; the entry is folded, its place cannot be seen.`,
    );
  if (earlier !== undefined)
    console.log(
      unseen === 0
        ? "\nAll entries of the earlier export are there."
        : `\nAll entries of the earlier export are there, but for ${countOf(unseen, "chain")} whose end in it is folded by now.`,
    );
  console.log(
    "\nWhether entries behind these were cut off it cannot show: keep this file for --earlier.",
  );
});

function printCheckpoints(chains: Chains, areVerified: boolean): void {
  const folded = [...chains.values()].reduce(
    (sum, one) => sum + (one.checkpoint?.position ?? 0),
    0,
  );
  if (folded === 0) return;
  console.log(
    `\n${count(folded)} entries older than a year cannot be seen: a checkpoint stands for those of each namespace, and\n` +
      `${areVerified ? "its signature fits." : "its signature was not checked (--jwks)."} An export from before they were folded has them.`,
  );
}

function keysIn(path: string): JWK[] {
  const keys = readKeySet(readInput(path));
  if (keys === null) throw new CommandFailure(`${path}: it is no JWK set.`);
  return keys;
}

async function verifyCheckpoints(path: string, keys: JWK[], chains: Chains): Promise<void> {
  for (const [nid, { checkpoint }] of chains) {
    const fault = checkpoint === null ? null : await faultOfCheckpoint(checkpoint, keys);
    if (fault !== null)
      throw new CommandFailure(`${path}: Namespace ${nid}: the checkpoint is not valid. ${fault}`);
  }
}

/** Verify receipts; returns the number whose entry is folded. */
async function verifyReceipts(
  paths: readonly string[],
  keys: JWK[],
  chains: Chains,
): Promise<number> {
  let folded = 0;
  for (const path of paths) {
    const receipt = findReceipt(readInput(path));
    if (receipt === null) throw new CommandFailure(`${path}: there is no receipt in it.`);
    const verdict = await verifyReceipt(receipt, keys);
    if (!verdict.valid)
      throw new CommandFailure(`${path}: the receipt is not valid. ${verdict.reason}`);
    if (orFail(path, checkReceipt(verdict.statements, chains)) === "folded") folded += 1;
  }
  return folded;
}
