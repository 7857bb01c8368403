// The service's two secrets: generated only here, and checked for presence and strength. Messages name the
// faulty variable and never repeat a secret.

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { parseRootKeys } from "../../src/crypto/root-key-text.ts";
import { CommandFailure, EXIT } from "./cli/command.ts";

/** The two secrets that the service needs. */
export type Secrets = { VAULT_ROOT_KEY: string; VAULT_MASTER_KEY: string };

/** Names of the secrets, in the order in which they are written to files. */
export const SECRET_NAMES = ["VAULT_ROOT_KEY", "VAULT_MASTER_KEY"] as const;

/** A new random pair. The master key is hex, so it needs no quoting in headers, shells and curl. */
export function generateSecrets(): Secrets {
  return {
    VAULT_ROOT_KEY: randomBytes(32).toString("base64"),
    VAULT_MASTER_KEY: randomBytes(32).toString("hex"),
  };
}

/** Secrets as lines of an env file. */
export function toEnvFile(secrets: Partial<Secrets>): string {
  const lines = SECRET_NAMES.flatMap((name) =>
    secrets[name] === undefined ? [] : [`${name}=${secrets[name]}\n`],
  );
  return lines.join("");
}

type Environment = Record<string, string | undefined>;

const MASTER_KEY_MIN_CHARACTERS = 32;
// Far fewer than random keys have, far more than a typed or repeated pattern has. The Worker checks the same
// (src/config.ts): it must accept what passes here.
const MIN_DISTINCT_CHARACTERS = 10;

/** The secrets of an environment; fails with exit code 2 and names every faulty variable. */
export function requireSecrets(env: Environment): Secrets {
  const { VAULT_ROOT_KEY: rootKey, VAULT_MASTER_KEY: masterKey } = env;
  const problems = [rootKeyProblem(rootKey), masterKeyProblem(masterKey)].filter((p) => p !== null);
  if (problems.length === 0 && rootKey && masterKey) {
    return { VAULT_ROOT_KEY: rootKey, VAULT_MASTER_KEY: masterKey };
  }
  throw new CommandFailure(
    `${problems.join("\n       ")}\n` +
      "`npm run keygen` prints a fresh pair: npm run -s keygen > vault.env, then serve with --env-file vault.env.\n" +
      "Keep the root key: without it everything stored is lost.",
    EXIT.secrets,
  );
}

/** The key that allows reading metrics and nothing else; null: only the operator may. */
export function readMetricsKey({ METRICS_KEY }: Environment): string | null {
  const key = METRICS_KEY?.trim() ?? "";
  if (key === "") return null;
  if (/^[\x21-\x7e]{20,}$/.test(key)) return key;
  throw new CommandFailure(
    "METRICS_KEY must be at least 20 characters of plain ASCII without blanks.",
    EXIT.secrets,
  );
}

/** Read `NAME=value` lines from a file; variables already set win, as with Node's --env-file. */
export function readEnvFile(file: string, env: Environment): Environment {
  try {
    return { ...parseEnv(readFileSync(file, "utf8")), ...env };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new CommandFailure(`Cannot read the environment file ${file} (${reason}).`, EXIT.secrets);
  }
}

function rootKeyProblem(value: string | undefined): string | null {
  if (!value) return "VAULT_ROOT_KEY is not set.";
  const parsed = parseRootKeys(value);
  if (parsed.ok) return null;
  switch (parsed.problem) {
    case "too regular to be random":
      return "VAULT_ROOT_KEY is weak: it is not random.";
    case "not 32 bytes of base64":
      return "VAULT_ROOT_KEY must be base64 of exactly 32 random bytes.";
    default:
      return `VAULT_ROOT_KEY is ${parsed.problem}.`;
  }
}

/** The versions in the text of a checked root key, newest first. */
export function rootVersionsOf(text: string) {
  const parsed = parseRootKeys(text);
  return parsed.ok ? parsed.versions : [];
}

/** The text of a root key with a new version in front. */
export function withNewVersion(text: string): string {
  const versions = rootVersionsOf(text);
  const next = (versions[0]?.version ?? 0) + 1;
  return [
    `${next}:${randomBytes(32).toString("base64")}`,
    ...versions.map(({ version, bytes }) => `${version}:${Buffer.from(bytes).toString("base64")}`),
  ].join(",");
}

/** The text of a root key's newest version alone. */
export function newestVersion(text: string): string {
  return text.trim().split(",")[0] ?? "";
}

function masterKeyProblem(value: string | undefined): string | null {
  if (!value) return "VAULT_MASTER_KEY is not set.";
  if (value.length < MASTER_KEY_MIN_CHARACTERS) {
    return `VAULT_MASTER_KEY is weak: it needs at least ${MASTER_KEY_MIN_CHARACTERS} characters.`;
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    return "VAULT_MASTER_KEY must be plain ASCII without blanks, because callers send it in a header.";
  }
  return new Set(value).size < MIN_DISTINCT_CHARACTERS
    ? "VAULT_MASTER_KEY is weak: it is not random."
    : null;
}
