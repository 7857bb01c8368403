// The envelope of every answer.

/** What `error` holds: an empty message on success. */
export interface WireError {
  readonly message: string;
  /** Stable machine-readable code of a failure. */
  readonly code?: string;
  /** 0-based position of the offending item. */
  readonly item_index?: number;
}

/** Envelope of every answer. */
export interface Envelope<T> {
  readonly data: T | null;
  readonly success: boolean;
  readonly error: WireError;
}

/** Envelope of a success. */
export function success<T>(data: T): Envelope<T> {
  return { data, success: true, error: { message: "" } };
}
