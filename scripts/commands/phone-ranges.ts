// npm run phone-ranges: checks the table of unassigned phone numbers against the numbering plans, or
// makes it anew.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { plansByCode } from "../data/phone/plans.ts";
import { tableModule } from "../data/phone/table.ts";
import { CommandFailure, EXIT, parseOptions, runCommand } from "../run/cli/command.ts";
import { PROJECT_ROOT, readOptional } from "../run/cli/tool.ts";

const FILE = join(PROJECT_ROOT, "src", "tokens", "forms", "phone", "phone-ranges.ts");

const HELP = `Phone numbers that no numbering plan assigns, from the metadata of libphonenumber-js.

  npm run phone-ranges              compare the committed table with what the plans give; exit 1 when it differs
  npm run phone-ranges -- --write   write src/tokens/forms/phone/phone-ranges.ts

It takes less than a minute: every prefix is proven, none is sampled.
A table that was in use may only be replaced together with its space numbers (src/tokens/forms/phone/phone.ts).
Exit codes: 0 equal or written, 1 different, 64 wrong usage.`;

await runCommand(async () => {
  const options = parseOptions(HELP, {
    write: { type: "boolean", default: false },
  });
  const text = tableModule(plansByCode());
  if (options.write) {
    writeFileSync(FILE, text);
    console.log(`${FILE}: ${Buffer.byteLength(text)} bytes`);
    return EXIT.ok;
  }
  if (readOptional(FILE)?.equals(Buffer.from(text))) {
    console.log(`${FILE} is what the numbering plans give.`);
    return EXIT.ok;
  }
  throw new CommandFailure(`${FILE} differs from what the numbering plans give. See --help.`);
});
