// Answers that the front gives itself, in the same form as the service.

import { randomUUID } from "node:crypto";
import { failure, retryAfterOf, statusOf } from "../../../src/contract/answers.ts";
import type { VaultError } from "../../../src/core/errors.ts";

/** No cell can take the request now, or its cell ended while it was handled. */
export const UNAVAILABLE: VaultError = { code: "unavailable" };

/** An answer: status, headers, body. */
export type OwnAnswer = { status: number; headers: Record<string, string>; body: string };

/** An answer with this JSON body. */
export function ownAnswer(status: number, body: object): OwnAnswer {
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-request-id": randomUUID(),
  };
  return { status, headers, body: JSON.stringify(body) };
}

/** The answer for a failure. */
export function refusal(error: VaultError): OwnAnswer {
  const answer = ownAnswer(statusOf(error), failure(error));
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== null) answer.headers["retry-after"] = String(retryAfter);
  return answer;
}

/** The bytes of an "unavailable" answer to a request of this method; they close the connection. */
export function lastUnavailable(method: string): Buffer {
  const { status, headers, body } = refusal(UNAVAILABLE);
  const fields = { ...headers, connection: "close", "content-length": Buffer.byteLength(body) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const shown = method === "HEAD" ? "" : body;
  return Buffer.from(`HTTP/1.1 ${status} Service Unavailable\r\n${lines.join("")}\r\n${shown}`);
}
