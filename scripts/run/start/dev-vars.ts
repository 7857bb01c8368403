// `.dev.vars`: where `wrangler dev` reads secrets from. Made once, with random ones, for this user only.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure } from "../cli/command.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";
import { readEnvFile, requireSecrets } from "../secrets/check.ts";
import { generateSecrets, toEnvFile } from "../secrets/generate.ts";

const HEADER =
  "# Secrets of the development service. Never commit; deleting this file orphans its data.\n";

/** Make `.dev.vars` when it is absent (true), or check what is there; never prints a secret. */
export function ensureDevVars(folder: string = PROJECT_ROOT): boolean {
  const file = join(folder, ".dev.vars");
  if (!existsSync(file)) {
    writeFileSync(file, HEADER + toEnvFile(generateSecrets()), { mode: 0o600, flag: "wx" });
    return true;
  }
  try {
    // Only the file counts: wrangler ignores the environment when it exists.
    requireSecrets(readEnvFile(file, {}));
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(`In .dev.vars: ${error.message}`, error.exitCode);
  }
  return false;
}
