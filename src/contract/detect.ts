// PUT detect: the request, and what is found.
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import { INVALID, textField, WELL_FORMED } from "./fields.ts";
import { requestOptions } from "./mask.ts";

/** One text to look at. */
export const detectItem = z.object(
  {
    value: textField("missing_value")
      .min(1, { error: "missing_value" satisfies ErrorCode, abort: true })
      .refine(...WELL_FORMED),
  },
  INVALID,
);

/** Members beside the list. */
export const detectOptions = requestOptions.pick({ policy_name: true, offsets: true });

/** A value that was found. Positions are in the unit asked for, 0-based, end exclusive. */
export interface DetectedEntity {
  readonly value: string;
  readonly pii_type: string;
  readonly start_pos: number;
  readonly end_pos: number;
  readonly score: number;
  readonly recognizer: string;
  readonly reason: string;
}

/** The answer to one text. */
export interface DetectedItem {
  readonly value: string;
  readonly entities: readonly DetectedEntity[];
}
