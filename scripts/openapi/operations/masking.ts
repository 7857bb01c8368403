// Mask, unmask and detect: synchronously, and as streams.
import * as z from "zod";
import { documentField } from "../../../src/contract/fields.ts";
import {
  detectItem,
  detectOptions,
  maskItem,
  requestOptions,
  unmaskItem,
  unmaskOptions,
} from "../../../src/contract/mask.ts";
import { successEnvelope } from "../../../src/contract/responses/envelope.ts";
import { detectedItem, maskedItem, unmaskedItem } from "../../../src/contract/responses/mask.ts";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { MAX_SYNC_ITEMS } from "../../../src/core/limits.ts";
import { json, OF_BRAKES, OF_PLANNING, operationsOf } from "../operation.ts";

/** An item of a mask request: a text or a document. */
export const anyMaskItem = maskItem.extend({
  value: z
    .union([maskItem.shape.value, documentField])
    .describe("A text; with `json` also a document"),
});
/** An item of an unmask request. */
export const anyUnmaskItem = unmaskItem.extend({
  token_value: z
    .union([unmaskItem.shape.token_value, documentField])
    .describe("A token, or a text with tagged tokens in it; with `json` also a document"),
});

const OF_JOBS_ALONE = { on_error: true, empty: true } as const;

const maskMembers = requestOptions.omit({
  ...{ strict: true, partial: true },
  ...OF_JOBS_ALONE,
});
/** Members of an unmask request beside its list; options that only affect masking are left out. */
const unmaskMembers = unmaskOptions.omit({
  ...{ known_tokens: true, explain: true, offsets: true },
  ...OF_JOBS_ALONE,
});

const OF_ITEMS: readonly ErrorCode[] = [
  ...(["invalid_text", "value_too_long", "value_too_complex", "number_out_of_range"] as const),
  "invalid_attributes",
];
/** Failures of an item to mask, and of all items together. */
const OF_MASKING: readonly ErrorCode[] = [
  ...OF_PLANNING,
  ...OF_ITEMS,
  ...(["mask_missing", "missing_value", "missing_token_name", "unknown_token_name"] as const),
  ...(["missing_format", "unknown_format", "format_not_for_token_name", "token_in_name"] as const),
  ...(["masked_too_long", "too_many_items", "too_many_entities", "too_costly"] as const),
  ...(["too_many_attributes", "storage_full"] as const),
];

const STREAM_TYPES = ["text/plain", "application/x-ndjson", "text/event-stream"] as const;
const stream = Object.fromEntries(STREAM_TYPES.map((type) => [type, z.string()]));
const policyQuery = z.object({
  policy_name: z.string().optional().describe("As in `mask`"),
});
const OF_STREAMS: readonly ErrorCode[] = [
  ...(["unsupported_stream_type", "encoded_body", "policy_unknown", "policy_changed"] as const),
];

/** The operations. */
export const maskingOperations = operationsOf({ tag: "Masking", needs: "mask" }, [
  {
    id: "mask",
    at: "PUT /api/vault/mask",
    summary: "Mask a list of values",
    description:
      "Without a `token_name` the text is searched for personal data, and each finding is replaced by a tagged token. With one the whole value becomes one token. Equal values get equal tokens. `known_tokens: keep` also needs `unmask`.",
    body: json(maskMembers.extend({ mask: z.array(anyMaskItem).min(1).max(MAX_SYNC_ITEMS) })),
    answer: json(successEnvelope(z.array(maskedItem))),
    failures: OF_MASKING,
  },
  {
    id: "unmask",
    at: "PUT /api/vault/unmask",
    summary: "Turn tokens, and texts with tokens in them, back into values",
    description: "One token without a value fails the whole request, unless `partial` is set.",
    needs: "unmask",
    body: json(unmaskMembers.extend({ unmask: z.array(anyUnmaskItem).min(1).max(MAX_SYNC_ITEMS) })),
    answer: json(successEnvelope(z.array(unmaskedItem))),
    failures: [
      ...OF_PLANNING,
      ...OF_BRAKES,
      ...OF_ITEMS,
      ...(["unmask_missing", "missing_token_value_field", "missing_token_value"] as const),
      ...(["unmask_failed", "anonymized", "too_many_items", "too_many_entities"] as const),
      "unmasked_too_large",
    ],
  },
  {
    id: "detect",
    at: "PUT /api/vault/detect",
    summary: "Show what masking would find in texts",
    description: "It masks and stores nothing.",
    body: json(detectOptions.extend({ detect: z.array(detectItem).min(1).max(MAX_SYNC_ITEMS) })),
    answer: json(successEnvelope(z.array(detectedItem))),
    failures: [
      ...OF_PLANNING,
      ...(["detect_missing", "missing_value", "invalid_text", "value_too_long"] as const),
      ...(["too_many_items", "too_many_entities", "too_costly"] as const),
    ],
  },
  {
    id: "maskStream",
    at: "PUT /api/vault/mask/stream",
    summary: "Mask a text that arrives in pieces",
    description:
      "Works line by line, in long lines sentence by sentence, with auto-detect. The answer has the type of the body. A failure after the first piece is the stream's last part.",
    query: policyQuery,
    body: stream,
    answer: stream,
    failures: OF_STREAMS,
  },
  {
    id: "unmaskStream",
    at: "PUT /api/vault/unmask/stream",
    summary: "Unmask a text that arrives in pieces",
    description:
      "Text that may still become a token is held back. Tokens without a value stay. The answer has the type of the body.",
    needs: "unmask",
    query: policyQuery.extend({
      strict: z.enum(["true", "false"]).optional().describe("As in `unmask`"),
    }),
    body: stream,
    answer: stream,
    failures: [...OF_STREAMS, ...OF_BRAKES],
  },
]);
