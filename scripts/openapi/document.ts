// Generates the OpenAPI document (3.1) from the table of operations. The same table gives the same document, byte for byte.
import type * as z from "zod";
import { type ErrorCode, FAILURES } from "../../src/core/errors.ts";
import { SECURITY, securityOf } from "./credentials.ts";
import {
  type Content,
  type FailureWording,
  failuresOf,
  type Operation,
  ofAudited,
  TAGS,
} from "./operation.ts";
import { bodyName, inlineSchema, type JsonObject, namedSchemas, schemaUri } from "./schemas.ts";
import { type Recorded, type ShownExample, shownExamples } from "./shown-examples.ts";

const JSON_TYPE = "application/json";
/** A gateway passes on the provider's name for the request. */
const requestId = (wording: FailureWording) => ({
  "X-Request-Id": {
    $ref: `#/components/headers/${wording === "envelope" ? "" : "Provider"}RequestId`,
  },
});
const RATE_LIMITS = {
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
  RateLimit: { $ref: "#/components/headers/RateLimit" },
};
/** Failures with these statuses may be retried, and say when. */
const RETRIED = [429, 503];

/** The whole document. `version` is the project's; `answers` are the answers shown as examples. */
export function openapiDocument(
  operations: readonly Operation[],
  version: string,
  answers: Recorded,
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = path;
    path[operation.method.toLowerCase()] = operationObject(
      operation,
      shownExamples(operation.id, answers),
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Masking Vault",
      version,
      description:
        "A data-masking vault: sensitive values in, reversible tokens out, background jobs, provable erasure.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY,
      headers: HEADERS,
      responses: failureResponses(operations),
      schemas: { ...namedSchemas(operations), ...FAILURE_SCHEMAS },
    },
  };
}

const HEADERS = {
  RequestId: {
    description: "Identifies this request in the service's log",
    schema: { type: "string", format: "uuid" },
  },
  ProviderRequestId: {
    description: "The provider's id of this request, or ours if the provider was not called",
    schema: { type: "string" },
  },
  RateLimitPolicy: {
    description:
      "The caller's rate limits, on every answer if it has any (draft-ietf-httpapi-ratelimit-headers)",
    schema: { type: "string" },
    example: '"token-requests";q=10;qu="requests";w=1',
  },
  RateLimit: {
    description: "What is left of each limit, and the seconds until it is whole again",
    schema: { type: "string" },
    example: '"token-requests";r=0;t=1',
  },
  RetryAfter: {
    description: "Seconds after which the same request may succeed",
    schema: { type: "integer", minimum: 1 },
  },
};

const text = { type: "string" };

/** Forms of a failure in the providers' APIs. Ours have all members; a provider's own failures are passed on unchanged. */
const FAILURE_SCHEMAS = {
  OpenaiFailure: {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["message"],
        properties: {
          message: text,
          type: text,
          param: { type: ["string", "null"] },
          code: { ...text, description: "One of our codes, or one of the API's own" },
        },
      },
    },
  },
  AnthropicFailure: {
    type: "object",
    required: ["error"],
    properties: {
      type: { const: "error" },
      error: {
        type: "object",
        required: ["message"],
        properties: {
          type: text,
          message: text,
          code: { ...text, description: "One of our codes, or one of the API's own" },
        },
      },
    },
  },
};

const WORDED = {
  envelope: "Failure",
  openai: "OpenaiFailure",
  anthropic: "AnthropicFailure",
} as const satisfies Record<FailureWording, string>;

function operationObject(operation: Operation, shown: readonly ShownExample[]): JsonObject {
  const { id, tag, summary, description, vendorPage, body } = operation;
  const [first] = shown;
  const parameters = [
    ...parametersIn("path", operation.parts, first?.parts),
    ...parametersIn("query", operation.query, first?.query),
    ...parametersIn("header", operation.headers, first?.headers),
    ...(operation.needs === "nothing" ? [] : parametersIn("header", ofAudited)),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(vendorPage === undefined ? {} : { externalDocs: { url: vendorPage } }),
    security: securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: contentOf(operation, body, "Request", shown) } }),
    responses: responsesOf(operation, shown),
  };
}

