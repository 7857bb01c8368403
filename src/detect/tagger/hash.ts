// Hashes of words and features, and their slots in the tables of the model. Integers of 32 bits only: equal on every
// machine.

/** Start of every hash (FNV-1a's offset basis). */
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

// Slots of hashes, in a table without collisions ("hash, displace": Belazzougui, Botelho and Dietzfelbinger 2009): each
// bucket has a number that moves its hashes to slots that no other hash has. A lookup is one step without a search, and the
// tables are used in place in the model's file.

/** Bits of a bucket's number: the upper ones of a hash, so that the bucket in a slot identifies the hash. */
export const BUCKET_BITS = 16;

/** Number of buckets. */
export const BUCKETS = 2 ** BUCKET_BITS;

/** Size of a table: bits of its hashes, and number of slots (a power of two). */
export interface Placement {
  readonly hashBits: number;
  readonly slots: number;
}

/** Bucket of a hash. */
export function bucketOf(hash: number, { hashBits }: Placement): number {
  return hash >>> (hashBits - BUCKET_BITS);
}

/** Slot of a hash whose bucket is moved by `moved`. */
export function slotOf(hash: number, moved: number, { slots }: Placement): number {
  return (hash ^ moved) & (slots - 1);
}
