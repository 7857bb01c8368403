// Randomness as an argument: pure functions are given a source and never use the platform's.

/** Returns `length` fresh random bytes. */
export type RandomSource = (length: number) => Uint8Array<ArrayBuffer>;
