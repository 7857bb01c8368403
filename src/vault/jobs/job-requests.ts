// Repeated submissions: the same Idempotency-Key and body mean the same job. A keyed digest of the Idempotency-Key is stored
// as long as the job's row. A digest of the body is sealed in the job's meta, under the job's own key, so it becomes
// unreadable together with the job's data.
import { hex } from "../../core/ids.ts";
import { err, ok } from "../../core/result.ts";
import type { JobSubmission, PayloadEnd } from "../job-rpc.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import { SealedJob } from "./sealed-job.ts";

/** Digest of an Idempotency-Key; null for a submission without one. */
export type RequestDigest = Uint8Array<ArrayBuffer> | null;

/** Finds the jobs of one namespace by the Idempotency-Keys of their submissions. */
export class JobRequests extends NamespacePart {
  /** Digests (hex) of the keys whose submissions are arriving. */
  readonly #underWay = new Set<string>();

  /** Keyed digest of user id and Idempotency-Key, so that equal keys of two users differ. Null without a key. */
  async digestOf({ userId }: Caller, { requestKey }: JobSubmission): Promise<RequestDigest> {
    if (requestKey === undefined) return null;
    const text = JSON.stringify([userId, requestKey]);
    return this.parts.keyring.digest("job-request", text);
  }

  /**
   * Tracking id of the job made by an earlier submission with this key. Fails with `idempotency_key_reused` when its kind or
   * body was another, `idempotency_key_spent` when the job's data is gone, so that the bodies cannot be compared.
   */
  async jobOf(
    digest: RequestDigest,
    { kind }: JobSubmission,
    end: PayloadEnd,
  ): Promise<Reply<string>> {
    const { jobs, jobRequests } = this.parts;
    const serial = digest === null ? null : jobRequests.find(digest);
    const job = serial === null ? null : jobs.find(serial);
    const sealedJob = job === null ? null : await SealedJob.of(job, this.parts);
    if (job === null || job.meta === null || sealedJob === null) {
      return err({ code: "idempotency_key_spent" });
    }
    const { bodyDigest } = await sealedJob.openMeta(job.meta);
    const isSame = job.kind === kind && bodyDigest === end.bodyDigest;
    return isSame ? ok(job.tracking_id) : err({ code: "idempotency_key_reused" });
  }

  /** Note that a submission is arriving. After "begun" the caller must call `end`; "known": its key has made a job. */
  begin(digest: RequestDigest): "begun" | "under way" | "known" {
    if (digest === null) return "begun";
    const name = hex(digest);
    if (this.#underWay.has(name)) return "under way";
    if (this.parts.jobRequests.find(digest) !== null) return "known";
    this.#underWay.add(name);
    return "begun";
  }

  /** Note that the submission has arrived or failed. */
  end(digest: RequestDigest): void {
    if (digest !== null) this.#underWay.delete(hex(digest));
  }
}
