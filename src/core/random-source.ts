// Randomness as an argument: pure rules are given it and never take it from the platform.

/** Gives `length` fresh random bytes. */
export type RandomSource = (length: number) => Uint8Array<ArrayBuffer>;
