// The Idempotency-Key header marks a repeated request: the same key and body mean the same work.
import type { Context } from "hono";
import { hex } from "../core/ids.ts";
import { type HttpEnv, Refusal } from "./handler.ts";

const IDEMPOTENCY_KEY = "Idempotency-Key";
const MAX_KEY_LENGTH = 255;

/** The caller's key, in printable ASCII; undefined when absent: then repeated requests are not recognized. */
export function readIdempotencyKey(c: Context<HttpEnv>): string | undefined {
  const key = c.req.header(IDEMPOTENCY_KEY);
  if (key === undefined) return undefined;
  const isSound = /^[\x20-\x7e]+$/.test(key) && key.length <= MAX_KEY_LENGTH;
  if (!isSound) throw new Refusal({ code: "invalid_field", detail: IDEMPOTENCY_KEY });
  return key;
}

/** SHA-256 of a request as JSON: tells whether it is the same as an earlier one. */
export async function requestDigestOf(asked: object): Promise<Uint8Array> {
  const text = new TextEncoder().encode(JSON.stringify(asked));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text));
}

/** SHA-256 of a body in hex: tells whether it is the same as an earlier one. */
export async function bodyDigestOf(bytes: BufferSource): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
