// Reads bodies in gzip; the limit is on their decompressed size, because a few kilobytes may expand to gigabytes.
import type { Context } from "hono";
import type { BodyHold } from "./body-holds.ts";
import { type HttpEnv, Refusal } from "./handler.ts";

/** Bytes decompressed at a time; each expands to at most 1,032 (RFC 1951), so 4 MiB come before the next size check. */
const STEP_BYTES = 4 * 1024;

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

/** Decompresses a body part by part. Refuses with `invalid_gzip` as `decompressed` does; throws what the parts throw. */
export async function* decompressedParts(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream("gzip");
  const reader = readable.getReader();
  let failure: unknown = new Refusal({ code: "invalid_gzip" });
  const writer = writable.getWriter();
  const writing = writeSteps(parts, writer, (error) => {
    failure = error;
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
  } catch {
    throw failure;
  } finally {
    await reader.cancel().catch(() => undefined);
    await writing;
  }
}

/** Never fails: the reader learns of errors here through the stream. `failed` is called with an error of the parts. */
async function writeSteps(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  failed: (error: unknown) => void,
): Promise<void> {
  let isWriting = false;
  try {
    for await (const part of parts) {
      isWriting = true;
      for (let at = 0; at < part.length; at += STEP_BYTES) {
        await writer.write(part.slice(at, at + STEP_BYTES));
      }
      isWriting = false;
    }
    isWriting = true;
    await writer.close();
  } catch (error) {
    if (!isWriting) failed(error);
    await writer.abort(error).catch(() => undefined);
  }
}
