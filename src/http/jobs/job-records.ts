// Streams the answer of async-status part by part: records are small, but their inputs and results are fetched from the
// object chunk by chunk, as fast as the client reads them.

import { jobMessageOf } from "../../contract/answers.ts";
import type { JobRecord } from "../../contract/responses/jobs.ts";
import { wireTimestamp } from "../../core/time.ts";
import { yieldBefore } from "../../platform/yield-to-callers.ts";
import type { JobChunk, JobView } from "../../vault/job-rpc.ts";

/** Fetches a chunk of an input or a result; throws when it is not available. */
type FetchChunk = (chunk: JobChunk) => Promise<Uint8Array>;

/** Bytes that are fetched before the first is sent: most answers in full. */
const BUFFERED_BYTES = 256 * 1024;
/** Cost of opening, rendering and sending a chunk at most, in the unit of core/steps.ts. */
const CHUNK_COST = 5;
/** Letters that are sent as one text, if no chunk comes before; and the cost of that many records of 400 letters. */
const TEXT_LETTERS = 32 * 1024;
const TEXT_COST = 2;

/** The answer as a stream; null: unknown id. Throws what `fetchChunk` throws, until the first byte is sent. */
export async function answerStream(
  trackingIds: readonly string[],
  jobs: readonly (JobView | null)[],
  fetchChunk: FetchChunk,
): Promise<ReadableStream<Uint8Array>> {
  return streamOf(answerParts(trackingIds, jobs), fetchChunk);
}

/** Texts and series of chunks as a stream. Throws as `answerStream` does. */
export async function streamOf(
  parts: Iterable<Part>,
  fetchChunk: FetchChunk,
): Promise<ReadableStream<Uint8Array>> {
  const bytes = answerBytes(parts, fetchChunk);
  const buffered: Uint8Array[] = [];
  let next = await bytes.next();
  for (let size = 0; !next.done && size < BUFFERED_BYTES; next = await bytes.next()) {
    buffered.push(next.value);
    size += next.value.length;
  }
  if (!next.done) buffered.push(next.value);
  // Written as one: each write is work, and between two of them nobody else has a turn.
  const begin = await new Blob(buffered as Uint8Array<ArrayBuffer>[]).bytes();
  const { readable, writable } = new IdentityTransformStream();
  // A failure in the middle (a job is purged while it is read) cuts off the answer, so no reader takes it for complete.
  const writer = writable.getWriter();
  writeAll(begin, bytes, writer).catch((error) => writer.abort(error).catch(() => undefined));
  return readable;
}

async function writeAll(
  begin: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  await writer.write(begin);
  for await (const bytes of rest) await writer.write(bytes);
  await writer.close();
}

/** A text; or chunks from number `from` (default 0) up to `chunks`, joined by commas unless they are lines. */
type Part =
  | string
  | (Omit<JobChunk, "number"> & { readonly chunks: number; readonly from?: number });

async function* answerBytes(
  parts: Iterable<Part>,
  fetchChunk: FetchChunk,
): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += part;
      if (text.length < TEXT_LETTERS) continue;
      await yieldBefore(TEXT_COST);
      yield encoder.encode(text);
      text = "";
      continue;
    }
    const { chunks, from = 0, ...chunk } = part;
    for (let number = from; number < chunks; number++) {
      if (number > from && chunk.asLines !== true) text += ",";
      if (text !== "") yield encoder.encode(text);
      text = "";
      // While the client reads fast, nothing else here yields to other callers: neither cryptography nor calls to the
      // object.
      await yieldBefore(CHUNK_COST);
      yield await fetchChunk({ ...chunk, number });
    }
  }
  if (text !== "") yield encoder.encode(text);
}

function* answerParts(
  trackingIds: readonly string[],
  jobs: readonly (JobView | null)[],
): Generator<Part> {
  yield '{"data":[';
  for (const [i, trackingId] of trackingIds.entries()) {
    if (i > 0) yield ",";
    yield* recordParts(trackingId, jobs[i] ?? null);
  }
  yield '],"success":true,"error":{"message":""}}';
}

/** A record: its known members first, then its input and result as they are fetched. */
function* recordParts(trackingId: string, job: JobView | null): Generator<Part> {
  const record = job === null ? unknownRecord(trackingId) : recordOf(job);
  yield `${JSON.stringify(record).slice(0, -1)},"input_payload":`;
  if (job !== null && job.input !== null) {
    yield `{"${job.kind}":[`;
    yield { trackingId, part: "input", chunks: job.input };
    yield `]${restOf(job)}}`;
  } else {
    yield "null";
  }
  yield ',"result":';
  if (job !== null && job.result !== null) {
    yield "[";
    yield { trackingId, part: "result", chunks: job.result };
    yield "]";
  } else {
    yield "null";
  }
  yield "}";
}

function restOf(job: JobView): string {
  const members = (job.rest ?? "{}").slice(1, -1);
  return members === "" ? "" : `,${members}`;
}

/** A job's record without the streamed members. */
export function recordOf(job: JobView): JobRecord {
  const at = (ms: number | null): string | null => (ms === null ? null : wireTimestamp(ms));
  return {
    tracking_id: job.trackingId,
    call_type: job.kind,
    error_msg: job.error === null ? null : jobMessageOf(job.error),
    submitted_time: wireTimestamp(job.submitted),
    process_start_time: at(job.started),
    completed_time: at(job.finished),
    // Callers of the API that this one follows know FAILED as an end.
    status: job.state === "CANCELLED" ? "FAILED" : job.state,
    error_code: job.error?.code ?? null,
    error_item_index: job.error?.index ?? null,
    progress: { done: job.doneItems, total: job.items },
    expires_at: at(job.expires),
  };
}

/** The record of an id that names no job of this namespace, in an answer with others that do. */
function unknownRecord(trackingId: string): JobRecord {
  return {
    tracking_id: trackingId,
    call_type: null,
    error_msg: "Invalid tracking_id",
    submitted_time: null,
    process_start_time: null,
    completed_time: null,
    status: "FAILED",
    error_code: "tracking_id_unknown",
    error_item_index: null,
    progress: null,
    expires_at: null,
  };
}
