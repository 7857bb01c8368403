// Sends one request to a cell over its socket.

import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "../cli/node-http.ts";
import { RESTART_PATIENCE_MS, RETRY_MS } from "../serve/front.ts";
import { type OwnAnswer, refusal, UNAVAILABLE } from "./answers.ts";

/** A request that was received completely. */
export type Question = {
  method: string;
  headers: IncomingHttpHeaders;
  url: string;
  body: Buffer;
  /** Ends the request, also while the cell answers. The answer is then "unavailable". */
  signal?: AbortSignal;
};

/** Headers about one connection, or about how a body is sent (RFC 9110, section 7.6.1). */
const OF_A_CONNECTION = [
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "expect",
];
/** Errors raised before anything was sent: the cell may be restarting. */
const IS_DOWN = new Set(["ECONNREFUSED", "ENOENT"]);

/** Send a request to a cell, waiting for a cell that restarts. Answers "unavailable" when the cell fails or stays down. */
export async function ask(
  socketPath: string,
  question: Question,
  patienceMs = RESTART_PATIENCE_MS,
): Promise<OwnAnswer> {
  for (const deadline = performance.now() + patienceMs; ; ) {
    try {
      return await askOnce(socketPath, question);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (!IS_DOWN.has(code) || performance.now() > deadline) return refusal(UNAVAILABLE);
      await sleep(RETRY_MS);
    }
  }
}

function askOnce(socketPath: string, question: Question): Promise<OwnAnswer> {
  const { method, url, body, signal } = question;
  const headers = { ...without(question.headers), "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    const outgoing = request({
      ...{ socketPath, agent: false, method, path: url, headers },
      ...(signal && { signal }),
    });
    outgoing.on("error", reject).once("response", (answer) => {
      text(answer).then((said) => {
        resolve({ status: answer.statusCode ?? 502, headers: without(answer.headers), body: said });
      }, reject);
    });
    outgoing.end(body);
  });
}

function without(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
