// The header that tells that a request is sent again: the same key and body, the same work.
import type { Context } from "hono";
import { hex } from "../core/ids.ts";
import { type HttpEnv, Refusal } from "./handler.ts";

const IDEMPOTENCY_KEY = "Idempotency-Key";
const MAX_KEY_LENGTH = 255;

/** The caller's key, letters that a header may have; undefined where it is not there: nothing tells then. */
export function readIdempotencyKey(c: Context<HttpEnv>): string | undefined {
  const key = c.req.header(IDEMPOTENCY_KEY);
  if (key === undefined) return undefined;
  const isSound = /^[\x20-\x7e]+$/.test(key) && key.length <= MAX_KEY_LENGTH;
  if (!isSound) throw new Refusal({ code: "invalid_field", detail: IDEMPOTENCY_KEY });
  return key;
}

/** SHA-256 of what was asked, as JSON: tells whether a request is the same as before. */
export async function requestDigestOf(asked: object): Promise<Uint8Array> {
  const text = new TextEncoder().encode(JSON.stringify(asked));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text));
}

/** SHA-256 in hex, which tells whether a body is the same as before. */
export async function bodyDigestOf(bytes: BufferSource): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
