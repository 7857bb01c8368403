// Where hashes lie in a table without collisions ("hash, displace": Belazzougui, Botelho and
// Dietzfelbinger 2009): the hashes of a bucket are moved by the bucket's own number to slots that no other
// hash has. A lookup is one step without a search, and the tables are used as they lie in the model's file.

/** Bits that number the buckets: a hash's upper ones, so that a slot tells by its bucket whose it is. */
export const BUCKET_BITS = 16;

/** Number of buckets. */
export const BUCKETS = 2 ** BUCKET_BITS;

/** Hashes of so many bits, in a table of so many slots (a power of two). */
export interface Placement {
  readonly hashBits: number;
  readonly slots: number;
}

/** Bucket of a hash. */
export function bucketOf(hash: number, { hashBits }: Placement): number {
  return hash >>> (hashBits - BUCKET_BITS);
}

/** BatchEntry of a hash in a bucket that is moved by `moved`. */
export function slotOf(hash: number, moved: number, { slots }: Placement): number {
  return (hash ^ moved) & (slots - 1);
}
