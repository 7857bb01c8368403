// The one source of randomness; tests pass their own.
import type { RandomSource } from "../core/random-source.ts";

/** `crypto.getRandomValues`, which fills at most 65,536 bytes a call. */
export const systemRandom: RandomSource = (length) => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, Math.min(length, at + 65_536)));
  }
  return bytes;
};
