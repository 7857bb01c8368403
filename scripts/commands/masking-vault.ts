#!/usr/bin/env node
// masking-vault: the entry file. In a package it is bundled without the other modules (scripts/run/package)
// and verifies them before it loads one, so that a damaged package ends with a clear message.

import { runCommand } from "../run/cli/command.ts";
import { IS_PACKAGED, PROJECT_ROOT } from "../run/cli/tool.ts";
import { requireUnchanged } from "../run/package/sums.ts";

await runCommand(async () => {
  if (IS_PACKAGED) requireUnchanged(PROJECT_ROOT);
  // Runs the command, and ends the process.
  await import("./dispatch.ts");
});
