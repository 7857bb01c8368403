// The operator's requests about whole namespaces: hold and delete (super-admin/namespace/*), and erasure/replay,
// receipts to take back in after a restore of everything.
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import type { DeletionRecord } from "./deletion.ts";
import { INVALID, nameField } from "./fields.ts";

/** Body of hold. */
export const holdRequest = z.object(
  {
    namespace_name: nameField,
    hold: z.boolean(INVALID),
  },
  INVALID,
);

/** `data` of delete. */
export const deleteNamespaceRequest = z.object(
  {
    namespace_to_be_deleted: nameField,
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

/** Receipts in one request. */
const MAX_RECEIPTS = 1_000;

const parts = z.array(z.string(INVALID), INVALID).default([]);
const replayParts = z.object({ search: parts, found: parts }, INVALID);

/** A receipt alone, or with the sealed parts that an erasure of single mappings needs. */
const receiptField = z.union(
  [
    z.string().transform((receipt) => ({ receipt, replay: { search: [], found: [] } })),
    z.object({
      receipt: z.string(INVALID),
      replay: replayParts.nullish().transform((given) => given ?? { search: [], found: [] }),
    }),
  ],
  INVALID,
);

/** `data` of a replay. */
export const replayRequest = z.object(
  {
    receipts: z
      .array(receiptField, INVALID)
      .min(1, { error: "empty_payload" satisfies ErrorCode })
      .max(MAX_RECEIPTS, { error: "too_many_items" satisfies ErrorCode }),
  },
  INVALID,
);
