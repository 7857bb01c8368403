// Digests of many values end to end in one array. Pure.

/** Bytes of a digest. Statements that take digests apart have the number in them. */
export const DIGEST_BYTES = 16;

/** Digests from one place up to another, in place. */
export function digestsBetween(
  digests: Uint8Array<ArrayBuffer>,
  from: number,
  to: number,
): Uint8Array<ArrayBuffer> {
  return digests.subarray(DIGEST_BYTES * from, DIGEST_BYTES * to);
}

/** The digests at some places, copied, in the order of the places. */
export function digestsAt(digests: Uint8Array, places: readonly number[]): Uint8Array<ArrayBuffer> {
  const copied = new Uint8Array(DIGEST_BYTES * places.length);
  for (let i = 0; i < places.length; i++) {
    const from = DIGEST_BYTES * (places[i] as number);
    const to = DIGEST_BYTES * i;
    for (let b = 0; b < DIGEST_BYTES; b++) copied[to + b] = digests[from + b] as number;
  }
  return copied;
}

/** The first 32 bits of each digest, as a number. */
export function prefixesOf(digests: Uint8Array): number[] {
  const prefixes: number[] = [];
  for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
    let prefix = 0;
    for (let b = at; b < at + 4; b++) prefix = prefix * 256 + (digests[b] as number);
    prefixes.push(prefix);
  }
  return prefixes;
}
