// Mask, unmask and detect, sync and async: the requests, and what detect finds. One item is checked by
// `maskItem`; the names in it are checked against the tables of tokens/ by whoever knows them.
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import {
  attributesField,
  documentField,
  INVALID,
  isSoundText,
  jsonField,
  numbersField,
  requiredText,
  textField,
  WELL_FORMED,
} from "./fields.ts";

/** One mask item as sent. Unknown members are ignored. */
export const maskItem = z.object(
  {
    value: requiredText("missing_value").describe("What is masked"),
    token_name: requiredText("missing_token_name")
      .optional()
      .describe("The whole value is one token of this name; absent: auto-detect"),
    format: requiredText("missing_format").optional().describe("What kind of data the value is"),
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

/** Members beside the list, shared by mask and unmask. Those of unmask alone, and of jobs, are refused. */
export const requestOptions = z.object({
  policy_name: z
    .string(INVALID)
    .nullish()
    .describe("Absent: the token's policy, else the namespace's default policy"),
  known_tokens: z
    .enum(["keep", "mask"], INVALID)
    .optional()
    .describe("`keep` leaves alone what may be a token of this service"),
  json: jsonField,
  explain: z
    .boolean(INVALID)
    .optional()
    .describe("Say of each individual token how its value was found"),
  offsets: z
    .enum(["code_points", "utf16"], INVALID)
    .optional()
    .describe("What `start_pos` and `end_pos` count; absent: code points"),
  strict: z.never(INVALID).optional(),
  partial: z.never(INVALID).optional(),
  on_error: z.never(INVALID).optional(),
  empty: z.never(INVALID).optional(),
});

/** Checked members beside the list. */
export type RequestOptions = z.infer<typeof requestOptions>;

/** One unmask item as sent. Absent and blank-only are told apart from empty, as callers know it. */
export const unmaskItem = z.object(
  {
    token_value: textField("missing_token_value_field")
      .min(1, { error: "missing_token_value" satisfies ErrorCode, abort: true })
      .refine((text) => text.trim() !== "", {
        error: "missing_token_value_field" satisfies ErrorCode,
        abort: true,
      })
      .refine(...WELL_FORMED)
      .describe("A token, or a text with tagged tokens in it"),
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
  strict: z
    .boolean(INVALID)
    .optional()
    .describe(
      "Exact tags, exact content, whole texts without tags: no tolerance for what language models do",
    ),
  partial: z
    .boolean(INVALID)
    .optional()
    .describe("Leave tokens that stand for nothing as they are and list them, instead of failing"),
});

/** Checked members beside the list. */
export type UnmaskOptions = z.infer<typeof unmaskOptions>;

/** Members beside the list of a job alone. */
const ofJobs = {
  /** Whether a bad item ends the job, or gets an error in its place. */
  on_error: z.enum(["fail", "continue"], INVALID).optional(),
  /** Whether an empty value is a bad item, or comes back as it is. */
  empty: z.enum(["fail", "pass"], INVALID).optional(),
  /** Address of the operator's that is told of the job's end. */
  callback: z.string(INVALID).optional(),
};

/** The same of jobs that mask. */
export const maskJobOptions = requestOptions.extend(ofJobs);
/** The same of jobs that unmask. */
export const unmaskJobOptions = unmaskOptions.extend(ofJobs);

/** Options of jobs that are true or false, as the query of a submission line by line gives them. */
export const jobQueryFlags = z.object({
  json: z.enum(["true", "false"], INVALID).optional(),
  explain: z.enum(["true", "false"], INVALID).optional(),
  strict: z.enum(["true", "false"], INVALID).optional(),
  partial: z.enum(["true", "false"], INVALID).optional(),
});

/** That query, of jobs that mask: the same options, for lines have nothing beside them. */
export const maskJobQuery = maskJobOptions.extend(
  jobQueryFlags.omit({ strict: true, partial: true }).shape,
);
/** The same of jobs that unmask. */
export const unmaskJobQuery = unmaskJobOptions.extend(jobQueryFlags.shape);

/** One text to look at. */
export const detectItem = z.object(
  {
    value: requiredText("missing_value").describe("A text to look at"),
  },
  INVALID,
);

/** Members beside the list. */
export const detectOptions = requestOptions.pick({ policy_name: true, offsets: true });
