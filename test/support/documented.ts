// Checks answers against the operation's description in the OpenAPI document, member by member.
import * as z from "zod";
import { failuresOf, type Operation } from "../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { failureEnvelope } from "../../src/contract/responses/envelope.ts";
import { FAILURES } from "../../src/core/errors.ts";

const ROUTES = OPERATIONS.map((operation) => ({
  operation,
  form: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The documented operation at a path. */
export function documentedOperation(method: string, path: string): Operation | undefined {
  return ROUTES.find((route) => route.operation.method === method && route.form.test(path))
    ?.operation;
}

/**
 * Throws for an answer that the document does not describe: another status, an error code that is not listed, an
 * unknown member. Skips paths without an operation, and operations whose failures have another form.
 */
export function expectDocumented(
  method: string,
  path: string,
  { status, headers }: Pick<Response, "status" | "headers">,
  text: string,
): void {
  const [bare = ""] = path.split("?");
  const operation = documentedOperation(method, bare);
  const isJson = headers.get("content-type") === "application/json";
  if (operation === undefined || operation.wording !== undefined || !isJson) return;
  const flaw = flawOf(operation, status, text);
  if (flaw !== null) throw new Error(`${operation.id}, ${status}: ${flaw}\n${text.slice(0, 500)}`);
}

function flawOf(operation: Operation, status: number, text: string): string | null {
  if (status === operation.emptyAnswer?.status) return text === "" ? null : "a body";
  const other = operation.others?.[status]?.content["application/json"];
  const schema = status === 200 ? operation.answer["application/json"] : failureEnvelope;
  const schemas = [schema, other].filter((one): one is z.ZodType => one !== undefined);
  const body = JSON.parse(text);
  const parsed = schemas.map((one) => one.safeParse(body));
  if (!parsed.some(({ success }) => success))
    return parsed[0]?.error === undefined ? null : z.prettifyError(parsed[0].error);
  const code = status === 200 ? undefined : body.error.code;
  if (typeof code !== "string") return null;
  const isTold = failuresOf(operation).some((one) => one === code && FAILURES[one][0] === status);
  return isTold ? null : `${code} is not among its failures`;
}
