// Fresh secrets. The only place that makes them.

import { randomBytes } from "node:crypto";

/** The two secrets without which the service does not serve. */
export type Secrets = { VAULT_ROOT_KEY: string; VAULT_MASTER_KEY: string };

/** The names of the secrets, in the order they are written to files. */
export const SECRET_NAMES = ["VAULT_ROOT_KEY", "VAULT_MASTER_KEY"] as const;

/** A new random pair. The master key is hex: it goes into headers, shells and curl as it is. */
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
