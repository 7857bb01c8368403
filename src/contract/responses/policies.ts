// Answers about policies and entity types.
import * as z from "zod";
import { MEDIA_HANDLINGS, TOKEN_STYLES } from "../../core/policy.ts";
import type { Made } from "./envelope.ts";

/** The token name and format of an entity type's tokens, as a mask request has them. */
const tokenForm = { token_name: z.string(), format: z.string().nullable() };

/** A policy's settings. */
export const policySettings = z.strictObject({
  policy_name: z.string(),
  token_style: z.enum(TOKEN_STYLES).nullable().describe("null: the default of each use"),
  link: z
    .record(z.string(), z.strictObject(tokenForm))
    .describe("Entity types whose tokens are those of a column"),
  partial: z.boolean().describe("Unmask leaves tokens without a value as they are"),
  external: z
    .strictObject({
      recognizer: z.string().describe("The name that the operator gave it"),
      language: z.string(),
      entities: z
        .record(z.string(), z.string())
        .describe("Its entity types, each with the one it counts as here"),
      optional: z.boolean().describe("Mask texts without it when it does not answer"),
    })
    .nullable()
    .describe("A recognizer outside of the service that is asked as well"),
  llm: z.strictObject({
    hint: z.boolean().describe("Whether language models are told what tokens are"),
    media: z.enum(MEDIA_HANDLINGS).describe("How images, audio and files are treated"),
    tools: z.array(z.string()).describe("Tools whose arguments get values; `*`: all"),
  }),
});

/** A policy's settings in an answer. */
export type SettingsRecord = Made<typeof policySettings>;

const entityRecord = z.strictObject({
  entity_name: z.string(),
  entity_type: z.string().describe("The category"),
  prefix: z.string(),
  suffix: z.string(),
  description: z.string(),
});

/** An entity type in a group of a policy. */
export type EntityRecord = Made<typeof entityRecord>;

const policyRecord = z
  .strictObject({
    policy_name: z.string(),
    metadata: z.strictObject({
      anonymizable_entities: z.array(entityRecord).describe("Replaced irreversibly"),
      pseudonymizable_entities: z.array(entityRecord).describe("Replaced by tokens"),
      excluded_entities: z.array(entityRecord).describe("Left in clear"),
      available_entities: z.array(entityRecord).describe("Not looked for by default"),
    }),
    detection: z.strictObject({
      threshold: z.number().describe("Lowest score that counts as a finding"),
      thresholds: z.record(z.string(), z.number()).describe("The same for single entity types"),
      recall: z.number().describe("How readily names are found, -1 to 1"),
      languages: z
        .array(z.string())
        .nullable()
        .describe("Languages that texts may be in (ISO 639-1); null: all"),
      addresses: z
        .enum(["whole", "parts"])
        .nullable()
        .describe(
          "How addresses are found; null: in parts if the policy looks for LOCATION or not for ADDRESS",
        ),
      allow: z.array(z.string()).optional().describe("Only if the request names a policy"),
      deny: z
        .array(z.strictObject({ value: z.string(), entity_name: z.string() }))
        .optional()
        .describe("Only if the request names a policy"),
    }),
  })
  .describe("A policy: how each entity type is found and masked");

/** A policy's entity types by category. */
export type PolicyRecord = Made<typeof policyRecord>;

/** A page of policies. */
export const policyPage = z.strictObject({
  details: z.array(policyRecord),
  next_page_token: z
    .string()
    .nullable()
    .describe("The `next_page_token` for the next page; null on the last page"),
});

const entityTypeRecord = z.strictObject({
  entity_name: z.string(),
  entity_type: z.string().describe("The category"),
  tag: z.string().describe("The name in the tags around its tokens"),
  token_name: z.string().describe("The token name of its values, as in a mask request"),
  format: z.string().nullable().describe("The same"),
  default: z.boolean().describe("Whether requests without a policy look for it"),
  counts_as: z
    .string()
    .nullable()
    .describe("The entity type that it counts as where the policy does not look for it"),
  description: z.string(),
});

/** A row of the table of built-in entity types. */
export type EntityTypeRecord = Made<typeof entityTypeRecord>;

/** The table of built-in entity types. */
export const entityTypes = z.strictObject({ entities: z.array(entityTypeRecord) });

/** Names of all policies. */
export const policyNames = z.strictObject({ policies: z.array(z.string()) });

/** The chosen default policy. */
export const defaultPolicy = z.strictObject({
  policy_name: z.string().nullable().describe("null: the unnamed policy"),
});

/** An entity type that a policy defines. */
export const customEntity = z
  .strictObject({
    entity_name: z.string(),
    entity_type: z.literal("CUSTOM"),
    description: z.string(),
    token_name: z.string(),
    format: z.string().nullable(),
    pattern: z.string().nullable(),
    words: z.array(z.string()),
    match_case: z.boolean(),
    context_words: z.array(z.string()),
    validator: z
      .union([
        z.enum(["luhn", "mod97"]),
        z.strictObject({ min_length: z.int(), max_length: z.int() }),
      ])
      .nullable(),
    prefix: z.string(),
    suffix: z.string(),
  })
  .describe("An entity type that a policy defines");
