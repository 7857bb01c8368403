// npm run verify-ledger: checks an exported erasure ledger offline, and receipts against it.

import { readFileSync } from "node:fs";
import {
  CommandFailure,
  EXIT,
  parseFileAndOptions,
  reasonOf,
  runCommand,
  usageFailure,
} from "../run/cli/command.ts";
import { count, countOf } from "../run/cli/report.ts";
import {
  type Chains,
  type Checked,
  checkChains,
  checkEarlier,
  checkReceipt,
  readExport,
} from "../run/receipt/ledger.ts";
import { findReceipt, readKeySet, verifyReceipt } from "../run/receipt/verify.ts";

const HELP = `Check an exported erasure ledger offline, and receipts against it.

  npm run verify-ledger -- ledger.jsonl
  npm run verify-ledger -- ledger.jsonl --receipt erasure.json --jwks jwks.json --earlier old.jsonl

  FILE             pages of GET super-admin/ledger, one answer a line, from the first to the last
                   (docs/erasure.md has the loop that fetches them)
  --receipt FILE   a receipt, or the JSON of the answer to job-status that holds it; any number of times
  --jwks FILE      the key set that receipts are verified with; needed with --receipt
  --earlier FILE   an export you kept: all of its entries have to be in this one as they were
Nothing is sent anywhere. It shows that no entry of a namespace was taken out, put in or changed between
the first and the last one exported, and that each receipt's entry stands among them.
It cannot show that entries at the end were not cut off, nor that a whole chain was not made anew:
--earlier shows that for what you had kept, --receipt for the receipt's entry and all before it.
Exit codes: 0 all fits, 1 something does not (with the place), 64 wrong usage.`;

await runCommand(async () => {
  const { file, options } = parseFileAndOptions(HELP, {
    receipt: { type: "string", multiple: true, default: [] },
    jwks: { type: "string" },
    earlier: { type: "string" },
  });
  const { receipt: receipts, jwks, earlier } = options;
  if (receipts.length > 0 && jwks === undefined) throw usageFailure("--jwks is missing.");
  const chains = chainsIn(file);
  if (jwks !== undefined) await verifyReceipts(receipts, jwks, chains);
  if (earlier !== undefined) orFail(earlier, checkEarlier(chainsIn(earlier), chains));
  console.log(`The ledger holds: ${countOf(chains.size, "chain")} without a gap.\n`);
  for (const [nid, chain] of chains) {
    console.log(`  ${nid}  ${count(chain.length).padStart(7)}  ${chain.at(-1)?.hash}`);
  }
  if (receipts.length > 0)
    console.log(`\n${countOf(receipts.length, "receipt")} valid, each in its place.`);
  if (earlier !== undefined) console.log("\nAll entries of the earlier export are there.");
  console.log(
    "\nWhether entries behind these were cut off it cannot show: keep this file for --earlier.",
  );
  return EXIT.ok;
});

function chainsIn(path: string): Chains {
  return orFail(path, checkChains(orFail(path, readExport(read(path)))));
}

async function verifyReceipts(
  paths: readonly string[],
  jwks: string,
  chains: Chains,
): Promise<void> {
  const keys = readKeySet(read(jwks));
  if (keys === null) throw new CommandFailure(`${jwks}: it is no JWK set.`);
  for (const path of paths) {
    const receipt = findReceipt(read(path));
    if (receipt === null) throw new CommandFailure(`${path}: there is no receipt in it.`);
    const verdict = await verifyReceipt(receipt, keys);
    if (!verdict.valid)
      throw new CommandFailure(`${path}: the receipt is not valid. ${verdict.reason}`);
    orFail(path, checkReceipt(verdict.statements, chains));
  }
}

function orFail<T>(path: string, checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw new CommandFailure(`${path}: ${checked.reason}`);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CommandFailure(`Cannot read ${path}: ${reasonOf(error)}`, EXIT.usage);
  }
}
