// Many short byte slices end to end in one array, and digests, which all have one length. One view per slice would take some
// 100 bytes of heap each and add work for the garbage collector; docs/performance.md has the measured cost. Pure.

const NO_BYTES = new Uint8Array(0);

/** Slices that fill one array from its first byte to its last. */
export interface ByteSlices {
  /** The bytes of all slices, and nothing else. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each slice begins, starting with 0; one more entry says where the last one ends. */
  readonly starts: ArrayLike<number>;
}

/** Arrays as slices; copied only when they do not already lie end to end in one buffer. */
export function byteSlicesOf(arrays: readonly Uint8Array<ArrayBuffer>[]): ByteSlices {
  const { buffer, byteOffset } = arrays[0] ?? NO_BYTES;
  const starts = [0];
  let length = 0;
  let isInPlace = true;
  for (const array of arrays) {
    isInPlace &&= array.buffer === buffer && array.byteOffset === byteOffset + length;
    length += array.length;
    starts.push(length);
  }
  if (isInPlace) return { bytes: new Uint8Array(buffer, byteOffset, length), starts };
  const bytes = new Uint8Array(length);
  for (let i = 0; i < arrays.length; i++) bytes.set(arrays[i] as Uint8Array, starts[i]);
  return { bytes, starts };
}

/** A view of each slice. */
export function viewsOf({ bytes, starts }: ByteSlices): Uint8Array<ArrayBuffer>[] {
  const views: Uint8Array<ArrayBuffer>[] = [];
  for (let i = 0; i + 1 < starts.length; i++) views.push(bytes.subarray(starts[i], starts[i + 1]));
  return views;
}

/** The slices with index `from` up to, but without, `to`; not copied. */
export function slicesBetween({ bytes, starts }: ByteSlices, from: number, to: number): ByteSlices {
  const [first = 0, last = 0] = [starts[from], starts[to]];
  if (from === 0 && to === starts.length - 1) return { bytes, starts };
  const own: number[] = [];
  for (let i = from; i <= to; i++) own.push((starts[i] as number) - first);
  return { bytes: bytes.subarray(first, last), starts: own };
}

/** The slices with these indexes, in this order; copied. */
export function slicesAt({ bytes, starts }: ByteSlices, indexes: ArrayLike<number>): ByteSlices {
  const own = [0];
  let length = 0;
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i] as number;
    length += (starts[index + 1] as number) - (starts[index] as number);
    own.push(length);
  }
  const copied = new Uint8Array(length);
  for (let i = 0; i < indexes.length; i++) {
    const from = starts[indexes[i] as number] as number;
    const to = own[i] as number;
    const end = own[i + 1] as number;
    // Byte by byte: most slices are short, and making a view of each would take longer.
    for (let at = to; at < end; at++) copied[at] = bytes[from + at - to] as number;
  }
  return { bytes: copied, starts: own };
}

/** Several lists of slices joined into one. */
export function joinedSlices(lists: readonly ByteSlices[]): ByteSlices {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only;
  const starts = [0];
  let before = 0;
  for (const list of lists) {
    for (let i = 1; i < list.starts.length; i++) starts.push(before + (list.starts[i] as number));
    before += list.bytes.length;
  }
  return { bytes: byteSlicesOf(lists.map(({ bytes }) => bytes)).bytes, starts };
}

/** Length of a digest. SQL statements that take digests apart have this number written into them. */
export const DIGEST_BYTES = 16;

/** The digests with index `from` up to, but without, `to`; not copied. */
export function digestsBetween(
  digests: Uint8Array<ArrayBuffer>,
  from: number,
  to: number,
): Uint8Array<ArrayBuffer> {
  return digests.subarray(DIGEST_BYTES * from, DIGEST_BYTES * to);
}

/** The digests with these indexes, in this order; copied. */
export function digestsAt(
  digests: Uint8Array,
  indexes: readonly number[],
): Uint8Array<ArrayBuffer> {
  const copied = new Uint8Array(DIGEST_BYTES * indexes.length);
  for (let i = 0; i < indexes.length; i++) {
    const from = DIGEST_BYTES * (indexes[i] as number);
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
