// Requests about policies (metadata/policy/*, metadata/personal-data-entities/*, update-auto-detect), and conversions
// from the wire. Unknown members are refused: a change that is ignored because of a misspelling would leave values in clear.
import * as z from "zod";
import type { EntityName } from "../core/entities.ts";
import type { ErrorCode } from "../core/errors.ts";
import {
  MAX_LIST_ENTRIES,
  MAX_LIST_ENTRY_LENGTH,
  MAX_POLICY_NAME_LENGTH,
  MAX_WRAPPERS,
} from "../core/limits.ts";
import { MEDIA_HANDLINGS, type PolicySettings, TOKEN_STYLES } from "../core/policy.ts";
import { LANGUAGES } from "../detect/language/languages.ts";
import { nameField, textField, WELL_FORMED } from "./fields.ts";

const INVALID_NAME = { error: "invalid_policy_name" satisfies ErrorCode };

/**
 * Control characters and blanks at the ends make two names look alike. And a name has to show something: at least one
 * character other than blanks, format characters, marks, the empty Braille pattern, and those that Unicode calls ignorable
 * (DerivedCoreProperties.txt; Hangul fillers are among them).
 */
const isVisible = (name: string): boolean =>
  name.trim() === name &&
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) &&
  /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cf}\p{M}\u2800]/u.test(name);

/** Name of a policy. */
export const policyName = z
  .string(INVALID_NAME)
  .max(MAX_POLICY_NAME_LENGTH, INVALID_NAME)
  .refine((name) => name.isWellFormed() && isVisible(name), INVALID_NAME);

/** Name of an entity type, known or not. */
export const entityName = nameField;

const listedValue = z
  .string()
  .max(MAX_LIST_ENTRY_LENGTH)
  .refine((text) => text.trim() !== "")
  .refine(...WELL_FORMED);

/** A list of values. */
export const listedValues = z.array(listedValue).max(MAX_LIST_ENTRIES);

/** Body of `create` and `delete`. */
export const policyRequest = z.strictObject({ policy_name: policyName });

/** Body of a choice of the default policy; null: the one without a name. */
export const defaultPolicyRequest = z.strictObject({
  policy_name: policyName.nullable().describe("null: the unnamed policy"),
});

const entityNames = z.array(entityName).max(MAX_LIST_ENTRIES).optional();

/** Body of an update of categories. */
export const categoriesRequest = z.strictObject({
  policy_name: policyName,
  metadata: z.strictObject({
    anonymizable_entities: entityNames.describe("Replaced irreversibly"),
    pseudonymizable_entities: entityNames.describe("Replaced by tokens"),
    excluded_entities: entityNames.describe("Left in clear"),
  }),
});

const part = z.string().optional();

/** Body of an update of prefixes and suffixes. Absent members stay as they are. */
export const wrappersRequest = z.strictObject({
  policy_name: policyName,
  metadata: z
    .array(
      z.strictObject({
        entity_name: entityName,
        format_prefix: part.describe("Prefix of its tokens"),
        format_suffix: part.describe("Suffix of its tokens"),
      }),
    )
    .min(1)
    .max(MAX_WRAPPERS),
});

/** Refuses the member `__proto__`: JSON may have it, no entity type has this name, and z.record would skip it unseen. */
const hasNoPrototype = z.unknown().superRefine((record, context) => {
  if (typeof record !== "object" || record === null || !Object.hasOwn(record, "__proto__")) return;
  const message = "unknown_entity" satisfies ErrorCode;
  context.addIssue({ code: "custom", message, path: ["__proto__"] });
});

/** Most entity types that one external recognizer may be asked for. */
const MAX_FOREIGN_TYPES = 200;
const hasSome = (record: object): boolean => {
  const { length } = Object.keys(record);
  return length > 0 && length <= MAX_FOREIGN_TYPES;
};

const score = z.number().min(0).max(1);

