// super-admin/namespace: legal hold, limits and deletion of a whole namespace, and the jobs about it.
import { type Context, Hono } from "hono";
import { deleteNamespaceRequest, holdRequest, limitsRequest } from "../../contract/admin.ts";
import { readRateLimits, writeRateLimits } from "../../contract/rate-limits.ts";
import type { NamespaceJobRecord, NamespaceJobType } from "../../contract/responses/admin.ts";
import type { VaultError } from "../../core/errors.ts";
import type { RateLimits } from "../../core/rate-limits.ts";
import { registryOfName, registryOfNid, registryOfTrackingId } from "../../core/registries.ts";
import type { Result } from "../../core/result.ts";
import { wireTimestamp } from "../../core/time.ts";
import { percentOf } from "../../erasure/deletion.ts";
import type { NamespaceJobView } from "../../registry/rpc.ts";
import { readData, readQuery } from "../body.ts";
import { askRegistry, askVaultAt, callVaultAt, dropAdmissions, findNamespace } from "../call.ts";
import { type HttpEnv, orRefuse, respond } from "../handler.ts";
import { readIdempotencyKey, requestDigestOf } from "../idempotency-key.ts";
import { operator } from "../operator.ts";

const DELETION: NamespaceJobType = "namespace-deletion";

/** Sub-app of whole namespaces. */
export const namespaceRoutes = new Hono<HttpEnv>()
  .put("/hold", operator("erase"), async (c) => {
    const { namespace_name, hold } = await readData(c, holdRequest);
    const namespace = await findNamespace(c, namespace_name);
    const changed = await callVaultAt(c, namespace, (vault) => vault.setHold(hold));
    if (hold || !(await resumesDeletion(c, namespace.nid, changed))) orRefuse(changed);
    return respond(c, { namespace_name, hold });
  })
  .put("/limits", operator("tokens"), async (c) => {
    const { namespace_name, limits } = await readData(c, limitsRequest);
    const change = readRateLimits(limits ?? {});
    // After a failure as well: a change may have been stored whose answer was lost.
    return answerLimits(c, namespace_name, change).finally(dropAdmissions);
  })
  .get("/limits", operator("read"), (c) => answerLimits(c, readQuery(c, "namespace"), null))
  .put("/delete", operator("erase"), async (c) => {
    const { namespace_to_be_deleted: name } = await readData(c, deleteNamespaceRequest);
    const key = readIdempotencyKey(c);
    const request = key === undefined ? null : await requestDigestOf([key]);
    const { trackingId } = await askRegistry(c, registryOfName(name), (registry) =>
      registry.deleteNamespace(name, null, request),
    );
    const job = { tracking_id: trackingId, status: "PENDING", job_type: DELETION };
    return respond(c, { ...job, namespace_to_be_deleted: name });
  })
  .get("/job-status", operator("read"), async (c) => {
    const trackingId = readQuery(c, "tracking_id");
    const found = await askRegistry(c, registryOfTrackingId(trackingId), (registry) =>
      registry.readNamespaceJob(trackingId),
    );
    return respond(c, recordOf(found));
  });

/**
 * After the end of a hold, the deletion of the namespace that it kept back takes effect, even if the namespace cannot be
 * opened. False when there is none. Where nothing is stored that could hold, or be opened, the Registry's record ends here.
 */
async function resumesDeletion(
  c: Context<HttpEnv>,
  nid: string,
  ended: Result<null, VaultError>,
): Promise<boolean> {
  const isEmpty = !ended.ok && ended.error.code === "namespace_unknown";
  const deletion = await askRegistry(c, registryOfNid(nid), async (registry) => {
    if (isEmpty) await registry.noteHold(nid, false);
    return registry.resumeDeletion(nid);
  });
  return isEmpty || (deletion !== null && deletion.state !== "HELD");
}

async function answerLimits(
  c: Context<HttpEnv>,
  namespace_name: string,
  change: RateLimits | null,
): Promise<Response> {
  const namespace = await findNamespace(c, namespace_name);
  const limits = await askVaultAt(c, namespace, (vault) => vault.rateLimits(change));
  return respond(c, { namespace_name, limits: writeRateLimits(limits) });
}

function recordOf(view: NamespaceJobView): NamespaceJobRecord {
  const { kind, name, state, cleared, total } = view;
  const at = (ms: number | null): string | null => (ms === null ? null : wireTimestamp(ms));
  const message = `Namespace ${name} ${kind === "deletion" ? "deleted" : "created"} successfully.`;
  return {
    tracking_id: view.trackingId,
    // The holder of the master key, which has no name.
    requested_user: "operator",
    requested_timestamp: wireTimestamp(view.requested),
    process_start_time: at(view.started),
    process_end_time: at(view.finished),
    job_type: kind === "deletion" ? DELETION : "namespace-creation",
    status: state === "HELD" ? "PENDING" : state,
    response: state === "SUCCESS" ? { cleared_records: cleared, message } : null,
    error_message: state === "HELD" ? "legal hold" : "",
    progress: { cleared, total, percent: percentOf(cleared, total) },
    receipt: view.receipt,
  };
}
