// npm run keygen: prints a fresh pair of secrets as lines of an env file, or an env file with its root key changed.

import { readFileSync } from "node:fs";
import { CommandFailure, EXIT, parseOptions, runCommand } from "../run/cli/command.ts";
import {
  generateSecrets,
  newestVersion,
  readEnvFile,
  requireSecrets,
  toEnvFile,
  withNewVersion,
} from "../run/secrets.ts";

const HELP = `Print a fresh random pair of secrets, one NAME=value line each.

  npm run -s keygen > vault.env && chmod 600 vault.env
  npm run serve -- --env-file vault.env

VAULT_ROOT_KEY    base64 of 32 random bytes; everything stored is sealed under
                  it. Losing it loses the data.
VAULT_MASTER_KEY  the operator's bearer token (issues and revokes namespace
                  tokens).
Nothing is stored: each run prints a new pair.

To change the root key (docs/operations.md), print the file again:
  --add            with a new version of the root key in front
  --drop           with the newest version only; use it when the rotation says
                   that the others may go
  --env-file FILE  the file with the secrets`;

await runCommand(async () => {
  const given = parseOptions(HELP, {
    add: { type: "boolean", default: false },
    drop: { type: "boolean", default: false },
    "env-file": { type: "string" },
  });
  const file = given["env-file"];
  if (given.add === given.drop && (given.add || file !== undefined)) {
    throw new CommandFailure("Give one of --add and --drop with --env-file.", EXIT.usage);
  }
  if (!given.add && !given.drop) {
    console.log(toEnvFile(generateSecrets()).trimEnd());
    return;
  }
  if (file === undefined) throw new CommandFailure("--env-file is missing.", EXIT.usage);
  const { VAULT_ROOT_KEY: key } = requireSecrets(readEnvFile(file, {}));
  const line = `VAULT_ROOT_KEY=${given.add ? withNewVersion(key) : newestVersion(key)}`;
  const text = readFileSync(file, "utf8");
  console.log(text.replace(/^(\s*export\s+)?VAULT_ROOT_KEY=.*$/m, () => line).trimEnd());
});
