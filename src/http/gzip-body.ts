// Reads bodies in gzip; the limit is on their decompressed size, because a few kilobytes may expand to gigabytes.
import type { Context } from "hono";
import { yieldBefore } from "../platform/yield-to-callers.ts";
import type { BodyHold } from "./body-holds.ts";
import { type HttpEnv, Refusal } from "./handler.ts";

/**
 * Bytes decompressed at a time; each expands to at most 1,032 (RFC 1951), so 4 MiB come before the next size check. The
 * runtime's stream takes whatever is written and keeps all that comes of it: more may be written only when that was read.
 */
const STEP_BYTES = 4 * 1024;
/** Decompressed bytes that are read at a time, and the cost of both with what is done with them (core/steps.ts). */
const PART_BYTES = 64 * 1024;
const COST_OF_PART = 1;

/**
 * Whether the body is in gzip. Refuses with `encoded_body`: any other coding but `identity`, several codings, and gzip where
 * the operation does not take it (RFC 9110, section 8.4: a list of codings; letter case does not matter).
 */
export function isGzip(c: Context<HttpEnv>, takesGzip: boolean): boolean {
  const listed = c.req.header("content-encoding")?.toLowerCase().split(",") ?? [];
  const codings = listed
    .map((coding) => coding.trim())
    .filter((coding) => !/^(identity)?$/.test(coding));
  if (codings.length === 0) return false;
  if (!takesGzip || codings.join() !== "gzip") throw new Refusal({ code: "encoded_body" });
  return true;
}

/**
 * Decompresses a body of one gzip member (RFC 1952), to at most `limit` bytes; their memory is held beside the body's own.
 * Refuses with `payload_too_large`, `overloaded`, and `invalid_gzip`: damaged, cut off, or followed by other data.
 */
export async function decompressed(
  body: Uint8Array<ArrayBuffer>,
  limit: number,
  hold: BodyHold,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(0);
  let filled = 0;
  for await (const part of decompressedParts([body])) {
    const end = filled + part.length;
    if (end > limit) throw new Refusal({ code: "payload_too_large", detail: String(limit) });
    if (end > bytes.length) {
      const size = Math.min(2 * end, limit);
      if (!(await hold.take(body.length + size))) throw new Refusal({ code: "overloaded" });
      const larger = new Uint8Array(size);
      larger.set(bytes.subarray(0, filled));
      bytes = larger;
    }
    bytes.set(part, filled);
    filled = end;
  }
  hold.buffer = bytes.buffer;
  return bytes.subarray(0, filled);
}

/**
 * Decompresses a body part by part, and lets others run in between; each part is overwritten by the next. Refuses with
 * `invalid_gzip` as `decompressed` does; throws what the parts throw.
 */
export async function* decompressedParts(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream("gzip");
  const reader = readable.getReader({ mode: "byob" });
  const writer = writable.getWriter();
  let buffer = new Uint8Array(PART_BYTES);
  let reading: ReturnType<typeof reader.read<Uint8Array<ArrayBuffer>>> | null = null;
  try {
    for await (const step of stepsOf(parts)) {
      await (step === null ? writer.close() : writer.write(step)).catch(refuse);
      // A part that is not full is the last one of this step, unless it was waited for before.
      for (let hasMore = true; hasMore; ) {
        await yieldBefore(COST_OF_PART);
        const waited = reading !== null;
        reading ??= reader.read(buffer);
        const read = await (step === null ? reading : ifAtOnce(reading)).catch(refuse);
        if (read === null) break;
        reading = null;
        const { done, value } = read;
        if (done || value === undefined) return;
        yield value;
        hasMore = step === null || waited || value.length === PART_BYTES;
        buffer = new Uint8Array(value.buffer);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function refuse(): never {
  throw new Refusal({ code: "invalid_gzip" });
}

/** The parts in steps, each a copy; at last null. */
async function* stepsOf(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += STEP_BYTES) yield part.slice(at, at + STEP_BYTES);
  }
  yield null;
}

/** What a read gives, or null when nothing is there to be read. */
function ifAtOnce<T>(reading: Promise<T>): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>();
  // A timer fires only after all that is ready.
  const timer = setTimeout(() => resolve(null), 0);
  reading.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
