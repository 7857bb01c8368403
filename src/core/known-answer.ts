// What a self-test is made of: something whose answer is known beforehand. platform/self-test.ts makes the tests.

/** Something with an answer that is known beforehand. */
export interface KnownAnswer {
  /** What is tested, for the log and the operator. */
  readonly name: string;
  /** True when the known answer came out. Throwing counts as false. */
  comesOut(): Promise<boolean>;
}

/** True when two lists of bytes are the same. For test vectors: it takes less time the sooner they differ. */
export function areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
