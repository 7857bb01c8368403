// Namespace tokens that allow different things, one that was revoked, and a namespace that was deleted.

import { waitFor } from "../../support/node/run-script.ts";
import type { Access, Told } from "../expected.ts";
import { EVERYTHING, exchange, get, issue, named, operate, type Writable } from "./requests.ts";

/** Issue and revoke tokens of a namespace, and delete another one. */
export async function writeAccess(service: Writable, namespace: string): Promise<Access> {
  const maskOnly = await issue(service, namespace, "writer", ["mask"]);
  const unmaskOnly = await issue(service, namespace, "reader", ["unmask"]);
  const revoked = await issue(service, namespace, "gone", EVERYTHING);
  await operate(service, "namespace/auth-token/deactivate", { auth_token: revoked });
  const master = service.secrets.VAULT_MASTER_KEY;
  const list = `super-admin/namespace/auth-token/list?namespace=${namespace}`;
  const records: Told[] = await get(service, master, list);
  const deleted = await writeDeleted(service);
  return { namespace, maskOnly, unmaskOnly, revoked, records, deleted };
}

async function writeDeleted(service: Writable): Promise<Access["deleted"]> {
  const name = "deleted";
  const token = await issue(service, name);
  await exchange(service, token, named("Text Token", ["nobody", "nowhere"]));
  const data = { namespace_to_be_deleted: name };
  const { tracking_id: trackingId } = await operate(service, "namespace/delete", data);
  const path = `super-admin/namespace/job-status?tracking_id=${trackingId}`;
  let record: Told = null;
  await waitFor("the namespace is gone", async () => {
    record = await get(service, service.secrets.VAULT_MASTER_KEY, path);
    return record.status === "SUCCESS";
  });
  return { name, token, trackingId, record };
}
