// A submission line by line (NDJSON): each line is an item, read, checked and sent on as it arrives; memory holds one chunk
// and the line after it. A line that is not JSON refuses the whole submission; other flaws of items are noted as in
// submission.ts.
import type { VaultError } from "../../core/errors.ts";
import { hex } from "../../core/ids.ts";
import { MAX_ASYNC_ITEM_BYTES, MAX_STREAMED_ITEMS } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import { endFrameOf, frameOf } from "../../jobs/payload-frames.ts";
import { fitsChunk, MAX_CHUNK_BYTES } from "../../jobs/slice.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import type { JobSubmission, PayloadEnd } from "../../vault/job-rpc.ts";
import { decodeText, parseJson } from "../body.ts";
import type { StreamedBody } from "../body-parts.ts";
import { Refusal } from "../handler.ts";
import type { ItemChecks } from "./item-checks.ts";
import { MAX_ITEM_DEPTH } from "./split-list.ts";
import { COST_OF_64_KIB } from "./submission.ts";

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

/** A submission as known before its first line. */
interface Lines {
  readonly kind: JobSubmission["kind"];
  readonly body: StreamedBody;
  readonly checks: ItemChecks;
  /** Digests everything that is sent, if wanted: first `head`, which counts as sent, then the lines. */
  readonly digest: DigestStream | null;
  readonly head: string;
}

/** The payload as a byte stream of frames for RPC. It never fails: its last frame tells what is wrong with the body. */
export function linesStream(lines: Lines): ReadableStream<Uint8Array> {
  const frames = framesOf(lines);
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const { done, value } = await frames.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await frames.return(undefined);
    },
  });
}

async function* framesOf(lines: Lines): AsyncGenerator<Uint8Array, undefined> {
  const { kind, body, checks, digest, head } = lines;
  const writer = digest?.getWriter() ?? null;
  try {
    await writer?.write(new TextEncoder().encode(`${head}\n`));
    for await (const chunk of lineChunks(body, kind)) {
      await writer?.write(chunk.slice());
      const frame = await inStretches(checkedFrame(chunk, checks));
      if (!frame.ok) throw new Refusal(frame.error);
      if (frame.value !== null) yield frame.value;
    }
    if (checks.items === 0 || (checks.areAllEmpty && kind === "unmask")) {
      throw new Refusal({ code: "empty_payload" });
    }
    await writer?.close();
    const bodyDigest =
      digest === null ? {} : { bodyDigest: hex(new Uint8Array(await digest.digest)) };
    yield endFrameOf({ itemError: checks.itemError, ...bodyDigest } satisfies PayloadEnd);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield endFrameOf({ itemError: null, refusal: withIndex(error.failure, checks.items) });
  }
}

/** Adds the index of the next item to a failure that is about it. */
function withIndex(failure: VaultError, index: number): VaultError {
  return failure.code === "item_too_large" ? { ...failure, index } : failure;
}

/** The frame of some lines; null when all are blank. Lines are parsed one by one, so that only whole ones pass. */
function* checkedFrame(
  chunk: Uint8Array,
  checks: ItemChecks,
): Steps<Result<Uint8Array | null, VaultError>> {
  yield costOfLetters(chunk.length, COST_OF_64_KIB);
  const text = decodeText(chunk);
  if (!text.ok) return text;
  const lines = text.value.split("\n").filter((line) => !/^[ \t\r]*$/.test(line));
  if (lines.length === 0) return ok(null);
  if (checks.items + lines.length > MAX_STREAMED_ITEMS) {
    return err({ code: "too_many_items", detail: String(MAX_STREAMED_ITEMS) });
  }
  const items: unknown[] = [];
  for (const line of lines) {
    const parsed = parseJson(line, MAX_ITEM_DEPTH);
    if (!parsed.ok) return err({ ...parsed.error, index: checks.items + items.length });
    items.push(parsed.value);
  }
  return ok(frameOf(lines.length, new TextEncoder().encode(lines.join(",")), checks.check(items)));
}
