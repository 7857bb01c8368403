// PUT super-admin/namespace/delete and GET super-admin/namespace/job-status: the end of a whole namespace.
import { Hono } from "hono";
import { parseWith } from "../../contract/fields.ts";
import {
  deleteNamespaceRequest,
  type NamespaceJobRecord,
  type NamespaceJobType,
} from "../../contract/namespace-job.ts";
import { MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { wireTimestamp } from "../../core/time.ts";
import { percentOf } from "../../erasure/deletion.ts";
import type { NamespaceJobView } from "../../registry/rpc.ts";
import { operator } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { callRegistry } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

const MISSING = { code: "data_missing" } as const;
const DELETION: NamespaceJobType = "namespace-deletion";

/** Sub-app of jobs about whole namespaces. */
export const namespaceJobRoutes = new Hono<HttpEnv>()
  .put("/delete", operator(), async (c) => {
    const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
    if (!body.ok) return refuse(c, body.error);
    const data = body.value["data"];
    if (data === undefined || data === null) return refuse(c, MISSING);
    const request = parseWith(deleteNamespaceRequest, data, undefined, "data");
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
