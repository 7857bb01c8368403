// Requests of mask, unmask and detect, synchronous and as jobs. `maskItem` checks one item; its names are checked later
// against the tables of tokens/.
import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import {
  attributesField,
  documentField,
  isSoundText,
  jsonField,
  numbersField,
  requiredText,
  textField,
  WELL_FORMED,
} from "./fields.ts";

/** One mask item as it was sent. Unknown members are ignored. */
export const maskItem = z.object({
  value: requiredText("missing_value").describe("The value to mask"),
  token_name: requiredText("missing_token_name")
    .optional()
    .describe("The whole value is one token of this name; absent: auto-detect"),
  format: requiredText("missing_format").optional().describe("The kind of data"),
  attributes: attributesField,
  json: jsonField,
  numbers: numbersField,
});

/** An item with only the members that nearly all items have. */
export interface PlainMaskItem {
  readonly value: string;
  readonly token_name?: string;
  readonly format?: string;
}

/** What `maskItem` returns for an item with only these members, at a tenth of the cost; null: the schema decides. */
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

/** A mask item whose value is a JSON object or array. */
export const maskDocument = maskItem.extend({ value: documentField });

/** Members beside the list, shared by mask and unmask. Members that only unmask or jobs know are refused. */
export const requestOptions = z.object({
  policy_name: z
    .string()
    .nullish()
    .describe("Absent: the token's policy, else the namespace's default policy"),
  known_tokens: z
    .enum(["keep", "mask"])
    .optional()
    .describe("`keep` leaves any text alone that may be a token of this service"),
  json: jsonField,
  explain: z
    .boolean()
    .optional()
    .describe("Explain for each individual token how its value was found"),
  offsets: z
    .enum(["code_points", "utf16"])
    .optional()
    .describe("The unit of `start_pos` and `end_pos`; absent: code points"),
  strict: z.never().optional(),
  partial: z.never().optional(),
  on_error: z.never().optional(),
  empty: z.never().optional(),
});

/** Checked members beside the list. */
export type RequestOptions = z.infer<typeof requestOptions>;

/** One unmask item as it was sent. Absent and blank texts fail with a different code than empty ones, as callers expect. */
export const unmaskItem = z.object({
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
});

/** Fast path like `plainMaskItem`: what `unmaskItem` returns for an item of this one member; null for any other item. */
export function plainUnmaskItem(data: unknown): { readonly token_value: string } | null {
  if (typeof data !== "object" || data === null) return null;
  for (const name in data) if (name !== "token_value") return null;
  const { token_value } = data as Readonly<Record<string, unknown>>;
  return isSoundText(token_value) && token_value.trim() !== "" ? { token_value } : null;
}

/** An unmask item whose value is a JSON object or array. */
export const unmaskDocument = unmaskItem.extend({ token_value: documentField });

/** Members beside the list of an unmask request. */
export const unmaskOptions = requestOptions.extend({
  strict: z
    .boolean()
    .optional()
    .describe(
      "Exact tags, exact content, whole texts without tags: no tolerance for what language models do",
    ),
  partial: z
    .boolean()
    .optional()
    .describe("Leave tokens without a value as they are and list them, instead of failing"),
});

/** Checked members beside the list. */
export type UnmaskOptions = z.infer<typeof unmaskOptions>;

/** Members beside the list that only jobs have. */
const ofJobs = {
  /** Whether a bad item fails the job, or gets an error in its place. */
  on_error: z.enum(["fail", "continue"]).optional(),
  /** Whether an empty value is a bad item, or is answered unchanged. */
  empty: z.enum(["fail", "pass"]).optional(),
  /** One of the operator's addresses, which is called when the job ends. */
  callback: z.string().optional(),
};

/** Members beside the list of mask jobs. */
export const maskJobOptions = requestOptions.extend(ofJobs);
/** Members beside the list of unmask jobs. */
export const unmaskJobOptions = unmaskOptions.extend(ofJobs);

/** Boolean options of jobs as the query of a line-by-line submission writes them. */
export const jobQueryFlags = z.object({
  json: z.enum(["true", "false"]).optional(),
  explain: z.enum(["true", "false"]).optional(),
  strict: z.enum(["true", "false"]).optional(),
  partial: z.enum(["true", "false"]).optional(),
});

/** Query of a line-by-line mask job: the same options, because lines have no place for members beside the list. */
export const maskJobQuery = maskJobOptions.extend(
  jobQueryFlags.omit({ strict: true, partial: true }).shape,
);
/** Query of a line-by-line unmask job. */
export const unmaskJobQuery = unmaskJobOptions.extend(jobQueryFlags.shape);

/** One text to search for personal data. */
export const detectItem = z.object({
  value: requiredText("missing_value").describe("A text to search"),
});

/** Members beside the list. */
export const detectOptions = requestOptions.pick({ policy_name: true, offsets: true });
