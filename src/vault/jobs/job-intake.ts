// Accepts a background job: its payload arrives as a byte stream and is stored sealed, chunk by
// chunk. Until the last byte is stored the job is RECEIVING, which nobody can see; it becomes
// PENDING in one step, and only then is it acknowledged.

import type { ErrorCode } from "../../core/errors.ts";
import { newTrackingId } from "../../core/ids.ts";
import { FEW_OPEN_JOBS, MAX_OPEN_JOBS, MAX_OPEN_JOBS_FOR_FEW } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import { digestIn } from "../../crypto/digest.ts";
import { isStepFull, MAX_CHUNK_BYTES } from "../../jobs/slice.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { JobSubmission, SubmittedChunk } from "../job-rpc.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Policies } from "../policies/policies.ts";
import type { Caller, Reply } from "../rpc.ts";
import type { JobPart } from "../store/job-chunks.ts";
import type { JobRequests, RequestDigest } from "./job-requests.ts";
import { StepFailed } from "./job-slice.ts";
import { chunkBytes, type JobMeta, SealedJob } from "./sealed-job.ts";

interface Parts extends NamespaceBase {
  readonly policies: Policies;
  readonly requests: JobRequests;
}

/** A submission, and the digest of its Idempotency-Key. */
interface Requested {
  readonly submission: JobSubmission;
  readonly request: RequestDigest;
}

/** Bytes read at a time of what is not kept. */
const SKIPPED_BYTES = 65_536;

/** What has to be made for a job's policy before it is known which one it is. */
interface SubmittedPolicy {
  /** Of the policy it names; null for the default one. */
  readonly nameDigest: Uint8Array<ArrayBuffer> | null;
  /** Wrapped; null where nothing is masked. */
  readonly placeholderKey: Uint8Array<ArrayBuffer> | null;
}

/** Accepts jobs of one namespace. */
export class JobIntake extends NamespacePart<Parts> {
  #nextSerial: number;

  constructor(parts: Parts) {
    super(parts);
    this.#nextSerial = parts.jobs.nextSerial();
  }

