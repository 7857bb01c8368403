// JSON Schema of what goes over the wire, from the zod schemas. Requests are told as they may be sent, answers as they
// come; of an answer more members may come some day, so a client must not refuse them.
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

/** What is named beside whole requests and answers: it stands in several of them. */
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

/** Where the document has a schema of this name. */
export function schemaUri(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Name of an operation's request or answer in JSON. */
export function bodyName({ id }: Operation, which: "Request" | "Answer"): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}${which}`;
}

/** Schemas by their names: whole JSON bodies of all operations, and what they share. */
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

/** One schema that has no name. */
export function inlineSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...inline } = z.toJSONSchema(schema, options(io)) as JsonObject;
  return simplified(inline) as JsonObject;
}

function converted(
  named: readonly (readonly [string, z.ZodType])[],
  io: "input" | "output",
): JsonObject {
  const registry = z.registry<{ id: string }>();
  // Whoever is named twice is one schema: the same body of two operations is told once more under its second name.
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
    // Any JSON, unless we know better.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonObject }) => {
      if (zodSchema === documentField) jsonSchema["type"] = ["object", "array"];
      const isClosed = jsonSchema["additionalProperties"] === false;
      if (io === "output" && isClosed) delete jsonSchema["additionalProperties"];
    },
  } as const;
}

/** A schema with `type: ["string", "null"]` in place of a choice between a string and null. */
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
