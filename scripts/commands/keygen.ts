// npm run keygen: prints a fresh pair of secrets as lines of an env file.

import { EXIT, parseOptions, runCommand } from "../run/cli/command.ts";
import { generateSecrets, toEnvFile } from "../run/secrets.ts";

const HELP = `Print a fresh random pair of secrets, one NAME=value line each.

  npm run -s keygen > vault.env && chmod 600 vault.env
  npm run serve -- --env-file vault.env

VAULT_ROOT_KEY    base64 of 32 random bytes; everything stored is sealed under
                  it. Losing it loses the data.
VAULT_MASTER_KEY  the operator's bearer token (issues and revokes namespace
                  tokens).
Nothing is kept: each run prints a new pair.`;

await runCommand(async () => {
  parseOptions(HELP, {});
  console.log(toEnvFile(generateSecrets()).trimEnd());
  return EXIT.ok;
});
