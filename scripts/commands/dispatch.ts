// The table of masking-vault's commands, and the choice of one from the command line. In a clone, each is an
// npm script as well.

import { CommandFailure, EXIT, runCommand } from "../run/cli/command.ts";
import { productVersion } from "../run/cli/tool.ts";

type Command = { does: string; run: () => Promise<unknown> };

/** Each module runs its command when it is imported, and ends the process. */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { does: "run the service", run: () => import("./serve.ts") },
  mask: { does: "mask columns of a CSV or NDJSON file", run: () => import("./tables/mask.ts") },
  unmask: { does: "unmask them", run: () => import("./tables/unmask.ts") },
  detect: {
    does: "show what auto-detect finds in a text",
    run: () => import("./client/detect.ts"),
  },
  jobs: { does: "list, show, cancel jobs; their results", run: () => import("./client/jobs.ts") },
  watch: { does: "follow a job or an erasure to its end", run: () => import("./client/watch.ts") },
  erase: { does: "erase mappings irreversibly", run: () => import("./client/erase.ts") },
  receipt: { does: "fetch and verify the receipt", run: () => import("./client/receipt.ts") },
  retention: {
    does: "show or set how long mappings are kept",
    run: () => import("./client/retention.ts"),
  },
  policy: {
    does: "list, show, change policies as JSON files",
    run: () => import("./client/policy.ts"),
  },
  token: { does: "issue, list, revoke tokens", run: () => import("./client/token.ts") },
  keygen: { does: "print a fresh pair of secrets", run: () => import("./keygen.ts") },
  doctor: { does: "check a data folder and its machine", run: () => import("./doctor.ts") },
  backup: { does: "copy all data into one file", run: () => import("./backup.ts") },
  restore: { does: "restore such a copy", run: () => import("./restore.ts") },
  cells: { does: "move a namespace to another cell", run: () => import("./cells.ts") },
  "verify-receipt": {
    does: "check an erasure receipt offline",
    run: () => import("./verify/receipt.ts"),
  },
  "verify-ledger": {
    does: "check an exported ledger offline",
    run: () => import("./verify/ledger.ts"),
  },
  "verify-audit": {
    does: "check an exported audit offline",
    run: () => import("./verify/audit.ts"),
  },
};

const HELP = `Masking Vault ${productVersion()}: sensitive values in, reversible tokens out.
  masking-vault keygen > vault.env && chmod 600 vault.env
  masking-vault serve --data ./vault-data --env-file vault.env
${Object.entries(COMMANDS)
  .map(([name, { does }]) => `  ${name.padEnd(16)}${does}\n`)
  .join("")}COMMAND --help shows options and exit codes. All: 5 changed files, 64 usage.`;

await runCommand(async () => {
  const [name = "--help"] = process.argv.splice(2, 1);
  if (name === "--help" || name === "-h") console.log(HELP);
  else if (name === "--version") console.log(productVersion());
  else {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) {
      throw new CommandFailure(`There is no command "${name}".\n\n${HELP}`, EXIT.usage);
    }
    await command.run();
  }
});
