// Accepts background jobs. The payload arrives as a byte stream and is stored sealed, chunk by chunk. Until the last byte is
// stored the job is RECEIVING, which no caller can see; it becomes PENDING in one step and is acknowledged only then.

import type { VaultError } from "../../core/errors.ts";
import { newTrackingId } from "../../core/ids.ts";
import { FEW_OPEN_JOBS, MAX_OPEN_JOBS, MAX_OPEN_JOBS_FOR_FEW } from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import type { FrameHead } from "../../jobs/payload-frames.ts";
import { isStepFull } from "../../jobs/slice.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { JobSubmission, PayloadEnd } from "../job-rpc.ts";
import type { TokensIssued } from "../keys/tokens-issued.ts";
import type { Unmasker } from "../mappings/unmasker.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Policies } from "../policies/policies.ts";
import type { Caller, Reply } from "../rpc.ts";
import type { JobPart } from "../store/job-chunks.ts";
import type { JobPurger } from "./job-purger.ts";
import { JobRequests, type RequestDigest } from "./job-requests.ts";
import { StepFailed } from "./job-slice.ts";
import { PayloadReader } from "./payload-reader.ts";
import { chunkBytes, type JobMeta, SealedJob } from "./sealed-job.ts";

interface Parts extends NamespaceBase {
  readonly tokens: TokensIssued;
  readonly policies: Policies;
  readonly purger: JobPurger;
  readonly unmasker: Unmasker;
}

/** A submission, who sent it, and the digest of its Idempotency-Key. */
interface RequestedJob {
  readonly caller: Caller;
  readonly submission: JobSubmission;
  readonly request: RequestDigest;
}

interface StoredPayload {
  readonly items: number;
  readonly chunks: number;
  /** For each chunk, the number of items before it. */
  readonly starts: readonly number[];
  readonly end: PayloadEnd;
}

/** What can be prepared for a job's policy before the policy is looked up at acceptance. */
interface SubmittedPolicy {
  /** Digest of the policy's name; null for the default policy. */
  readonly nameDigest: Uint8Array<ArrayBuffer> | null;
  /** Wrapped key for placeholders; null for an unmask job. */
  readonly placeholderKey: Uint8Array<ArrayBuffer> | null;
}

/** Accepts jobs of one namespace. */
export class JobIntake extends NamespacePart<Parts> {
  readonly #requests: JobRequests;
  #nextSerial: number;

  constructor(parts: Parts) {
    super(parts);
    this.#requests = new JobRequests(parts);
    this.#nextSerial = parts.jobs.nextSerial();
  }

