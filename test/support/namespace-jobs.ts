// Deletion of whole namespaces over HTTP: request, status, and waiting for the end.
import type { NamespaceJobRecord } from "../../src/contract/responses/admin.ts";
import { type Answer, accepted, call, MASTER_KEY, PATHS } from "./requests.ts";

/** Answer to the request. */
export interface NamespaceDeletion {
  readonly tracking_id: string;
  readonly status: string;
  readonly job_type: string;
  readonly namespace_to_be_deleted: string;
}

/** PUT the deletion of a namespace; returns the answer, also a refusal. */
export function tryDeleteNamespace(
  name: unknown,
  token: string = MASTER_KEY,
  key?: string,
): Promise<Answer<NamespaceDeletion>> {
  const body = { data: { namespace_to_be_deleted: name } };
  const headers = key === undefined ? undefined : { "Idempotency-Key": key };
  return call<NamespaceDeletion>("PUT", PATHS.deleteNamespace, { token, body, headers });
}

/** GET the status of a namespace's job; returns the answer, also a refusal. */
export function tryNamespaceJob(
  id: string,
  token: string = MASTER_KEY,
): Promise<Answer<NamespaceJobRecord>> {
  const query = new URLSearchParams({ tracking_id: id });
  return call<NamespaceJobRecord>("GET", `${PATHS.namespaceJob}?${query}`, { token });
}

/** PUT a legal hold. */
export function trySetHold(namespace_name: string, hold: boolean): Promise<Answer<unknown>> {
  const body = { data: { namespace_name, hold } };
  return call("PUT", PATHS.hold, { token: MASTER_KEY, body });
}

/** Poll a namespace's job until it has ended. Limited by the number of polls, not by time. */
export async function pollNamespaceJob(id: string): Promise<NamespaceJobRecord> {
  for (let poll = 0; poll < 2_000; poll++) {
    const record = accepted(await tryNamespaceJob(id));
    if (record.status === "SUCCESS" || record.status === "FAILED") return record;
    await scheduler.wait(20);
  }
  throw new Error("the namespace's job does not end");
}

/** Delete a namespace and wait for the end. */
export async function deleteNamespace(name: string): Promise<NamespaceJobRecord> {
  return pollNamespaceJob(accepted(await tryDeleteNamespace(name)).tracking_id);
}