function parametersIn(
  place: "path" | "query" | "header",
  members: z.ZodObject | undefined,
  given: Readonly<Record<string, unknown>> = {},
) {
  if (members === undefined) return [];
  return Object.entries(members.shape).map(([name, schema]) => {
    // Parameters arrive as text: the document describes the parsed value.
    const { description, ...type } = inlineSchema(schema as z.ZodType, "output");
    const required = place === "path" || !(schema as z.ZodType).safeParse(undefined).success;
    return {
      name,
      in: place,
      required,
      ...(description === undefined ? {} : { description }),
      schema: type,
      ...(given[name] === undefined ? {} : { example: inAscii(given[name]) }),
    };
  });
}

/** Header fields are ASCII, including the sign for omitted text. Numbers stay numbers, as in their schemas. */
function inAscii(example: unknown): unknown {
  return typeof example === "string" ? example.replace("…", "...") : example;
}

/** Each media type with its schema and examples: a text is an example of the first type that is not JSON. */
function contentOf(
  operation: Operation,
  content: Content,
  which: "Request" | "Answer",
  all: readonly ShownExample[],
) {
  const io = which === "Request" ? "input" : "output";
  const shown = examplesOf(all, which);
  const ofText = Object.keys(content).find((type) => type !== JSON_TYPE);
  const types = Object.entries(content).map(([type, schema]) => {
    const examples = shown.filter(
      ([, { value }]) => (typeof value === "string" ? ofText : JSON_TYPE) === type,
    );
    return [
      type,
      {
        schema:
          type === JSON_TYPE
            ? { $ref: schemaUri(bodyName(operation, which)) }
            : inlineSchema(schema, io),
        ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
      },
    ];
  });
  return Object.fromEntries(types);
}

function examplesOf(shown: readonly ShownExample[], which: "Request" | "Answer") {
  return shown.flatMap(({ key, summary, body, answer }) => {
    const value = which === "Request" ? body : answer;
    if (value === undefined) return [];
    return [[key, { ...(summary === undefined ? {} : { summary }), value }] as const];
  });
}

function responsesOf(operation: Operation, shown: readonly ShownExample[]): JsonObject {
  const { answer, emptyAnswer, others = {}, wording = "envelope" } = operation;
  const responses: JsonObject = {
    200: {
      description: "Done",
      headers: requestId(wording),
      content: contentOf(operation, answer, "Answer", shown),
    },
  };
  if (emptyAnswer !== undefined) {
    const { status, description } = emptyAnswer;
    responses[status] = { description, headers: requestId(wording) };
  }
  for (const [status, codes] of codesByStatus(operation)) {
    const description = codes.map((code) => `\`${code}\``).join(", ");
    responses[status] = { $ref: responseUri(wording, status), description };
  }
  for (const [status, { description, content }] of Object.entries(others)) {
    const known = responses[status] as JsonObject | undefined;
    const schemas = Object.values(content).map((schema) => inlineSchema(schema, "output"));
    const ours = known === undefined ? [] : [{ $ref: schemaUri(WORDED[wording]) }];
    const all = [...ours, ...schemas];
    responses[status] = {
      description: [known?.["description"], description].filter(Boolean).join("; or: "),
      headers: requestId(wording),
      content: { [JSON_TYPE]: { schema: all.length === 1 ? all[0] : { anyOf: all } } },
    };
  }
  return responses;
}

function codesByStatus(operation: Operation): [number, ErrorCode[]][] {
  const groups = Map.groupBy(failuresOf(operation), (code) => FAILURES[code][0]);
  return [...groups].sort(([a], [b]) => a - b);
}

/** Shared descriptions of failures, one per status and form. */
function failureResponses(operations: readonly Operation[]): JsonObject {
  const responses: JsonObject = {};
  for (const operation of operations) {
    const { wording = "envelope" } = operation;
    for (const [status] of codesByStatus(operation)) {
      const retry = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };
      responses[`${WORDED[wording]}${status}`] = {
        description: `A failure with status ${status}`,
        headers: {
          ...requestId(wording),
          ...(RETRIED.includes(status) ? retry : {}),
          ...(status === 429 ? RATE_LIMITS : {}),
        },
        content: { [JSON_TYPE]: { schema: { $ref: schemaUri(WORDED[wording]) } } },
      };
    }
  }
  return Object.fromEntries(Object.entries(responses).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function responseUri(wording: FailureWording, status: number): string {
  return `#/components/responses/${WORDED[wording]}${status}`;
}
