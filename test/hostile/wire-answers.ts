// What the fuzzer (wire.test.ts) sends, and what is wrong with an answer.

import { Agent, request as httpRequest } from "node:http";
import { LINES } from "./wire-lines.ts";
import type { WireRequest } from "./wire-requests.ts";

/** Cases that are under way at once. */
export const WIDTH = 4;

/** Failures that are the service's own decision, each with Retry-After but for the full namespace. */
const DELIBERATE = [
  ...["overloaded", "busy", "policy_changed", "too_many_namespaces", "storage_full"],
  "namespace_being_deleted",
];

/** The runtime refuses a longer target (path and query, in bytes) before the Worker sees anything of the request. */
export const LONGEST_TARGET = 65_534;

const agent = new Agent({ keepAlive: true, maxSockets: WIDTH });

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Send a request to a service; rejects when the connection breaks, unless the answer is a stream. */
export function play(
  url: string,
  { method, path, bearer, type, encoding, body }: WireRequest,
): Promise<Answer> {
  const headers = {
    ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    ...(type === null ? {} : { "content-type": type }),
    ...(encoding === null ? {} : { "content-encoding": encoding }),
    ...(body === null ? {} : { "content-length": String(body.length) }),
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}${path}`, { method, headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      );
      // A stream of plain text has no other way to say that it failed.
      const mayBeCut = path.endsWith("/stream");
      answer.once("error", (error) => {
        if (mayBeCut) resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
        else reject(error);
      });
    });
    sent.once("error", reject);
    sent.end(body ?? undefined);
  });
}

/** True for an answer to an agent; what is wrong with HTTP is answered as elsewhere. */
function isRpc(status: number, text: string): boolean {
  if (status === 202) return text === "";
  if (status !== 200 && status !== 400) return false;
  const { jsonrpc, result, error } = (parsed(text) ?? {}) as Record<string, unknown>;
  return jsonrpc === "2.0" && (result === undefined) !== (error === undefined);
}

/** What is wrong with an answer, or null. */
export function flawOf(
  { path, type }: WireRequest,
  { status, headers, text }: Answer,
): string | null {
  if (path.length > LONGEST_TARGET) {
    return status === 414 && text === "URI too long" ? null : "not refused by the runtime";
  }
  if (headers["x-request-id"] === undefined) return "no request id";
  if (headers["cache-control"] !== "no-store") return "a cache may keep it";
  const hasNoEnvelope =
    /^\/(\.well-known\/|docs\b|openapi\.json\b|metrics\b)|\/stream$|\/audit-export(\?|$)/.test(
      path,
    );
  if (hasNoEnvelope && status === 200) return null;
  const envelope = parsed(text);
  if (path === "/mcp" && isRpc(status, text)) return null;
  if (path.startsWith("/beta/") && status === 200) return parsed(text)?.action ? null : "no action";
  const { data, success, error } = envelope ?? {};
  const mayRetry = status === 429 || status === 503;
  const isHasty = mayRetry && headers["retry-after"] === undefined;
  if (path.startsWith("/llm/")) {
    if (status === 200) return null;
    if (typeof error?.message !== "string") return "no words of the API";
    if (status >= 500 && !DELIBERATE.includes(error.code ?? "")) return "a failure of the service";
    return isHasty ? "no Retry-After" : null;
  }
  if (typeof error?.message !== "string") return "no envelope";
  if (success !== (status === 200) || (status !== 200 && data !== null)) return "half a failure";
  if (status === 200) return error.message === "" ? null : "a message with a success";
  if (!/^[a-z][a-z0-9_]+$/.test(error.code ?? "")) return "no code";
  // The object closed behind an erasure while it read lines, which cannot be read again (docs/jobs.md).
  const isCut = type === LINES && path.includes("mask/async") && error.code === "unavailable";
  const isDeliberate = isCut || DELIBERATE.includes(error.code ?? "");
  if (status >= 500 && !isDeliberate) return "a failure of the service";
  return isHasty ? "no Retry-After" : null;
}

/** A text of JSON, or null. */
// biome-ignore lint/suspicious/noExplicitAny: whatever came.
export function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
