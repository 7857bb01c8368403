// Requests about entity types that a policy defines (metadata/custom-entity/*), and their records in answers.
import * as z from "zod";
import { ENTITIES } from "../core/entities.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_PATTERN_LENGTH } from "../core/limits.ts";
import type { CustomEntity, CustomValidator } from "../core/policy.ts";
import { textField, WELL_FORMED } from "./fields.ts";
import { entityName, listedValues, policyName } from "./policies.ts";

/** Tags carry the name, so unmask has to read it in every disguise; it must not be that of a built-in type. */
const ownName = z
  .string()
  .regex(/^[A-Z](?:[A-Z0-9]|_(?=[A-Z0-9])){0,60}$/)
  .refine((name) => !Object.hasOwn(ENTITIES, name));

const length = z.int().min(0).max(65_536);

const validator = z.union([
  z.enum(["luhn", "mod97"]).transform((kind): CustomValidator => ({ kind })),
  z
    .strictObject({ min_length: length, max_length: length })
    .refine((bounds) => bounds.min_length <= bounds.max_length)
    .transform(
      (bounds): CustomValidator => ({
        kind: "length",
        min: bounds.min_length,
        max: bounds.max_length,
      }),
    ),
]);

/** Body of `add-or-update`. Exactly one of `pattern` and `words`. */
export const customEntityRequest = z
  .strictObject({
    policy_name: policyName,
    entity_name: ownName.describe("Also the name in its tags; not the name of a built-in type"),
    description: z
      .string()
      .max(MAX_DESCRIPTION_LENGTH)
      .refine(...WELL_FORMED)
      .nullish(),
    token_name: textField("missing_token_name")
      .nullish()
      .describe("Token name of its values; absent: Text Token"),
    format: textField("missing_format").nullish(),
    pattern: z
      .string()
      .min(1)
      .max(MAX_PATTERN_LENGTH)
      .refine(...WELL_FORMED)
      .nullish()
      .describe("A regular expression (RE2); this or `words`"),
    words: listedValues.nullish().describe("Found as whole words; this or `pattern`"),
    match_case: z.boolean().nullish().describe("Letter case counts; absent: it does not"),
    context_words: listedValues
      .nullish()
      .describe("One of these words must be near the value; absent: no such condition"),
    validator: validator
      .nullish()
      .describe("A check of each match; lengths count letters and digits"),
  })
  .refine(({ pattern, words }) => (pattern ?? null) === null || (words ?? []).length === 0, {
    path: ["words"],
  })
  .refine(({ pattern, words }) => (pattern ?? null) !== null || (words ?? []).length > 0, {
    path: ["pattern"],
  });

/** Body of `details` and `delete`. */
export const customEntityReference = z.strictObject({
  policy_name: policyName,
  entity_name: entityName,
});

/** The custom entity that a request defines. Letter case does not count unless the request says so. */
export function customEntityOf(request: z.infer<typeof customEntityRequest>): CustomEntity {
  return {
    name: request.entity_name,
    description: request.description ?? "",
    tokenName: request.token_name ?? "Text Token",
    format: request.format ?? null,
    pattern: request.pattern ?? null,
    words: request.words ?? [],
    matchCase: request.match_case ?? false,
    contextWords: request.context_words ?? [],
    validator: request.validator ?? null,
  };
}

/** The record of a custom entity in an answer. */
export function customEntityRecord(entity: CustomEntity): object {
  return {
    entity_name: entity.name,
    entity_type: "CUSTOM",
    description: entity.description,
    token_name: entity.tokenName,
    format: entity.format,
    pattern: entity.pattern,
    words: entity.words,
    match_case: entity.matchCase,
    context_words: entity.contextWords,
    validator: validatorRecord(entity.validator),
  };
}

function validatorRecord(checked: CustomValidator | null): unknown {
  if (checked === null) return null;
  if (checked.kind !== "length") return checked.kind;
  return { min_length: checked.min, max_length: checked.max };
}