  /** Store a submission as a PENDING job, unless its Idempotency-Key has made one already. Gives the job's tracking id. */
  async submit(
    caller: Caller,
    submission: JobSubmission,
    stream: ReadableStream<Uint8Array>,
  ): Promise<Reply<string>> {
    const requests = this.#requests;
    const payload = new PayloadReader(stream, this.parts);
    const request = await requests.digestOf(caller, submission);
    const begun = requests.begin(request);
    if (begun !== "begun") {
      const end = await payload.skip();
      if (begun === "under way") return err({ code: "submission_under_way" });
      return end.refusal ? err(end.refusal) : requests.jobOf(request, submission, end);
    }
    return this.#receive({ caller, submission, request }, payload).finally(() =>
      requests.end(request),
    );
  }

  async #receive(requested: RequestedJob, payload: PayloadReader): Promise<Reply<string>> {
    const { caller, submission } = requested;
    const { jobs, purger, keyring, random, clock, unmasker } = this.parts;
    const serial = this.#nextSerial++;
    const submitted = clock();
    const trackingId = newTrackingId(random, submitted);
    const submitter = await keyring.digest("user", caller.userId);
    const { key, wrapped } = await keyring.newKeyOf("job", serial);
    const sealedJob = new SealedJob(serial, key, this.parts);
    const policy = await this.#policyOf(submission, serial);
    // Checked without an await before `receive`, so that two submissions cannot both take the last place.
    const heldBack = submission.kind === "unmask" ? unmasker.brakes.refusal(caller) : null;
    const refusal = heldBack ? { code: heldBack } : this.#refusal(caller, policy, submitter);
    if (refusal !== null) {
      const end = await payload.skip();
      return err(end.refusal ?? refusal);
    }
    const { kind } = submission;
    jobs.receive({ serial, trackingId, kind, submitter, jobKey: wrapped, submitted });
    try {
      const { end, items, chunks, starts } = await this.#storePayload(serial, sealedJob, payload);
      if (end.refusal !== undefined) {
        purger.abandon(serial);
        return err(end.refusal);
      }
      const meta = await sealedJob.sealMeta(metaOf(caller, submission, { end, starts }));
      if (TEST_BUILD) await failpoint("submit.stored");
      const stored = { meta, items, chunks, due: submitted };
      this.#accept(serial, requested, policy, stored);
    } catch (error) {
      purger.abandon(serial);
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
   * Make the job PENDING with its policy's current version, in one step: a policy change answered before this step applies
   * to the job, a later one does not. If any write fails, the job stays RECEIVING, and only such a job may be abandoned.
   * Throws `StepFailed` when the policy was deleted or the token revoked meanwhile.
   */
  #accept(
    serial: number,
    { caller, submission: { kind, partial, callback }, request }: RequestedJob,
    { nameDigest, placeholderKey }: SubmittedPolicy,
    stored: Omit<Parameters<NamespaceBase["jobs"]["accept"]>[1], "policy">,
  ): void {
    const { storage, jobs, jobRequests, jobCallbacks, jobKeys, policies, limiter } = this.parts;
    if (!this.parts.tokens.isActive(caller.tokenId)) throw new StepFailed("unauthenticated");
    const current = policies.current(nameDigest);
    if (!current.ok) throw new StepFailed("policy_unknown");
    // An unmask job reads only `partial` from its policy, and only when the submission leaves it open.
    const policy = kind === "mask" || partial === null ? current.value : null;
    storage.transactionSync(() => {
      jobs.accept(serial, { ...stored, policy });
      if (request !== null) jobRequests.add(serial, request);
      if (callback !== undefined) jobCallbacks.add(serial, callback, stored.due);
      if (placeholderKey !== null && policy !== null) {
        jobKeys.addPlaceholderKey(serial, placeholderKey);
      }
      limiter.charge(caller, { values: stored.items });
    });
  }

  #refusal(
    caller: Caller,
    policy: SubmittedPolicy,
    submitter: Uint8Array<ArrayBuffer>,
  ): VaultError | null {
    const { capacity, policies, limiter } = this.parts;
    if (!policies.current(policy.nameDigest).ok) return { code: "policy_unknown" };
    if (!this.#hasRoom(submitter)) return { code: "too_many_jobs" };
    // The number of items is known only at the payload's end, and charged there.
    const { waitSeconds } = limiter.take(caller, { values: 0 });
    if (waitSeconds > 0) return { code: "rate_limited", detail: String(waitSeconds) };
    // `#storePayload` checks the room for each step.
    return capacity.couldFit(0) ? null : { code: "storage_full" };
  }

  /** Whether the user may have another open job. One user may fill all places except those kept for users with few jobs. */
  #hasRoom(submitter: Uint8Array<ArrayBuffer>): boolean {
    const { jobs } = this.parts;
    const open = jobs.countOpen();
    if (open < MAX_OPEN_JOBS) return true;
    return open < MAX_OPEN_JOBS_FOR_FEW && jobs.countOpen(submitter) < FEW_OPEN_JOBS;
  }

  /** Store the payload up to its end. Throws `StepFailed` with `storage_full` when there is no room for more. */
  async #storePayload(
    serial: number,
    sealedJob: SealedJob,
    payload: PayloadReader,
  ): Promise<StoredPayload> {
    const starts: number[] = [];
    let items = 0;
    for (let head = await payload.next(); head !== null; ) {
      if (starts.length > 0) await yieldToCallers();
      const sealed: { part: JobPart; number: number; bytes: Uint8Array<ArrayBuffer> }[] = [];
      const seal = async (part: JobPart, length: number): Promise<void> => {
        const number = starts.length;
        const bytes = await sealedJob.sealChunk(part, number, await payload.read(length));
        sealed.push({ part, number, bytes });
      };
      const step = { chunks: 0, bytes: 0 };
      while (head !== null && !isStepFull(step)) {
        const { bytes, flawBytes }: FrameHead = head;
        await seal("payload", bytes);
        if (flawBytes > 0) await seal("flaws", flawBytes);
        starts.push(items);
        items += head.items;
        step.chunks += 1;
        step.bytes += bytes + flawBytes;
        head = await payload.next();
      }
      const length = sealed.reduce((sum, { bytes }) => sum + chunkBytes(bytes, []), 0);
      if (!this.parts.capacity.fits(length)) {
        if (head !== null) await payload.read(head.bytes + head.flawBytes);
        if (head !== null) await payload.skip();
        throw new StepFailed("storage_full");
      }
      // All writes of a step run without an await between them, so that they share one commit.
      for (const { part, number, bytes } of sealed) {
        this.parts.chunks.add(serial, part, number, bytes, null);
      }
    }
    return { items, chunks: starts.length, starts, end: payload.end };
  }
}

function metaOf(
  { tokenId, brakes }: Caller,
  submission: JobSubmission,
  { end, starts }: Pick<StoredPayload, "end" | "starts">,
): JobMeta {
  const { kind, policyName: __, callback: ___, requestKey: ____, ...options } = submission;
  const isHeldBack = kind === "unmask" && brakes !== undefined;
  return {
    ...options,
    ...end,
    ...(options.goesOn ? { starts } : {}),
    ...(isHeldBack ? { heldBack: { tokenId, brakes } } : {}),
  };
}
