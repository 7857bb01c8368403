// What npm start does for a new user: `.dev.vars`, where `wrangler dev` reads secrets from, made once with random
// ones for this user only; and the commands to paste into a second terminal.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure } from "./cli/command.ts";
import { PROJECT_ROOT } from "./cli/tool.ts";
import { generateSecrets, readEnvFile, requireSecrets, toEnvFile } from "./secrets.ts";

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

/** Ready-to-paste curl commands against a development service; the master key is read from its file. */
export function firstSteps(url: string): string {
  return `
Ready on ${url}. Paste this into another terminal, in this folder:

# 1. A namespace token (the operator's master key stays in .dev.vars)
TOKEN=$(curl -sS -X PUT ${url}/api/vault/super-admin/namespace/auth-token/generate \\
  -H "Authorization: Bearer $(grep ^VAULT_MASTER_KEY= .dev.vars | cut -d= -f2-)" \\
  -H "Content-Type: application/json" \\
  -d '{"data":{"namespace_name":"demo","_id":"me","permissions":["mask","unmask"]}}' \\
  | sed -n 's/.*"auth_key":"\\([^"]*\\)".*/\\1/p')

# 2. Mask a text
ANSWER=$(curl -sS -X PUT ${url}/api/vault/mask \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"mask":[{"value":"Mail ada@example.com or call (212) 555-0123"}]}')
printf '%s\\n' "$ANSWER"

# 3. And back: the masked text becomes the original again
MASKED=$(printf '%s' "$ANSWER" | sed -n 's/.*"token_value":"\\([^"]*\\)".*/\\1/p')
curl -sS -X PUT ${url}/api/vault/unmask \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"unmask":[{"token_value":"'"$MASKED"'"}]}'

Ctrl-C stops the service; its data stays in .wrangler/state.
`;
}
