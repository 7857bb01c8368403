// npm run verify-audit: checks an exported audit offline, and compares it with the erasure ledger.

import { EXIT, parseFileAndOptions, readInput, runCommand } from "../../run/cli/command.ts";
import { count, countOf } from "../../run/cli/report.ts";
import { checkAnchors, checkAudit } from "../../run/receipt/audit.ts";
import { orFail, readChains } from "../../run/receipt/ledger.ts";

const HELP = `Check an exported audit offline, and against the erasure ledger.

  npm run verify-audit -- audit.jsonl
  npm run verify-audit -- audit.jsonl --ledger ledger.jsonl

  FILE           the answer of GET namespace/reports/audit-export
  --ledger FILE  pages of GET super-admin/ledger, one on each line: once a day
                 the ledger records the latest hash of the audit
Nothing is sent anywhere. It proves that no record was removed, added or
changed between the first and the last one exported. Deleted records came
before the first; the checkpoint has their hash. Only the ledger can prove
that none were cut off at the end, and that the chain was not rebuilt.
Exit codes: 0 valid, 1 not valid or records lost (with the position),
64 wrong usage.`;

await runCommand(async () => {
  const { file, options } = parseFileAndOptions(HELP, { ledger: { type: "string" } });
  const audit = orFail(file, checkAudit(readInput(file)));
  const { records, checkpoint, head } = audit;
  const behind = checkpoint.batch === 0 ? "" : `, behind ${count(checkpoint.batch)} deleted ones`;
  const batches = countOf(head.batch - checkpoint.batch, "batch").replace(/batchs$/, "batches");
  console.log(`The audit holds: ${countOf(records, "record")} in ${batches}${behind}.`);
  console.log(`\n  ${audit.nid}  ${head.hash}`);
  const { unreadable } = audit;
  if (unreadable.length > 0)
    console.log(
      `\nLost: the service cannot read batch ${unreadable.join(", ")}; the chain goes on.`,
    );
  const code = unreadable.length > 0 ? EXIT.failed : EXIT.ok;
  if (options.ledger === undefined) return code;
  const anchors = orFail(file, checkAnchors(audit, readChains(options.ledger)));
  console.log(`\nThe ledger names ${countOf(anchors, "place")} of it, and each is as it says.`);
  return code;
});
