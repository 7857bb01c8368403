// Reads a submission in one go, for tests that are not about yielding.
import type { VaultError } from "../../src/core/errors.ts";
import type { Result } from "../../src/core/result.ts";
import { type Submission, submissionSteps } from "../../src/http/jobs/submission.ts";
import type { JobSubmission } from "../../src/vault/job-rpc.ts";

/** Read a whole body without yielding. */
export function readAtOnce(
  bytes: Uint8Array<ArrayBuffer>,
  kind: JobSubmission["kind"],
): Result<Submission, VaultError> {
  const steps = submissionSteps(bytes, kind);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