/** Body of an update of detection. Absent members stay as they are. */
export const detectionRequest = z.strictObject({
  policy_name: policyName,
  threshold: score.optional().describe("Lowest score that counts as a finding"),
  thresholds: hasNoPrototype.pipe(z.record(entityName, score).optional()).optional(),
  recall: z
    .number()
    .min(-1)
    .max(1)
    .optional()
    .describe("How readily names are found, from -1 to 1; 0: as trained"),
  languages: z
    .array(z.enum(LANGUAGES))
    .min(1)
    .max(LANGUAGES.length)
    .refine((codes) => new Set(codes).size === codes.length)
    .nullish()
    .describe("Languages that texts may be in, each once; null: all"),
  addresses: z
    .enum(["whole", "parts"])
    .nullish()
    .describe(
      "Whether an address is one value, or street, places and postcode are values of their own; null: parts if the policy looks for LOCATION or not for ADDRESS",
    ),
  allow: listedValues.optional().describe("Values that stay in clear"),
  deny: z
    .array(z.strictObject({ value: listedValue, entity_name: entityName }))
    .max(MAX_LIST_ENTRIES)
    .optional()
    .describe("Values that are always masked"),
});

/** The token name and format that an entity type is linked to. */
export const linkedForm = z
  .strictObject({
    token_name: textField("missing_token_name"),
    format: textField("missing_format").nullish().describe("Absent: none"),
  })
  .describe("The token name and format that a column is masked with");

/** Name of an entity type of an external recognizer. */
const foreignName = z.string().regex(/^[\w.:-]{1,100}$/);

/** An external recognizer, and the entity types it is asked for. */
const externalRecognizer = z
  .strictObject({
    recognizer: z.string().describe("The name that the operator gave it"),
    language: z
      .string()
      .regex(/^[A-Za-z-]{2,16}$/)
      .optional()
      .describe("The language that it is told; absent: en"),
    entities: hasNoPrototype
      .pipe(z.record(foreignName, entityName).refine(hasSome))
      .describe("Its entity types to use, each with the one it counts as here"),
    optional: z.boolean().optional().describe("Mask texts without it when it does not answer"),
  })
  .describe("A recognizer outside of the service that is asked as well");

/** Body of a change of settings. Absent members stay as they are; a null `token_style` resets it. */
export const settingsRequest = z.strictObject({
  policy_name: policyName,
  token_style: z
    .enum(TOKEN_STYLES)
    .nullish()
    .describe("The form of tokens for detected values; null: the default of each use"),
  link: hasNoPrototype
    .pipe(z.record(entityName, linkedForm).optional())
    .optional()
    .describe("Entity types whose tokens are those of a column"),
  partial: z.boolean().optional().describe("Unmask leaves tokens without a value as they are"),
  external: externalRecognizer
    .nullish()
    .describe("A recognizer outside of the service to ask as well; null: none"),
  llm: z
    .strictObject({
      hint: z.boolean().optional().describe("Explain to the model once what tokens are"),
      media: z.enum(MEDIA_HANDLINGS).optional().describe("How images, audio and files are treated"),
      tools: listedValues.optional().describe("Tools whose arguments are unmasked; `*`: all"),
    })
    .optional(),
});

/** The links that a request sets, by entity type. */
export function linksOf(
  link: Record<EntityName, z.infer<typeof linkedForm>>,
): PolicySettings["link"] {
  const forms = Object.entries(link).map(([entity, { token_name, format }]) => {
    const form = { tokenName: token_name, format: format ?? null };
    return [entity, form] as const;
  });
  return Object.fromEntries(forms);
}

/** The external recognizer that a request names; null: none. */
export function externalOf(
  external: NonNullable<z.infer<typeof settingsRequest>["external"]> | null,
): PolicySettings["external"] {
  if (external === null) return null;
  const { recognizer, language = "en", entities, optional = false } = external;
  return { name: recognizer, language, entities, optional };
}
