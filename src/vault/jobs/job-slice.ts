// What a slice of a job is given, what it gives, and how it fails.
import type { ErrorCode } from "../../core/errors.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobMeta, SealedJob } from "./sealed-job.ts";

/** A job that has its turn, and what opens its parts. */
export interface OpenJob {
  readonly job: JobRow;
  readonly sealedJob: SealedJob;
  readonly meta: JobMeta;
}

/** What came of a chunk. */
export interface DoneChunk {
  readonly items: number;
  /** What is stored: the outcomes as JSON texts joined by commas. */
  readonly outcomes: Uint8Array<ArrayBuffer>;
  /**
   * Bytes of what a reader is given, without brackets and never too few, told where it is made, so that an answer can
   * be bounded without reading it. Blanks and unknown members of what was sent may count.
   */
  readonly answerBytes: number;
  /** The mappings both depend on. */
  readonly mappingIds: readonly number[];
}

/** A slice could not be done now; the job tries again and ends with this code when it gives up. */
export class SliceFailed extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.name = "SliceFailed";
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
