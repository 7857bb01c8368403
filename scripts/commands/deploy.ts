// npm run deploy: deploys the Worker to Cloudflare, with the secrets that it still lacks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { buildWorker, DEFINES, formatSize } from "../run/build/bundle.ts";
import { CommandFailure, parseOptions, runCommand } from "../run/cli/command.ts";
import {
  PROJECT_ROOT,
  runTool,
  type ToolResult,
  wranglerCommand,
  wranglerEnvironment,
} from "../run/cli/tool.ts";
import {
  isLoggedIn,
  prepareSecrets,
  providerKeys,
  readRemoteSecrets,
  SECRETS_FILE,
  withSecretsFile,
} from "../run/deploy-secrets.ts";
import { SECRET_NAMES } from "../run/secrets.ts";

const SECRET_VARIABLES = [...SECRET_NAMES, "LLM_OPENAI_KEY", "LLM_ANTHROPIC_KEY"];

const HELP = `Deploy to Cloudflare (the free plan is enough to start).

  npx wrangler login        once; or set CLOUDFLARE_API_TOKEN
  npm run deploy            bundle, create missing secrets, deploy
  npm run deploy -- --all-languages   finds names in all languages, not only in English: needs a paid plan
  npm run deploy -- --dry-run   only bundle and check the size; nothing is sent

On the first deployment both secrets are created and written to ${SECRETS_FILE} (readable by you only).
Store them in a password manager and delete the file: Cloudflare never shows them again, and without
VAULT_ROOT_KEY all stored data is lost. Secrets that exist are never changed. When LLM_OPENAI_URL or LLM_ANTHROPIC_URL
is set in wrangler.toml, its key is taken from LLM_OPENAI_KEY or LLM_ANTHROPIC_KEY of the environment, or asked for.
Exit codes: 0 deployed, 1 failed, 2 ${SECRETS_FILE} holds a weak secret, 64 wrong usage.`;

await runCommand(async () => {
  const options = parseOptions(HELP, {
    "all-languages": { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
  });
  const kind = options["all-languages"] ? "release" : "core";
  console.log("1/4 Bundling the Worker");
  const bundle = await buildWorker(kind);
  console.log(`    ${formatSize(bundle.gzipBytes)} compressed`);
  if (options["dry-run"]) {
    console.log("Dry run: nothing was sent.");
    return;
  }
  await deploy(DEFINES[kind]);
});

async function deploy(defines: readonly string[]): Promise<void> {
  console.log("2/4 Checking the login");
  if (!isLoggedIn(await wrangler(["whoami", "--json"]))) {
    throw new CommandFailure(
      "Not logged in to Cloudflare, or it cannot be reached. Run npx wrangler login, or set CLOUDFLARE_API_TOKEN.",
    );
  }
  console.log("3/4 Looking for secrets");
  const remote = readRemoteSecrets(await wrangler(["secret", "list", "--format", "json"]));
  if (!remote.ok) {
    throw new CommandFailure(`Cannot tell which secrets exist. wrangler said:\n\n${remote.reason}`);
  }
  const created = prepareSecrets(PROJECT_ROOT, remote.names);
  console.log(
    created === null
      ? "    both exist; they stay as they are"
      : `    creating ${Object.keys(created).join(" and ")}; your copy is in ${SECRETS_FILE}`,
  );
  const toml = readFileSync(join(PROJECT_ROOT, "wrangler.toml"), "utf8");
  const keys = await providerKeys(toml, remote.names, process.env, askHidden);
  for (const name of Object.keys(keys)) console.log(`    adding ${name}`);
  console.log("4/4 Deploying");
  // Code and secrets are deployed as one version, so the service never runs without its secrets.
  const secrets = { ...created, ...keys };
  const result =
    Object.keys(secrets).length === 0
      ? await wrangler(["deploy", ...defines], "inherit")
      : await withSecretsFile(secrets, (file) =>
          wrangler(["deploy", ...defines, "--secrets-file", file], "inherit"),
        );
  if (result.code !== 0) {
    throw new CommandFailure(
      "wrangler deploy failed; its messages are above. Running npm run deploy again is safe.",
    );
  }
  if (created !== null) {
    console.log(
      `\nStore the secrets in ${SECRETS_FILE} in a password manager now, then delete the file.\n` +
        "Without VAULT_ROOT_KEY everything the service will store is lost.",
    );
  }
}

function wrangler(args: string[], output: "capture" | "inherit" = "capture"): Promise<ToolResult> {
  // Values of the environment would override those in the secrets file.
  const env = wranglerEnvironment();
  for (const name of SECRET_VARIABLES) delete env[name];
  return runTool(wranglerCommand(args), { output, env, isInteractive: output === "inherit" });
}

/** Ask for a secret without showing the input; "" without a terminal. */
async function askHidden(name: string): Promise<string> {
  if (!process.stdin.isTTY) return "";
  process.stdout.write(`    ${name} (not shown; empty for none): `);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stdout.write("\n");
  }
}
