// JSON Schema, which describes tools and formats of answers: texts that people wrote into it are masked, names and keywords
// stay.
import { type Field, KEPT, list, MASKED, object, VALUES } from "./fields.ts";

const schema = (): Field => SCHEMA;
const schemas = (): Field => ({ ...SCHEMA, items: schema });
const NAMED: Field = { others: schema };

/** Keywords that hold a schema or a list of schemas. */
const OF_SCHEMAS = [
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "items", "additionalItems"],
  ...["prefixItems", "contains", "propertyNames", "additionalProperties", "unevaluatedItems"],
  "unevaluatedProperties",
];

/** A schema (https://json-schema.org/draft/2020-12). The texts of keywords not listed here are masked. */
export const SCHEMA: Field = object(
  {
    type: { ...KEPT, ...list(KEPT) },
    ...{ description: MASKED, title: MASKED, $comment: MASKED },
    ...{ default: VALUES, const: VALUES, enum: VALUES, example: VALUES, examples: VALUES },
    ...{ properties: NAMED, patternProperties: NAMED, dependentSchemas: NAMED },
    ...{ $defs: NAMED, definitions: NAMED },
    ...Object.fromEntries(OF_SCHEMAS.map((keyword) => [keyword, schemas])),
    ...{ $schema: KEPT, $id: KEPT, $ref: KEPT, $anchor: KEPT, $dynamicRef: KEPT },
    ...{ format: KEPT, pattern: KEPT, contentEncoding: KEPT, contentMediaType: KEPT },
    required: list(KEPT),
    dependentRequired: { others: list(KEPT) },
  },
  { others: VALUES },
);
