// The part of the TypeScript client that follows from the OpenAPI document: types of what goes over the wire, and a table
// of the operations. (The generators that there are use the compiler's API, which TypeScript 7 no longer has.)
import type { JsonObject } from "./schemas.ts";

const HEAD = `// Made by npm run openapi from docs/openapi.json: not to be edited.

/** Bytes that come piece by piece. */
export type ByteStream = ReadableStream<Uint8Array>;
`;

/** The operation as the document has it, as far as a client needs it. */
export interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, { readonly content?: MediaTypes }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  readonly schema: JsonObject;
}
type MediaTypes = Readonly<Record<string, { readonly schema: JsonObject }>>;

/** Where a type is written. */
interface Place {
  /** What the lines after the first begin with. */
  readonly indent: string;
  /** Part of a request: its lists need not be the caller's to change. */
  readonly isSent: boolean;
}
const SENT: Place = { indent: "", isSent: true };
const ANSWERED: Place = { indent: "", isSent: false };

/** What clients are made of, from a document of openapiDocument. */
export function clientParts(document: JsonObject) {
  const { paths, components } = document as {
    paths: Record<string, Record<string, DocumentOperation>>;
    components: { schemas: Record<string, JsonObject> };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      route: `${method.toUpperCase()} ${path}`,
    })),
  );
  const bodies = operations.map(({ requestBody }) => requestBody);
  const schemas = Object.entries(components.schemas).filter(([name]) => !name.endsWith("Failure"));
  /** `sent`: names of the schemas that requests have. */
  return { operations, schemas, sent: schemasIn(bodies, components.schemas) };
}

/** A TypeScript module, from a document of openapiDocument. */
export function clientTypes(document: JsonObject): string {
  const { operations, schemas, sent } = clientParts(document);
  const types = schemas.map(([name, schema]) => {
    const type = typeOf(schema, sent.has(name) ? SENT : ANSWERED);
    return `${comment(schema, "")}export type ${name} = ${type};\n`;
  });
  const rows = operations.map(({ operationId, route }) => `  ${operationId}: "${route}",\n`);
  const entries = operations.map((one) => `  /** ${one.summary}. */\n  ${entryOf(one)}\n`);
  return [
    HEAD,
    ...types,
    `/** Method and path of every operation. */\nexport const OPERATIONS = {\n${rows.join("")}} as const;\n`,
    `/** What every operation is sent, and answers. */\nexport interface Operations {\n${entries.join("")}}\n`,
  ].join("\n");
}

/** Names of the schemas that a part of the document refers to, and those that these refer to. */
function schemasIn(
  part: unknown,
  schemas: Record<string, JsonObject>,
  found = new Set<string>(),
): Set<string> {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasIn(schemas[name], schemas, found);
  }
  return found;
}

/** The members of an operation's call. */
function entryOf({
  operationId,
  parameters = [],
  requestBody,
  responses,
}: DocumentOperation): string {
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
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const answers = good.flatMap(([, { content }]) =>
    content === undefined
      ? ["null"]
      : Object.entries(content).map(([type, { schema }]) =>
          type === "application/json" ? typeOf(schema, ANSWERED) : "ByteStream",
        ),
  );
  members.push(`answer: ${[...new Set(answers)].join(" | ")}`);
  return `${operationId}: { ${members.join("; ")} };`;
}

/** The type of a schema. */
function typeOf(schema: JsonObject, place: Place): string {
  const { $ref, anyOf, oneOf, type } = schema as {
    $ref?: string;
    anyOf?: JsonObject[];
    oneOf?: JsonObject[];
    type?: string | string[];
  };
  if ($ref !== undefined) return $ref.replace(/^.*\//, "");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const words = schema["enum"] as unknown[] | undefined;
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, place)));
  return union([type ?? "unknown"].flat().map((one) => typeNamed(one, schema, place)));
}

function union(types: readonly string[]): string {
  return types.includes("unknown") ? "unknown" : [...new Set(types)].join(" | ");
}

function typeNamed(type: string, schema: JsonObject, place: Place): string {
  if (type === "integer") return "number";
  if (type === "array") return arrayOf(schema, place);
  if (type === "object") return objectOf(schema, place);
  return type;
}

function arrayOf(schema: JsonObject, place: Place): string {
  const item = typeOf((schema["items"] ?? {}) as JsonObject, place);
  const list = / [|&] /.test(item.replace(/\{[\s\S]*\}/, "")) ? `(${item})[]` : `${item}[]`;
  return place.isSent ? `readonly ${list}` : list;
}

function objectOf(schema: JsonObject, { indent, isSent }: Place): string {
  const { properties, required = [] } = schema as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  const others = (schema["additionalProperties"] ?? undefined) as JsonObject | boolean | undefined;
  if (properties === undefined) {
    return `Record<string, ${typeof others === "object" ? typeOf(others, { indent, isSent }) : "unknown"}>`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const optional = required.includes(name) ? "" : "?";
    return `${comment(member, inner)}${inner}${key}${optional}: ${typeOf(member, { indent: inner, isSent })};\n`;
  });
  // What else may stand there, as in requests to language models.
  if (typeof others === "object") members.push(`${inner}[name: string]: unknown;\n`);
  return `{\n${members.join("")}${indent}}`;
}

function comment({ description }: JsonObject, indent: string): string {
  return typeof description === "string" ? `${indent}/** ${description} */\n` : "";
}
