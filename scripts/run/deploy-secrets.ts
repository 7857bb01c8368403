// The secrets of a deployment: which ones the platform has (from wrangler's output), `.deploy-secrets`, the person's
// copy of those that the deployment creates, and the operator's keys for providers of language models.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { ToolResult } from "./cli/tool.ts";
import {
  generateSecrets,
  requireSecrets,
  SECRET_NAMES,
  type Secrets,
  toEnvFile,
} from "./secrets.ts";
import { keyName, readModelKeys, readModelUpstreams } from "./serve/model-upstreams.ts";

/** Name of the file in the project's top folder. */
export const SECRETS_FILE = ".deploy-secrets";

const HEADER =
  "# Store both in a password manager, then delete this file. Without VAULT_ROOT_KEY everything the\n" +
  "# service has stored is lost; Cloudflare never shows it again.\n";

/**
 * Create the secrets that the platform lacks, and write them to `.deploy-secrets` (mode 600) before anything is
 * sent. Secrets in that file from a failed deployment are used again. Null when none is missing.
 */
export function prepareSecrets(folder: string, remoteNames: string[]): Partial<Secrets> | null {
  const missing = SECRET_NAMES.filter((name) => !remoteNames.includes(name));
  if (missing.length === 0) return null;
  const file = join(folder, SECRETS_FILE);
  const kept = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const secrets: Secrets = { ...generateSecrets(), ...pickKnown(kept) };
  requireSecrets(secrets);
  const created: Partial<Secrets> = {};
  for (const name of missing) created[name] = secrets[name];
  const all = { ...pickKnown(kept), ...created };
  writeFileSync(file, HEADER + toEnvFile(all), { mode: 0o600 });
  return created;
}

/**
 * Keys that the platform lacks for the providers named in `wrangler.toml`: from the environment, else from the
 * person. Without an answer the provider has no key. A malformed URL or key fails as in `serve`.
 */
export async function providerKeys(
  toml: string,
  remoteNames: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  ask: (name: string) => Promise<string>,
): Promise<Record<string, string>> {
  const named = toml.matchAll(/^LLM_(OPENAI|ANTHROPIC)_URL\s*=\s*["']([^"'\n]+)["']/gm);
  const given = [...named].map(([, api = "", url]) => `${api.toLowerCase()}=${url}`);
  const lacking = readModelUpstreams(given).filter(
    ({ api }) => !remoteNames.includes(keyName(api)),
  );
  const keys = { ...env };
  for (const { api } of lacking) keys[keyName(api)] ||= await ask(keyName(api));
  return readModelKeys(keys, lacking);
}

/** Run `use` with a file that holds exactly these secrets; the file is always removed afterwards. */
export async function withSecretsFile<T>(
  secrets: Readonly<Record<string, string>>,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "masking-vault-deploy-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pickKnown(values: Record<string, string | undefined>): Partial<Secrets> {
  const known: Partial<Secrets> = {};
  for (const name of SECRET_NAMES) {
    const value = values[name];
    if (value) known[name] = value;
  }
  return known;
}

/** The parsed answer of `wrangler secret list`. */
export type RemoteSecrets = { ok: true; names: string[] } | { ok: false; reason: string };

// wrangler's sentence for "this Worker does not exist", and the platform's codes for it. The match is strict:
// another answer taken for this one would replace the secrets of an existing service, and so lose its data.
const NO_WORKER_YET = /Worker "[^"]+"( \(env: [^)]*\))? not found\.|\[code: (10007|10090)\]/;

/** Parse the output of `wrangler secret list --format json`. */
export function readRemoteSecrets(result: ToolResult): RemoteSecrets {
  const said = `${result.stdout}\n${result.stderr}`.trim();
  if (result.code !== 0) {
    // The first deployment: no Worker exists, so it has no secrets.
    return NO_WORKER_YET.test(said) ? { ok: true, names: [] } : { ok: false, reason: said };
  }
  const json = result.stdout.slice(result.stdout.indexOf("["));
  try {
    const list = JSON.parse(json) as { name: string }[];
    return { ok: true, names: list.map((entry) => entry.name) };
  } catch {
    return { ok: false, reason: said };
  }
}

/** Whether `wrangler whoami --json` reports a login. */
export function isLoggedIn(result: ToolResult): boolean {
  return result.code === 0 && !/"loggedIn":\s*false/.test(result.stdout);
}
