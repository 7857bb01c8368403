// Results to responses: the only file that writes a status.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { failure, retryAfterOf, statusOf, success } from "../contract/answers.ts";
import type { VaultError } from "../core/errors.ts";
import type { HttpEnv } from "./types.ts";

/** 200 with `data` in the envelope; `beside` goes next to it. */
export function respond(c: Context<HttpEnv>, data: unknown, beside: object = {}): Response {
  return c.json({ ...success(data), ...beside });
}

/** A failure in the envelope, with its status and headers. */
export function refuse(c: Context<HttpEnv>, error: VaultError): Response {
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== null) c.header("Retry-After", String(retryAfter));
  if (statusOf(error) === 401) c.header("WWW-Authenticate", "Bearer");
  return c.json(failure(error), statusOf(error) as ContentfulStatusCode);
}
