// What the front itself answers, in the service's own words.

import { randomUUID } from "node:crypto";
import { failure, retryAfterOf, statusOf } from "../../../src/contract/answers.ts";
import type { VaultError } from "../../../src/core/errors.ts";

/** For whom there is no cell now, or whose cell has gone with the request. */
export const UNAVAILABLE: VaultError = { code: "unavailable" };

/** An answer: status, headers, body. */
export type OwnAnswer = { status: number; headers: Record<string, string>; body: string };

/** An answer with this body. */
export function ownAnswer(status: number, body: object): OwnAnswer {
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-request-id": randomUUID(),
  };
  return { status, headers, body: JSON.stringify(body) };
}

/** A failure. */
export function refusal(error: VaultError): OwnAnswer {
  const answer = ownAnswer(statusOf(error), failure(error));
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== null) answer.headers["retry-after"] = String(retryAfter);
  return answer;
}

/** That the cell is unavailable, as the bytes that answer a request of this method, the last on its connection. */
export function lastUnavailable(method: string): Buffer {
  const { status, headers, body } = refusal(UNAVAILABLE);
  const fields = { ...headers, connection: "close", "content-length": Buffer.byteLength(body) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const shown = method === "HEAD" ? "" : body;
  return Buffer.from(`HTTP/1.1 ${status} Service Unavailable\r\n${lines.join("")}\r\n${shown}`);
}
