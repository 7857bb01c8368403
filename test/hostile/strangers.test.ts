// Requests without a credential create no object: an empty data folder stays empty.

import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { afterEach, expect, it } from "vitest";
import { acceptEraseAll, issue, untilErased } from "../support/node/erasure.ts";
import { objectPaths } from "../support/node/object-files.ts";
import { cleanUp } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

afterEach(cleanUp);

async function keySetOf({ url }: Service): Promise<JSONWebKeySet> {
  return (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
}

it("health check, key set and refused calls make no object, and the first receipt's key is known before it", async () => {
  const service = await startService();
  const { url, dataDir } = service;
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toMatchObject([200, { data: { status: "ok" } }]);
  const keySet = await keySetOf(service);
  expect(keySet.keys).toHaveLength(1);
  for (const path of ["mask", "mask/async", "super-admin/namespace/auth-token/generate"]) {
    const headers = { "content-type": "application/json", authorization: "Bearer x.y.z" };
    const body = JSON.stringify({ mask: [{ value: "x" }] });
    expect((await fetch(`${url}/api/vault/${path}`, { method: "PUT", headers, body })).status).toBe(
      401,
    );
  }
  const objects = () => [...objectPaths(dataDir, "Registry"), ...objectPaths(dataDir, "Vault")];
  expect(objects()).toEqual([]);

  const { admin } = await issue(service, "first");
  const { receipt } = await untilErased(service, admin, await acceptEraseAll(service, admin));
  await compactVerify(receipt, createLocalJWKSet(keySet));
  expect(await keySetOf(service)).toEqual(keySet);
  expect(objects()).not.toEqual([]);
});
