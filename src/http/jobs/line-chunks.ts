// Cuts a body of lines into chunks of a job as it arrives; memory holds one chunk and the line after it.
import { MAX_ASYNC_ITEM_BYTES } from "../../core/limits.ts";
import { fitsChunk, MAX_CHUNK_BYTES } from "../../jobs/slice.ts";
import type { JobSubmission } from "../../vault/job-rpc.ts";
import type { StreamedBody } from "../body-parts.ts";
import { Refusal } from "../handler.ts";

const LINE_BREAK = 10;
/** A line longer than a chunk is held several times: as bytes, as text, parsed, and as a frame for the object. */
const HOLD_FACTOR = 4;

/**
 * Whole lines that are stored together, including blank ones; each chunk is overwritten by the next. Fails as the body's
 * parts do; and with a `Refusal` of `item_too_large` after the lines before that item.
 */
export async function* lineChunks(
  body: StreamedBody,
  kind: JobSubmission["kind"],
): AsyncGenerator<Uint8Array> {
  let buffer = new Uint8Array(2 * MAX_CHUNK_BYTES);
  // The buffer's filled bytes, bytes searched for line breaks, end of the last whole line, and lines of the chunk.
  let [filled, seen, end, lines] = [0, 0, 0, 0];
  for await (const part of body.parts) {
    buffer = await roomFor(filled + part.length, buffer, body);
    buffer.set(part, filled);
    filled += part.length;
    let start = 0;
    for (; seen < filled; seen++) {
      if (buffer[seen] !== LINE_BREAK) continue;
      const bytes = seen + 1 - end;
      if (!fitsChunk(kind, { items: lines, bytes: end - start }, bytes)) {
        yield buffer.subarray(start, end);
        [start, lines] = [end, 0];
      }
      if (bytes > MAX_ASYNC_ITEM_BYTES) break;
      lines += 1;
      end = seen + 1;
    }
    if (filled - end > MAX_ASYNC_ITEM_BYTES) {
      yield buffer.subarray(start, end);
      throw new Refusal({ code: "item_too_large" });
    }
    buffer.copyWithin(0, start, filled);
    [filled, seen, end] = [filled - start, seen - start, end - start];
  }
  if (filled === 0) return;
  if (!fitsChunk(kind, { items: lines, bytes: end }, filled - end)) {
    yield buffer.subarray(0, end);
    yield buffer.subarray(end, filled);
  } else yield buffer.subarray(0, filled);
}

/** The buffer if it has room, or a larger one with the same content. */
async function roomFor(
  bytes: number,
  buffer: Uint8Array<ArrayBuffer>,
  { holdMore }: StreamedBody,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes <= buffer.length) return buffer;
  await holdMore(HOLD_FACTOR * 2 * bytes);
  const larger = new Uint8Array(2 * bytes);
  larger.set(buffer);
  return larger;
}