  /** Store a submission and make it PENDING, unless it is one that is sent again. Gives the job's tracking id. */
  async submit(
    caller: Caller,
    submission: JobSubmission,
    payload: ReadableStream<Uint8Array>,
  ): Promise<Reply<string>> {
    const { requests } = this.parts;
    const request = await requests.digestOf(caller, submission);
    const begun = requests.begin(request);
    if (begun !== "begun") {
      await passOver(payload);
      if (begun === "under way") return err({ code: "submission_under_way" });
      return requests.jobOf(request, submission);
    }
    return this.#receive(caller, { submission, request }, payload).finally(() =>
      requests.end(request),
    );
  }

  async #receive(
    caller: Caller,
    { submission, request }: Requested,
    payload: ReadableStream<Uint8Array>,
  ): Promise<Reply<string>> {
    const { jobs, chunks, keyring, random, clock } = this.parts;
    const serial = this.#nextSerial++;
    const submitted = clock();
    const trackingId = newTrackingId(random, submitted);
    const submitter = await digestIn(await keyring.digestKey(), "user", caller.userId);
    const { key, wrapped } = await keyring.newJobKey(serial);
    const sealedJob = new SealedJob(serial, key, this.parts);
    const policy = await this.#policyOf(submission, serial);
    // Looked at in the same step that takes the place, so that no two take the last one.
    const refusal = this.#refusal(submission, policy, submitter);
    if (refusal !== null) {
      await passOver(payload);
      return err({ code: refusal });
    }
    const meta = metaOf(submission);
    const { kind } = submission;
    jobs.receive({ serial, trackingId, kind, submitter, jobKey: wrapped, submitted });
    try {
      await this.#storePayload(serial, sealedJob, submission, payload);
      const sealedMeta = await sealedJob.sealMeta(meta);
      if (TEST_BUILD) await failpoint("submit.stored");
      this.#accept(serial, { submission, request }, policy, { meta: sealedMeta, due: submitted });
    } catch (error) {
      chunks.deletePart(serial, "payload");
      chunks.deletePart(serial, "flaws");
      jobs.remove(serial);
      if (error instanceof StepFailed) return err({ code: error.code });
      throw error;
    }
    return ok(trackingId);
  }

  async #policyOf({ kind, policyName }: JobSubmission, serial: number): Promise<SubmittedPolicy> {
    const { policies, keyring } = this.parts;
    const nameDigest = await policies.nameDigest(policyName);
    const isMask = kind === "mask";
    return { nameDigest, placeholderKey: isMask ? await keyring.newPlaceholderKey(serial) : null };
  }

  /**
   * PENDING, with the policy as it is now. In one step: a change that is answered later does not touch
   * the job, one that was answered before does.
   */
  #accept(
    serial: number,
    { submission: { kind, chunks, partial, callback }, request }: Requested,
    { nameDigest, placeholderKey }: SubmittedPolicy,
    stored: { readonly meta: Uint8Array<ArrayBuffer>; readonly due: number },
  ): void {
    const { storage, jobs, jobRequests, jobCallbacks, jobKeys, policies } = this.parts;
    const current = policies.current(nameDigest);
    if (!current.ok) throw new StepFailed("policy_unknown");
    const items = chunks.reduce((sum, chunk) => sum + chunk.items, 0);
    // Unmasking looks only at what a policy says of `partial`.
    const policy = kind === "mask" || partial === null ? current.value : null;
    storage.transactionSync(() => {
      jobs.accept(serial, { ...stored, items, chunks: chunks.length, policy });
      if (request !== null) jobRequests.add(serial, request);
      if (callback !== undefined) jobCallbacks.add(serial, callback, stored.due);
      if (placeholderKey !== null && policy !== null) {
        jobKeys.addPlaceholderKey(serial, placeholderKey);
      }
    });
  }

  #refusal(
    submission: JobSubmission,
    policy: SubmittedPolicy,
    submitter: Uint8Array<ArrayBuffer>,
  ): ErrorCode | null {
    const { capacity, policies } = this.parts;
    if (!policies.current(policy.nameDigest).ok) return "policy_unknown";
    if (!this.#hasPlace(submitter)) return "too_many_jobs";
    // Counted again chunk by chunk: others write while this payload arrives.
    const bytes = submission.chunks.reduce(
      (sum, chunk) => sum + chunk.bytes + flawBytesOf(chunk),
      0,
    );
    return capacity.couldFit(bytes) ? null : "storage_full";
  }

  /** One user may take all places when nobody else wants any, but not those that are kept for the others. */
  #hasPlace(submitter: Uint8Array<ArrayBuffer>): boolean {
    const { jobs } = this.parts;
    const open = jobs.countOpen();
    if (open < MAX_OPEN_JOBS) return true;
    return open < MAX_OPEN_JOBS_FOR_FEW && jobs.countOpen(submitter) < FEW_OPEN_JOBS;
  }

  async #storePayload(
    serial: number,
    sealedJob: SealedJob,
    submission: JobSubmission,
    payload: ReadableStream<Uint8Array>,
  ): Promise<void> {
    const reader = new ExactReader(payload);
    const { chunks } = submission;
    for (let from = 0; from < chunks.length; ) {
      if (from > 0) await yieldToCallers();
      const sealed: { part: JobPart; number: number; bytes: Uint8Array<ArrayBuffer> }[] = [];
      const seal = async (part: JobPart, number: number, length: number): Promise<void> => {
        const bytes = await sealedJob.sealChunk(part, number, await reader.read(length));
        sealed.push({ part, number, bytes });
      };
      const step = { chunks: 0, bytes: 0 };
      for (let at = from; at < chunks.length && !isStepFull(step); at++) {
        const chunk = chunks[at] as SubmittedChunk;
        await seal("payload", at, chunk.bytes);
        const flawBytes = flawBytesOf(chunk);
        if (flawBytes > 0) await seal("flaws", at, flawBytes);
        step.chunks += 1;
        step.bytes += chunk.bytes + flawBytes;
      }
      const length = sealed.reduce((sum, { bytes }) => sum + chunkBytes(bytes, []), 0);
      if (!this.parts.capacity.fits(length)) {
        await reader.skip();
        throw new StepFailed("storage_full");
      }
      // Together, so that they have one commit.
      for (const { part, number, bytes } of sealed) {
        this.parts.chunks.add(serial, part, number, bytes, null);
      }
      from += step.chunks;
    }
    await reader.end();
  }
}

/** Read to its end: cancelling makes the runtime log an exception of its own. */
async function passOver(payload: ReadableStream<Uint8Array>): Promise<void> {
  for await (const _ of payload);
}

function metaOf(submission: JobSubmission): JobMeta {
  const { kind: _, policyName: __, callback: ___, request, chunks, ...options } = submission;
  return {
    ...options,
    ...(options.goesOn ? { starts: startsOf(chunks) } : {}),
    ...(request === undefined ? {} : { bodyDigest: request.bodyDigest }),
  };
}

function flawBytesOf({ flawBytes = 0 }: SubmittedChunk): number {
  return flawBytes;
}

/** How many items are before each chunk. */
function startsOf(chunks: readonly SubmittedChunk[]): number[] {
  let start = 0;
  return chunks.map(({ items }) => {
    start += items;
    return start - items;
  });
}

/** Reads a stream in pieces of exactly the lengths asked for, each into the memory of the one before. */
class ExactReader {
  readonly #reader: ReadableStreamBYOBReader;
  #buffer = new ArrayBuffer(MAX_CHUNK_BYTES);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader({ mode: "byob" });
  }

  /** Read past the end. Throws when there is more. */
  async end(): Promise<void> {
    const { done } = await this.#reader.read(new Uint8Array(1));
    if (!done) throw new Error("payload is longer than its chunks");
    this.#reader.releaseLock();
  }

  /** Read the rest and forget it. */
  async skip(): Promise<void> {
    while (!(await this.#reader.read(new Uint8Array(SKIPPED_BYTES))).done);
    this.#reader.releaseLock();
  }

  /** The next `length` bytes, there until more is read. Throws when the stream ends before. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#buffer.byteLength < length) this.#buffer = new ArrayBuffer(length);
    const { value } = await this.#reader.readAtLeast(
      length,
      new Uint8Array(this.#buffer, 0, length),
    );
    if (value?.length !== length) throw new Error("payload ended early");
    this.#buffer = value.buffer;
    return value;
  }
}
