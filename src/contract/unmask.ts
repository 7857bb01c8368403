// PUT unmask and PUT unmask/async: the request.
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
import { requestOptions } from "./mask.ts";

/** One unmask item as sent. Absent and blank-only are told apart from empty, as callers know it. */
export const unmaskItem = z.object(
  {
    token_value: textField("missing_token_value_field")
      .min(1, { error: "missing_token_value" satisfies ErrorCode, abort: true })
      .refine((text) => text.trim() !== "", {
        error: "missing_token_value_field" satisfies ErrorCode,
        abort: true,
      })
      .refine(...WELL_FORMED),
    attributes: attributesField,
    json: jsonField,
    numbers: numbersField,
  },
  INVALID,
);

/** As plainMaskItem in mask.ts: what `unmaskItem` makes of an item as most are, null for any other. */
export function plainUnmaskItem(data: unknown): { readonly token_value: string } | null {
  if (typeof data !== "object" || data === null) return null;
  for (const name in data) if (name !== "token_value") return null;
  const { token_value } = data as Readonly<Record<string, unknown>>;
  return isSoundText(token_value) && token_value.trim() !== "" ? { token_value } : null;
}

/** The same with a JSON object or array to unmask. */
export const unmaskDocument = unmaskItem.extend({ token_value: documentField });

/** Members beside the list. */
export const unmaskOptions = requestOptions.extend({
  /** Exact tags, exact content, whole texts without tags: no tolerance for what language models do. */
  strict: z.boolean(INVALID).optional(),
  /** Leave tokens that stand for nothing as they are and list them, instead of failing. */
  partial: z.boolean(INVALID).optional(),
});

/** Checked members beside the list. */
export type UnmaskOptions = z.infer<typeof unmaskOptions>;
