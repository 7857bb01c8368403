#!/usr/bin/env node
// masking-vault: the first file of it, in a package bundled into one that imports no other (scripts/run/package). So a
// damaged package is told in words: this looks at all the others before one of them is loaded.

import { EXIT, runCommand } from "../run/cli/command.ts";
import { IS_PACKAGED, PROJECT_ROOT } from "../run/cli/tool.ts";
import { requireUnchanged } from "../run/package/sums.ts";

await runCommand(async () => {
  if (IS_PACKAGED) requireUnchanged(PROJECT_ROOT);
  // Runs the command, and ends the process.
  await import("./dispatch.ts");
  return EXIT.ok;
});
