// PUT super-admin/erasure/replay: receipts to take back in after a restore of everything.
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";

const INVALID = { error: "invalid_field" satisfies ErrorCode };
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
