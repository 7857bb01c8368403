// Why a slice of a job was not done: now, or for good.
import type { ErrorCode } from "../../core/errors.ts";

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
