// PUT mask and PUT mask/async: the request. One item is checked by `maskItem`; the names in it are
// checked against the tables of tokens/ by whoever knows them.
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import {
  attributesField,
  documentField,
  INVALID,
  isSoundText,
  jsonField,
  numbersField,
  textField,
  WELL_FORMED,
} from "./fields.ts";

/** One mask item as sent. Unknown members are ignored. */
export const maskItem = z.object(
  {
    value: textField("missing_value")
      .min(1, { error: "missing_value" satisfies ErrorCode, abort: true })
      .refine(...WELL_FORMED),
    token_name: textField("missing_token_name")
      .min(1, { error: "missing_token_name" satisfies ErrorCode, abort: true })
      .refine(...WELL_FORMED)
      .optional(),
    format: textField("missing_format")
      .min(1, { error: "missing_format" satisfies ErrorCode, abort: true })
      .refine(...WELL_FORMED)
      .optional(),
    attributes: attributesField,
    json: jsonField,
    numbers: numbersField,
  },
  INVALID,
);

/** An item of the members that nearly all items have alone. */
export interface PlainMaskItem {
  readonly value: string;
  readonly token_name?: string;
  readonly format?: string;
}

/**
 * What `maskItem` makes of an item as most are, at a tenth of the cost; null for any other, sound or not:
 * that is for the schema to say.
 */
export function plainMaskItem(data: unknown): PlainMaskItem | null {
  if (typeof data !== "object" || data === null) return null;
  for (const name in data) {
    if (name !== "value" && name !== "token_name" && name !== "format") return null;
  }
  const { value, token_name, format } = data as Readonly<Record<string, unknown>>;
  if (!isSoundText(value)) return null;
  if (token_name === undefined) return format === undefined ? { value } : null;
  if (!isSoundText(token_name)) return null;
  if (format === undefined) return { value, token_name };
  return isSoundText(format) ? { value, token_name, format } : null;
}

/** The same with a JSON object or array to mask. */
export const maskDocument = maskItem.extend({ value: documentField });

/** Members beside the list, shared by mask and unmask. Those of unmask alone are refused. */
export const requestOptions = z.object({
  policy_name: z.string(INVALID).nullish(),
  known_tokens: z.enum(["keep", "mask"], INVALID).optional(),
  json: jsonField,
  /** Say of each individual token how its value was found. */
  explain: z.boolean(INVALID).optional(),
  /** What start_pos and end_pos count. */
  offsets: z.enum(["code_points", "utf16"], INVALID).optional(),
  strict: z.never(INVALID).optional(),
  partial: z.never(INVALID).optional(),
});

/** Checked members beside the list. */
export type RequestOptions = z.infer<typeof requestOptions>;
