// The parameters of a job's slice, and its errors.
import type { ErrorCode } from "../../core/errors.ts";
import type { Masker } from "../mappings/masker.ts";
import type { Unmasker } from "../mappings/unmasker.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobAudit } from "./job-audit.ts";
import type { JobEnds } from "./job-ends.ts";
import type { JobPurger } from "./job-purger.ts";
import type { JobRules } from "./job-rules.ts";
import type { LivingResults } from "./results.ts";
import type { JobMeta, SealedJob } from "./sealed-job.ts";

/** The parts of a namespace that slices of jobs use. */
export interface JobParts extends NamespaceBase {
  readonly masker: Masker;
  readonly unmasker: Unmasker;
  readonly rules: JobRules;
  readonly purger: JobPurger;
  readonly ends: JobEnds;
  readonly livingResults: LivingResults;
  readonly jobAudit: JobAudit;
}

/** A job whose slice runs now, with its meta and the means to open its chunks. */
export interface OpenJob {
  readonly job: JobRow;
  readonly sealedJob: SealedJob;
  readonly meta: JobMeta;
}

/** A step failed: a submission is dropped, a slice tried again until the job ends with this code. */
export class StepFailed extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.name = "StepFailed";
    this.code = code;
  }
}

/** An item failed, and would fail again: the job ends FAILED with this code. */
export class ItemFailed extends Error {
  readonly code: ErrorCode;
  readonly index: number;

  constructor({ code, index }: { readonly code: ErrorCode; readonly index: number }) {
    super(code);
    this.name = "ItemFailed";
    this.code = code;
    this.index = index;
  }
}
