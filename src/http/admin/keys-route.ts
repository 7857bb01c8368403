// super-admin/keys: rotation of the root key.
import { type Context, Hono } from "hono";
import type { KeyRotationRecord } from "../../contract/responses/admin.ts";
import { wireTimestamp } from "../../core/time.ts";
import { askFirstRegistry } from "../call.ts";
import { type HttpEnv, respond } from "../handler.ts";
import { operator } from "../operator.ts";

/** Sub-app of key operations. */
export const keyRoutes = new Hono<HttpEnv>()
  .put("/rotate", operator("keys"), (c) => answerRotation(c, true))
  .get("/rotate", operator("keys"), (c) => answerRotation(c, false));

async function answerRotation(c: Context<HttpEnv>, isWanted: boolean): Promise<Response> {
  const rotation = await askFirstRegistry(c, (first) => first.keyRotation(isWanted));
  const [{ version: newest }, ...older] = c.get("config").tokenSecrets;
  const isDone = rotation !== null && rotation.finished !== null;
  const record: KeyRotationRecord = {
    tracking_id: rotation?.trackingId ?? null,
    status: rotation?.version !== newest ? "NONE" : isDone ? "SUCCESS" : "IN-PROGRESS",
    version: newest,
    // Once a rotation has ended, nothing is wrapped with a version older than its own.
    older_versions: older.map(({ version }) => ({
      version,
      may_go: isDone && version < rotation.version,
    })),
    requested_timestamp: rotation && wireTimestamp(rotation.requested),
    process_end_time: rotation?.finished ? wireTimestamp(rotation.finished) : null,
    namespaces: rotation?.namespaces ?? 0,
    wrapped_keys: rotation?.wrapped ?? 0,
    unreadable_keys: rotation?.unreadable ?? 0,
    error_message: rotation?.problem ?? "",
  };
  return respond(c, record);
}
