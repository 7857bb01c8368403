// Expected outcomes as plain objects: they survive RPC, where a thrown error loses its type.

/** A success with its value, or a failure with its reason. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };

/** Wrap a success. */
export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

/** Wrap a failure. */
export function err<E>(error: E): { ok: false; error: E } {
  return { ok: false, error };
}
