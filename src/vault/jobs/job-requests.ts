// Submissions that are sent again: the same Idempotency-Key and body mean the same job. The key is kept as a keyed digest as
// long as the job's row; a digest of the body is sealed with what else is known of the job, under the job's own key, so it
// goes with the job's data, whatever makes that go.
import { hex } from "../../core/ids.ts";
import { err, ok } from "../../core/result.ts";
import { digestIn } from "../../crypto/digest.ts";
import type { JobSubmission, PayloadEnd } from "../job-rpc.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import { SealedJob } from "./sealed-job.ts";

/** Digest of a key, null of a submission that has none. */
export type RequestDigest = Uint8Array<ArrayBuffer> | null;

/** Knows the submissions of one namespace that have an Idempotency-Key. */
export class JobRequests extends NamespacePart {
  /** Digests of those that are arriving. */
  readonly #underWay = new Set<string>();

  /** What a user's key is known by: another user's is another one. */
  async digestOf({ userId }: Caller, { requestKey }: JobSubmission): Promise<RequestDigest> {
    if (requestKey === undefined) return null;
    const text = JSON.stringify([userId, requestKey]);
    return digestIn(await this.parts.keyring.digestKey(), "job-request", text);
  }

  /**
   * The tracking id of the job that a submission has made before. Fails with `idempotency_key_reused` when that was another
   * body, `idempotency_key_spent` when nobody can tell any more.
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

  /** A submission begins to arrive, and `end` has to follow, unless another with its key does or has made a job. */
  begin(digest: RequestDigest): "begun" | "under way" | "known" {
    if (digest === null) return "begun";
    const name = hex(digest);
    if (this.#underWay.has(name)) return "under way";
    if (this.parts.jobRequests.find(digest) !== null) return "known";
    this.#underWay.add(name);
    return "begun";
  }

  /** It has arrived, or never will. */
  end(digest: RequestDigest): void {
    if (digest !== null) this.#underWay.delete(hex(digest));
  }
}
