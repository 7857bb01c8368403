// Adds and removes versions of a service's root key.

import { newestVersion, withNewVersion } from "../../../scripts/run/secrets.ts";
import { ask, send } from "./api-client.ts";
import { objectPaths, query } from "./object-files.ts";
import { waitFor } from "./run-script.ts";
import { type Service, startService } from "./service.ts";

/** Restart a service on the same data with a changed root key. */
export async function withRootKey(
  service: Service,
  change: (rootKey: string) => string,
  args: string[] = [],
): Promise<Service> {
  await service.stop();
  const VAULT_ROOT_KEY = change(service.secrets.VAULT_ROOT_KEY);
  const { dataDir, secrets } = service;
  return startService({ dataDir, secrets: { ...secrets, VAULT_ROOT_KEY }, args });
}

/** Restart with a new version in front. */
export const added = (service: Service, args?: string[]) =>
  withRootKey(service, withNewVersion, args);

/** Restart with the newest version only. */
export const dropped = (service: Service, args?: string[]) =>
  withRootKey(service, newestVersion, args);

/** Begin or continue the rotation. */
export async function rotate(service: Service) {
  return (await send(service, service.secrets.VAULT_MASTER_KEY, "super-admin/keys/rotate", {})).body
    .data;
}

/** Status of the rotation. */
export async function rotation(service: Service) {
  return (await ask(service, service.secrets.VAULT_MASTER_KEY, "super-admin/keys/rotate")).body
    .data;
}

/** Wait for its end; returns its record. */
export async function untilRotated(service: Service) {
  await waitFor(
    "keys are rotated",
    async () => (await rotation(service)).status === "SUCCESS",
    60_000,
  );
  return rotation(service);
}

/** All wrapped keys in the namespaces' databases, without noise. */
export function wrappedKeys(service: Service): Buffer[] {
  const blindings = "SELECT value FROM setting WHERE name = 'blinding_version'";
  return objectPaths(service.dataDir, "Vault").flatMap((path) => {
    const noise = `blinding_${(Number(query(path, blindings, true)[0]?.["value"]) + 1) % 2}`;
    const keys = `SELECT wrapped FROM namespace_key WHERE name <> '${noise}'
      UNION ALL SELECT wrapped FROM wrapped_key WHERE id > 2 AND is_free = 0`;
    return query(path, keys, true).map(({ wrapped }) => Buffer.from(wrapped as Uint8Array));
  });
}
