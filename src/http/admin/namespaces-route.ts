// super-admin/namespace: the legal hold of a whole namespace, its deletion, and the jobs about it.
import { Hono } from "hono";
import {
  deleteNamespaceRequest,
  holdRequest,
  type NamespaceJobRecord,
  type NamespaceJobType,
} from "../../contract/admin.ts";
import { MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { wireTimestamp } from "../../core/time.ts";
import { percentOf } from "../../erasure/deletion.ts";
import type { NamespaceJobView } from "../../registry/rpc.ts";
import { operator } from "../authenticate.ts";
import { readData } from "../body.ts";
import { callRegistry, callVaultAt } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

const DELETION: NamespaceJobType = "namespace-deletion";

/** Sub-app of whole namespaces. */
export const namespaceRoutes = new Hono<HttpEnv>()
  .put("/hold", operator(), async (c) => {
    const request = await readData(c, holdRequest, MAX_SYNC_BODY_BYTES);
    if (!request.ok) return refuse(c, request.error);
    const { namespace_name, hold } = request.value;
    const place = await callRegistry(c, (registry) => registry.findNamespace(namespace_name));
    if (!place.ok) return refuse(c, place.error);
    const done = await callVaultAt(c, place.value, (vault) => vault.setHold(hold));
    if (!done.ok) return refuse(c, done.error);
    if (!hold) {
      const { nid } = place.value;
      const resumed = await callRegistry(c, (registry) => registry.resumeDeletion(nid));
      if (!resumed.ok) return refuse(c, resumed.error);
    }
    return respond(c, { namespace_name, hold });
  })
  .put("/delete", operator(), async (c) => {
    const request = await readData(c, deleteNamespaceRequest, MAX_SYNC_BODY_BYTES);
    if (!request.ok) return refuse(c, request.error);
    const { namespace_to_be_deleted } = request.value;
    const accepted = await callRegistry(c, (registry) =>
      registry.deleteNamespace(namespace_to_be_deleted),
    );
    if (!accepted.ok) return refuse(c, accepted.error);
    const { trackingId } = accepted.value;
    const job = { tracking_id: trackingId, status: "PENDING", job_type: DELETION };
    return respond(c, { ...job, namespace_to_be_deleted });
  })
  .get("/job-status", operator(), async (c) => {
    const trackingId = c.req.query("tracking_id") ?? "";
    if (trackingId === "") return refuse(c, { code: "invalid_field", detail: "tracking_id" });
    const found = await callRegistry(c, (registry) => registry.readNamespaceJob(trackingId));
    return found.ok ? respond(c, recordOf(found.value)) : refuse(c, found.error);
  });

function recordOf(view: NamespaceJobView): NamespaceJobRecord {
  const { kind, name, state, cleared, total } = view;
  const at = (ms: number | null): string | null => (ms === null ? null : wireTimestamp(ms));
  const message = `Namespace ${name} ${kind === "deletion" ? "deleted" : "created"} successfully.`;
  return {
    tracking_id: view.trackingId,
    // Whoever holds the master key; there is no name to it.
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
