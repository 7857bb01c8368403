// npm run samples: makes samples/customers.csv again, byte for byte, or another file like it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCustomerFile, SAMPLE_ROWS, SAMPLE_SEED } from "../demo/sample/customers.ts";
import { readOptional } from "../run/build/inputs.ts";
import { CommandFailure, EXIT, parseOptions, runCommand, wholeNumber } from "../run/cli/command.ts";
import { PROJECT_ROOT } from "../run/cli/tool.ts";

const HELP = `Make a CSV file of synthetic customers; nobody in it is real (samples/README.md).

  npm run samples                                  samples/customers.csv as it is committed
  npm run samples -- --check                       only compare; exit 1 when it differs
  npm run samples -- --rows 16000 --out big.csv    a larger one, for npm run demo -- --file big.csv

  --rows N     rows (${SAMPLE_ROWS})
  --seed N     another seed gives other people (${SAMPLE_SEED})
  --out FILE   where to write (samples/customers.csv)
Exit codes: 0 written or equal, 1 different, 64 wrong usage.`;

await runCommand(async () => {
  const options = parseOptions(process.argv.slice(2), {
    rows: { type: "string", default: String(SAMPLE_ROWS) },
    seed: { type: "string", default: String(SAMPLE_SEED) },
    out: { type: "string", default: join(PROJECT_ROOT, "samples", "customers.csv") },
    check: { type: "boolean", default: false },
    help: { type: "boolean", short: "h" },
  });
  if (options.help) {
    console.log(HELP);
    return EXIT.ok;
  }
  const rows = wholeNumber("rows", options.rows, 1, 1_000_000);
  const seed = wholeNumber("seed", options.seed, 0, 0xffff_ffff);
  const text = makeCustomerFile(seed, rows);
  if (options.check) return check(options.out, text);
  writeFileSync(options.out, text);
  console.log(`${options.out}: ${rows} rows, ${Buffer.byteLength(text)} bytes`);
  return EXIT.ok;
});

function check(file: string, text: string): number {
  if (readOptional(file)?.equals(Buffer.from(text))) {
    console.log(`${file} is what the generator makes.`);
    return EXIT.ok;
  }
  throw new CommandFailure(`${file} differs from what the generator makes. Run npm run samples.`);
}
