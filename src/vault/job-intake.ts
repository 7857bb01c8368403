// Accepts a background job: its payload arrives as a byte stream and is stored sealed, slice by
// slice. Until the last byte is stored the job is RECEIVING, which nobody can see; it becomes
// PENDING in one step, and only then is it acknowledged.
import type { Clock } from "../core/clock.ts";
import type { ErrorCode } from "../core/errors.ts";
import { newTrackingId } from "../core/ids.ts";
import { MAX_OPEN_JOBS } from "../core/limits.ts";
import type { RandomSource } from "../core/random.ts";
import { err, ok } from "../core/result.ts";
import { digestIn } from "../crypto/blind-index.ts";
import type { ContextMaker } from "../crypto/context.ts";
import type { Capacity } from "./capacity.ts";
import { chunkBytes, JobBox } from "./job-box.ts";
import type { Keyring } from "./keyring.ts";
import type { Caller, JobSubmission, Reply } from "./rpc.ts";
import type { JobChunkStore } from "./store/job-chunks.ts";
import type { JobStore } from "./store/jobs.ts";
import type { Turns } from "./turns.ts";

interface Parts {
  readonly jobs: JobStore;
  readonly chunks: JobChunkStore;
  readonly keyring: Keyring;
  readonly context: ContextMaker;
  readonly random: RandomSource;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly capacity: Capacity;
}

/** The payload does not fit; nothing of it stays. */
class PayloadRefused extends Error {}

/** Accepts jobs of one namespace. */
export class JobIntake {
  readonly #parts: Parts;
  #nextSerial: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    // Whatever was being received when the object went away was never acknowledged.
    parts.jobs.dropReceiving();
    this.#nextSerial = parts.jobs.nextSerial();
  }

  /** Store a submission and make it PENDING. Gives its tracking id. */
  async submit(
    caller: Caller,
    submission: JobSubmission,
    payload: ReadableStream<Uint8Array>,
  ): Promise<Reply<string>> {
    const { jobs, chunks, keyring, random, clock } = this.#parts;
    const serial = this.#nextSerial++;
    const submitted = clock();
    const trackingId = newTrackingId(random, submitted);
    const submitter = await digestIn(await keyring.digestKey(), "user", caller.userId);
    const { key, wrapped } = await keyring.newJobKey(serial);
    const box = new JobBox({ serial, key }, chunks, this.#parts.context, random);
    // Looked at in the same step that takes the place, so that no two take the last one.
    const refusal = this.#refusal(submission);
    if (refusal !== null) {
      // Read to its end: cancelling makes the runtime log an exception of its own.
      for await (const _ of payload);
      return err({ code: refusal });
    }
    const { kind } = submission;
    jobs.receive({ serial, trackingId, kind, submitter, jobKey: wrapped, submitted });
    try {
      await this.#storePayload(serial, box, submission, payload);
      const { rest, keepKnownTokens, strict, partial, itemError } = submission;
      const meta = await box.sealMeta({ rest, keepKnownTokens, strict, partial, itemError });
      const items = submission.slices.reduce((sum, slice) => sum + slice.items, 0);
      const turn = this.#parts.turns.next();
      jobs.accept(serial, { meta, items, chunks: submission.slices.length, due: submitted, turn });
    } catch (error) {
      chunks.deletePart(serial, "payload");
      jobs.remove(serial);
      if (error instanceof PayloadRefused) return err({ code: "storage_full" });
      throw error;
    }
    return ok(trackingId);
  }

  #refusal(submission: JobSubmission): ErrorCode | null {
    const { jobs, capacity } = this.#parts;
    if (jobs.countOpen() >= MAX_OPEN_JOBS) return "too_many_jobs";
    // Counted again chunk by chunk: others write while this payload arrives.
    const bytes = submission.slices.reduce((sum, slice) => sum + slice.bytes, 0);
    return capacity.couldFit(bytes) ? null : "storage_full";
  }

  async #storePayload(
    serial: number,
    box: JobBox,
    submission: JobSubmission,
    payload: ReadableStream<Uint8Array>,
  ): Promise<void> {
    const reader = new ExactReader(payload);
    for (const [number, slice] of submission.slices.entries()) {
      const bytes = await reader.read(slice.bytes);
      const sealed = await box.sealChunk("payload", number, bytes);
      if (!this.#parts.capacity.fits(chunkBytes(sealed, []))) {
        await reader.skip();
        throw new PayloadRefused();
      }
      this.#parts.chunks.add(serial, "payload", number, sealed, null);
    }
    await reader.end();
  }
}

/** Reads a stream in pieces of exactly the lengths asked for. */
class ExactReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Read past the end. Throws when there is more. */
  async end(): Promise<void> {
    const { done } = await this.#reader.read();
    if (!done || this.#held.length > 0) throw new Error("payload is longer than its slices");
    this.#reader.releaseLock();
  }

  /** Read the rest and forget it. */
  async skip(): Promise<void> {
    while (!(await this.#reader.read()).done);
    this.#reader.releaseLock();
  }

  /** The next `length` bytes. Throws when the stream ends before. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      if (this.#held.length === 0) {
        const { done, value } = await this.#reader.read();
        if (done) throw new Error("payload ended early");
        this.#held = value;
      }
      const part = this.#held.subarray(0, length - filled);
      bytes.set(part, filled);
      filled += part.length;
      this.#held = this.#held.subarray(part.length);
    }
    return bytes;
  }
}
