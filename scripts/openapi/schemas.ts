// JSON Schema of requests and answers, from the zod schemas. Requests are described as they may be sent,
// answers as they are returned; answers may get more members, so clients must accept unknown ones.
import * as z from "zod";
import { documentField } from "../../src/contract/fields.ts";
import { errorCode, failureEnvelope, noError } from "../../src/contract/responses/envelope.ts";
import { deletionRecord } from "../../src/contract/responses/erasure.ts";
import { jobRecord } from "../../src/contract/responses/jobs.ts";
import { detectedItem, maskedItem, unmaskedItem } from "../../src/contract/responses/mask.ts";
import type { Content, Operation } from "./operation.ts";
import { anyMaskItem, anyUnmaskItem } from "./operations/masking.ts";

/** JSON Schema, or a part of the document. */
export type JsonObject = { [name: string]: unknown };

/** Schemas that several requests or answers share, which get names of their own. */
const NAMED_REQUESTS = { MaskItem: anyMaskItem, UnmaskItem: anyUnmaskItem };
const NAMED_ANSWERS = {
  MaskedItem: maskedItem,
  UnmaskedItem: unmaskedItem,
  DetectedItem: detectedItem,
  JobRecord: jobRecord,
  DeletionRecord: deletionRecord,
  ErrorCode: errorCode,
  Failure: failureEnvelope,
  NoError: noError,
};

/** Reference to the document's schema of this name. */
export function schemaUri(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Name of an operation's JSON request or answer. */
export function bodyName({ id }: Operation, which: "Request" | "Answer"): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}${which}`;
}

/** Schemas by name: all JSON bodies of operations, and the schemas that they share. */
export function namedSchemas(operations: readonly Operation[]): JsonObject {
  const bodies = (
    which: "Request" | "Answer",
    contentOf: (one: Operation) => Content = () => ({}),
  ) =>
    operations.flatMap((operation) => {
      const schema = contentOf(operation)["application/json"];
      return schema === undefined ? [] : [[bodyName(operation, which), schema] as const];
    });
  const requests = [
    ...Object.entries(NAMED_REQUESTS),
    ...bodies("Request", ({ body }) => body ?? {}),
  ];
  const answers = [...Object.entries(NAMED_ANSWERS), ...bodies("Answer", ({ answer }) => answer)];
  return { ...converted(requests, "input"), ...converted(answers, "output") };
}

/** A schema without a name. */
export function inlineSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...inline } = z.toJSONSchema(schema, options(io)) as JsonObject;
  return simplified(inline) as JsonObject;
}

function converted(
  named: readonly (readonly [string, z.ZodType])[],
  io: "input" | "output",
): JsonObject {
  const registry = z.registry<{ id: string }>();
  // The registry accepts a schema only once: a body shared by two operations is added again under its second name.
  const again: (readonly [string, string])[] = [];
  for (const [id, schema] of named) {
    const known = registry.get(schema)?.id;
    if (known === undefined) registry.add(schema, { id });
    else again.push([id, known]);
  }
  const { schemas } = z.toJSONSchema(registry, { ...options(io), uri: schemaUri });
  const clean = Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [
    name,
    simplified(schema),
  ]);
  const same = again.map(([id, known]) => [id, { $ref: schemaUri(known) }]);
  return Object.fromEntries([...clean, ...same]);
}

function options(io: "input" | "output") {
  return {
    io,
    // Any JSON, unless the override below knows better.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonObject }) => {
      if (zodSchema === documentField) jsonSchema["type"] = ["object", "array"];
      const isClosed = jsonSchema["additionalProperties"] === false;
      if (io === "output" && isClosed) delete jsonSchema["additionalProperties"];
    },
  } as const;
}

/** Replaces a choice between a type and null by `type: ["string", "null"]` or the like. */
function simplified(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [name, simplified(value)]);
  const simple: JsonObject = Object.fromEntries(members);
  const { anyOf, ...rest } = simple;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== "null") return simple;
  const { type, enum: words, ...kept } = anyOf[0] as JsonObject;
  if (typeof type !== "string") return simple;
  const nullable = words === undefined ? {} : { enum: [...(words as unknown[]), null] };
  return { ...kept, type: [type, "null"], ...nullable, ...rest };
}
