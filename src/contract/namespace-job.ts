// PUT super-admin/namespace/delete and GET super-admin/namespace/job-status: request and record.
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import type { DeletionRecord } from "./deletion.ts";
import { textField, WELL_FORMED } from "./fields.ts";

const INVALID = { error: "invalid_field" satisfies ErrorCode };

/** `data` of delete. */
export const deleteNamespaceRequest = z.object(
  {
    namespace_to_be_deleted: textField("invalid_field")
      .min(1, INVALID)
      .refine(...WELL_FORMED),
  },
  INVALID,
);

/** What a namespace's job does, on the wire. */
export type NamespaceJobType = "namespace-creation" | "namespace-deletion";

/** Creation or deletion of a namespace as the operator sees it. Times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface NamespaceJobRecord extends Omit<DeletionRecord, "job_type"> {
  readonly job_type: NamespaceJobType;
  readonly process_start_time: string | null;
}
