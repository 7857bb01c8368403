// Turns the raw environment into a checked configuration. The only reader of secrets on the Worker's side. With a missing
// or weak secret nothing is served: there is no default.

import { err, ok, type Result } from "./core/result.ts";
import { deriveTokenSecrets, rootKeysOf } from "./crypto/keys.ts";
import { receiptKeysOf } from "./crypto/receipt.ts";
import { parseRootKeys } from "./crypto/root-key-text.ts";
import type { HttpConfig } from "./http/handler.ts";
import type { RawEnv } from "./platform/objects.ts";

/** The operator's key: least length, and least number of different characters (UTF-16 units). */
const MIN_MASTER_KEY_LENGTH = 32;
const MIN_DISTINCT_LETTERS = 10;

let checked: { source: string; result: Promise<Result<HttpConfig, string>> } | null = null;

/** The checked configuration, or a message for the operator that says what is wrong. */
export function parseConfig(env: RawEnv): Promise<Result<HttpConfig, string>> {
  const source = JSON.stringify([env.VAULT_ROOT_KEY ?? null, env.VAULT_MASTER_KEY ?? null]);
  if (checked?.source !== source) checked = { source, result: check(env) };
  return checked.result;
}

async function check(env: RawEnv): Promise<Result<HttpConfig, string>> {
  const root = parseRootKeys(env.VAULT_ROOT_KEY);
  if (!root.ok) return err(`VAULT_ROOT_KEY is ${root.problem}; see npm run keygen`);
  const masterKey = env.VAULT_MASTER_KEY?.trim() ?? "";
  const problem = masterKeyProblem(masterKey);
  if (problem !== null) return err(`VAULT_MASTER_KEY is ${problem}; see npm run keygen`);
  const tokenSecrets = await deriveTokenSecrets(await rootKeysOf(env.VAULT_ROOT_KEY));
  let keys: ReturnType<typeof receiptKeysOf> | null = null;
  const receiptKeys = () => {
    keys ??= receiptKeysOf(env.VAULT_ROOT_KEY);
    return keys;
  };
  return ok({ tokenSecrets, masterKey, receiptKeys });
}

function masterKeyProblem(masterKey: string): string | null {
  if (masterKey === "") return "missing";
  if (masterKey.length < MIN_MASTER_KEY_LENGTH) {
    return `shorter than ${MIN_MASTER_KEY_LENGTH} characters`;
  }
  if (/\s/.test(masterKey)) return "not one word, so no Authorization header can carry it";
  if (new Set(masterKey).size < MIN_DISTINCT_LETTERS) return "too regular to be random";
  return null;
}
