// The generated part of the TypeScript client: types of requests and answers, and a table of operations, from
// the OpenAPI document. (Existing generators use the compiler's API, which TypeScript 7 no longer has.)
import {
  type ApiDocument,
  answerTypes,
  operationsOf,
  type RoutedOperation,
  type Schema,
  type Schemas,
} from "./read-document.ts";

const HEAD = `// Made by npm run openapi from docs/openapi.json: not to be edited.

/** Bytes that come piece by piece. */
export type ByteStream = ReadableStream<Uint8Array>;
`;

/** Where a type is written. */
interface Place {
  /** Indentation of all lines but the first. */
  readonly indent: string;
  /** Part of a request, whose lists may be readonly. */
  readonly isSent: boolean;
}
const SENT: Place = { indent: "", isSent: true };
const ANSWERED: Place = { indent: "", isSent: false };

/** Parts of the document that both clients are generated from. */
export function clientParts(document: ApiDocument) {
  const { components } = document;
  const operations = operationsOf(document);
  const bodies = operations.map(({ requestBody }) => requestBody);
  const schemas = Object.entries(components.schemas).filter(([name]) => !name.endsWith("Failure"));
  /** `sent`: names of the schemas in requests. */
  return { operations, schemas, sent: schemasIn(bodies, components.schemas) };
}

/** The TypeScript module for a document. */
export function clientTypes(document: ApiDocument): string {
  const { operations, schemas, sent } = clientParts(document);
  const types = schemas.map(([name, schema]) => {
    const type = typeOf(schema, sent.has(name) ? SENT : ANSWERED);
    return `${comment(schema, "")}export type ${name} = ${type};\n`;
  });
  const rows = operations.map(
    ({ operationId, method, path }) => `  ${operationId}: "${method} ${path}",\n`,
  );
  const entries = operations.map((one) => `  /** ${one.summary}. */\n  ${entryOf(one)}\n`);
  return [
    HEAD,
    ...types,
    `/** Method and path of every operation. */\nexport const OPERATIONS = {\n${rows.join("")}} as const;\n`,
    `/** What every operation is sent, and answers. */\nexport interface Operations {\n${entries.join("")}}\n`,
  ].join("\n");
}

/** Names of the schemas that a part of the document refers to, directly or through others. */
function schemasIn(part: unknown, schemas: Schemas, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasIn(schemas[name], schemas, found);
  }
  return found;
}

/** The type of an operation's call. */
function entryOf(operation: RoutedOperation): string {
  const { operationId, parameters = [], requestBody } = operation;
  const members = (["path", "query"] as const).flatMap((place) => {
    const those = parameters.filter((one) => one.in === place);
    if (those.length === 0) return [];
    const optional = those.some(({ required }) => required) ? "" : "?";
    const inner = those.map(
      ({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typeOf(schema, SENT)}`,
    );
    return [`${place}${optional}: { ${inner.join("; ")} }`];
  });
  const sent = Object.entries(requestBody?.content ?? {});
  if (sent[0]?.[0] === "application/json") members.push(`body: ${typeOf(sent[0][1].schema, SENT)}`);
  else if (sent.length > 0) {
    members.push("body: string | Uint8Array | ByteStream");
    members.push(`contentType: ${sent.map(([type]) => JSON.stringify(type)).join(" | ")}`);
  }
  const words = { nothing: "null", stream: "ByteStream" };
  members.push(`answer: ${answerTypes(operation, (schema) => typeOf(schema, ANSWERED), words)}`);
  return `${operationId}: { ${members.join("; ")} };`;
}

function typeOf(schema: Schema, place: Place): string {
  const { $ref, enum: words, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return $ref.replace(/^.*\//, "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, place)));
  return union([type ?? "unknown"].flat().map((one) => typeNamed(one, schema, place)));
}

function union(types: readonly string[]): string {
  return types.includes("unknown") ? "unknown" : [...new Set(types)].join(" | ");
}

function typeNamed(type: string, schema: Schema, place: Place): string {
  if (type === "integer") return "number";
  if (type === "array") return arrayOf(schema, place);
  if (type === "object") return objectOf(schema, place);
  return type;
}

function arrayOf(schema: Schema, place: Place): string {
  const item = typeOf(schema.items ?? {}, place);
  const list = / [|&] /.test(item.replace(/\{[\s\S]*\}/, "")) ? `(${item})[]` : `${item}[]`;
  return place.isSent ? `readonly ${list}` : list;
}

function objectOf(schema: Schema, { indent, isSent }: Place): string {
  const { properties, required = [], additionalProperties: others } = schema;
  if (properties === undefined) {
    return `Record<string, ${typeof others === "object" ? typeOf(others, { indent, isSent }) : "unknown"}>`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const optional = required.includes(name) ? "" : "?";
    return `${comment(member, inner)}${inner}${key}${optional}: ${typeOf(member, { indent: inner, isSent })};\n`;
  });
  // Other members, as in requests to language models.
  if (typeof others === "object") members.push(`${inner}[name: string]: unknown;\n`);
  return `{\n${members.join("")}${indent}}`;
}

function comment({ description }: Schema, indent: string): string {
  return description !== undefined ? `${indent}/** ${description} */\n` : "";
}
