// PUT super-admin/namespace/hold: the request.
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import { textField, WELL_FORMED } from "./fields.ts";

const INVALID = { error: "invalid_field" satisfies ErrorCode };

/** Body of hold. */
export const holdRequest = z.object(
  {
    namespace_name: textField("invalid_field")
      .min(1, INVALID)
      .refine(...WELL_FORMED),
    hold: z.boolean(INVALID),
  },
  INVALID,
);
