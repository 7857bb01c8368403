// Hashes of words and features. Whole numbers of 32 bits only: equal on every machine.

/** Where every hash begins (FNV-1a's offset basis). */
export const HASH_START = 0x811c9dc5 | 0;

/** Add a number to a hash (FNV-1a's step, over whole numbers instead of bytes). */
export function addToHash(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}

/** Spread a hash over all its 32 bits (the finalizer of MurmurHash3, public domain). */
export function spread(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
