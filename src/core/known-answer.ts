// A part of a self-test: a computation whose answer is known beforehand. platform/self-test.ts runs them.

/** A computation whose answer is known beforehand. */
export interface KnownAnswer {
  /** What is tested, for the log and for the operator. */
  readonly name: string;
  /** Whether the known answer came out; throwing counts as false. */
  isCorrect(): Promise<boolean>;
}

/** Whether two byte arrays are equal. For test vectors only: it takes less time the sooner they differ. */
export function areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
