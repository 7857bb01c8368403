// Answers of mask, unmask and detect, and of the lists of names that requests may use.
import * as z from "zod";
import type { Made } from "./made.ts";

/** Any JSON. */
const anyJson = z.unknown().describe("Any JSON");

/** A text, or a document of the same shape as the one that was sent. */
const textOrDocument = z
  .union([z.string(), z.record(z.string(), anyJson), z.array(anyJson)])
  .describe("A text; where the item has `json`, maybe an object or an array");

/** Members of an item that its answer repeats. */
const echoed = {
  attributes: anyJson.optional().describe("As sent"),
  json: z.boolean().optional().describe("As sent"),
  numbers: z.array(z.string()).optional().describe("As sent"),
};

const position = z.int().min(0);
const startPos = position.describe("Where it begins: Unicode code points from 0, or UTF-16 units");
const endPos = position.describe("Where it ends, exclusive");
const score = z.number().min(0).max(1).describe("How sure detection is");
const recognizer = z.string().describe("What has found it");
const reason = z.string().describe("Why it counts, for people");
const language = z
  .string()
  .optional()
  .describe("Of what is found by its wording: the language of the text there (ISO 639-1)");

/** One entity that auto-detect replaced. */
const individualToken = z.strictObject({
  value: z.string().describe("What stood there"),
  pii_type: z.string().describe("Its entity type"),
  token: z.string().describe("What stands for it, without its tag"),
  prefix: z.string().describe("What stands before the token"),
  suffix: z.string().describe("What stands behind the token"),
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
      .describe("The format its token has, where the value does not have the one asked for"),
    individual_tokens: z
      .array(individualToken)
      .optional()
      .describe("What auto-detect has found; absent with a `token_name`"),
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
      .describe("With `partial`: tokens in it that stand for nothing"),
  })
  .describe("An item and its original value");

/** A value that was found. */
const detectedEntity = z.strictObject({
  value: z.string().describe("What stands there"),
  pii_type: z.string().describe("Its entity type"),
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
  .describe("A value and a token as it gets one");

/** Token names, the formats that go with each, and an example. */
export const tokenTypes = z.strictObject({
  token_types: z.array(
    z.strictObject({
      token_name: z.string(),
      formats: z.array(z.string()).describe("Formats that go with it"),
      example,
    }),
  ),
});

/** Formats, the token names that go with each, and an example. */
export const formats = z.strictObject({
  formats: z.array(
    z.strictObject({
      format: z.string(),
      token_names: z.array(z.string()).describe("Token names that go with it"),
      example,
    }),
  ),
});
