// Bodies of failures in the formats of the two providers.
import type { JsonObject } from "./dialect.ts";
import { type Field, MASKED, object } from "./fields.ts";

/** Types of OpenAI's failures by status; OpenAI's SDKs decide by the status. */
const OPENAI_TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
};

/** The body of a failure in OpenAI's format. */
export function openaiFailure(
  status: number,
  code: string,
  message: string,
  param: string | null = null,
): JsonObject {
  const type = OPENAI_TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");
  return { error: { message, type, param, code } };
}

/** https://docs.claude.com/en/api/errors */
const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** The body of a failure in Anthropic's format, with our code as an additional member. */
export function anthropicFailure(status: number, code: string, message: string): JsonObject {
  const type = ANTHROPIC_TYPES[status] ?? (status >= 500 ? "api_error" : "invalid_request_error");
  return { type: "error", error: { type, message, code } };
}

/** Members of a failure that may quote the request, of any provider. */
const FAILURE: Field = object({ message: MASKED, detail: MASKED });
/** Members of a failure's body: the failure as an object or a text. */
export const ERROR_MEMBERS: Readonly<Record<string, Field>> = {
  error: { ...MASKED, ...FAILURE },
  message: MASKED,
  detail: MASKED,
};
