// The OpenAPI document as its readers use it: the reference page, the clients, and the next document.

/** JSON Schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Schemas by name. */
export type Schemas = Readonly<Record<string, Schema>>;

interface ShownValue {
  readonly summary?: string;
  readonly value: unknown;
}

/** Possible contents of a body, by media type. */
export type MediaTypes = Readonly<
  Record<string, { schema: Schema; examples?: Readonly<Record<string, ShownValue>> }>
>;

interface DocumentOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly externalDocs?: { readonly url: string };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, { description: string; content?: MediaTypes }>>;
}

/** A document made by `openapiDocument`. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** An operation with its method and path. */
export interface RoutedOperation extends DocumentOperation {
  readonly path: string;
  readonly method: string;
}

/** All operations, in document order. */
export function operationsOf({ paths }: Pick<ApiDocument, "paths">): RoutedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}

/** Distinct types of an operation's successful answers: those of JSON, `nothing`, and `stream` for a streamed body. */
export function answerTypes(
  { responses }: DocumentOperation,
  typeOf: (schema: Schema) => string,
  { nothing, stream }: { readonly nothing: string; readonly stream: string },
): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const types = good.flatMap(([, { content }]) =>
    content === undefined
      ? [nothing]
      : Object.entries(content).map(([type, { schema }]) =>
          type === "application/json" ? typeOf(schema) : stream,
        ),
  );
  return [...new Set(types)].join(" | ");
}
