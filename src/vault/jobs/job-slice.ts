// What a slice of a job is given, and how it fails.
import type { ErrorCode } from "../../core/errors.ts";
import type { Masker } from "../mappings/masker.ts";
import type { Unmasker } from "../mappings/unmasker.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobAudit } from "./job-audit.ts";
import type { JobEnds } from "./job-ends.ts";
import type { JobPurger } from "./job-purger.ts";
import type { JobRules } from "./job-rules.ts";
import type { UntouchedResults } from "./results.ts";
import type { JobMeta, SealedJob } from "./sealed-job.ts";

/** What slices of jobs work with. */
export interface JobParts extends NamespaceBase {
  readonly masker: Masker;
  readonly unmasker: Unmasker;
  readonly rules: JobRules;
  readonly purger: JobPurger;
  readonly ends: JobEnds;
  readonly untouched: UntouchedResults;
  readonly jobAudit: JobAudit;
}

/** A job that has its turn, and what opens its parts. */
export interface OpenJob {
  readonly job: JobRow;
  readonly sealedJob: SealedJob;
  readonly meta: JobMeta;
}

/**
 * A step of a job could not be done. Of a submission nothing stays; a slice is tried again, and its job ends with this
 * code when it gives up.
 */
export class StepFailed extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.name = "StepFailed";
    this.code = code;
  }
}

/** An item that cannot be done, now or later: the job ends with its failure. */
export class ItemFailed extends Error {
  readonly code: ErrorCode;
  /** Position in the slice. */
  readonly index: number;

  constructor({ code, index }: { readonly code: ErrorCode; readonly index: number }) {
    super(code);
    this.name = "ItemFailed";
    this.code = code;
    this.index = index;
  }
}
