// Answers of mask, unmask and detect, and of the lists of names that requests may use.
import * as z from "zod";
import type { Made } from "./envelope.ts";

const anyJson = z.unknown().describe("Any JSON");

/** A text, or a document of the same shape as the one that was sent. */
const textOrDocument = z
  .union([z.string(), z.record(z.string(), anyJson), z.array(anyJson)])
  .describe("A text; if the item has `json`, also an object or an array");

/** Members of an item that its answer repeats. */
const echoed = {
  attributes: anyJson.optional().describe("As sent"),
  json: z.boolean().optional().describe("As sent"),
  numbers: z.array(z.string()).optional().describe("As sent"),
};

const position = z.int().min(0);
const startPos = position.describe("Start: Unicode code points from 0, or UTF-16 units");
const endPos = position.describe("End, exclusive");
const score = z.number().min(0).max(1).describe("The score, from 0 to 1");
const recognizer = z.string().describe("The recognizer that found it");
const reason = z.string().describe("Why it counts, in words");
const language = z
  .string()
  .optional()
  .describe("For findings of the tagger: the language of the text (ISO 639-1)");

/** One entity that auto-detect replaced. */
const individualToken = z.strictObject({
  value: z.string().describe("The original text"),
  pii_type: z.string().describe("The entity type"),
  token: z.string().describe("Its token, without tags"),
  prefix: z.string().describe("The prefix of the token"),
  suffix: z.string().describe("The suffix of the token"),
  start_pos: startPos,
  end_pos: endPos,
  recognizer: recognizer.optional(),
  score: score.optional(),
  reason: reason.optional(),
  language,
  path: z.string().optional().describe("In a document: JSON Pointer to the text it was found in"),
});

/** The answer to one item of a mask request. */
export const maskedItem = z
  .strictObject({
    value: textOrDocument,
    token_name: z.string().optional().describe("As sent"),
    format: z.string().optional().describe("As sent"),
    ...echoed,
    token_value: textOrDocument.describe("The masked value"),
    format_applied: z
      .string()
      .optional()
      .describe("The format of its token, if the value does not fit the requested one"),
    individual_tokens: z
      .array(individualToken)
      .optional()
      .describe("The findings of auto-detect; absent with a `token_name`"),
  })
  .describe("An item and its masked value");

/** The answer to one item of an unmask request. */
export const unmaskedItem = z
  .strictObject({
    token_value: textOrDocument,
    ...echoed,
    value: textOrDocument.describe("The original value"),
    unresolved: z
      .array(z.string())
      .optional()
      .describe("With `partial`: tokens in it without a value"),
  })
  .describe("An item and its original value");

const detectedEntity = z.strictObject({
  value: z.string().describe("The text found"),
  pii_type: z.string().describe("The entity type"),
  start_pos: startPos,
  end_pos: endPos,
  score,
  recognizer,
  reason,
  language,
});

/** The answer to one text of a detect request. */
export const detectedItem = z
  .strictObject({ value: z.string(), entities: z.array(detectedEntity) })
  .describe("A text and what masking would find in it");

/** Answers to the items of a request, in the same order. */
export type MaskAnswers = readonly Made<typeof maskedItem>[];
export type UnmaskAnswers = readonly Made<typeof unmaskedItem>[];

/** A value that was found. */
export type DetectedEntity = Made<typeof detectedEntity>;

/** The answer to one text of a detect request. */
export type DetectedItem = Made<typeof detectedItem>;

const example = z
  .strictObject({ value: z.string(), token_value: z.string() })
  .describe("An example value and its token");

/** Token names, the formats that go with each, and an example. */
export const tokenTypes = z.strictObject({
  token_types: z.array(
    z.strictObject({
      token_name: z.string(),
      formats: z.array(z.string()).describe("Formats that it can be used with"),
      example,
    }),
  ),
});

/** Formats, the token names that go with each, and an example. */
export const formats = z.strictObject({
  formats: z.array(
    z.strictObject({
      format: z.string(),
      token_names: z.array(z.string()).describe("Token names that it can be used with"),
      example,
    }),
  ),
});
