// Many short stretches of bytes that stand end to end in one array. A view of each takes some 100 bytes of heap, and is one
// more thing to make and to collect; bench/NOTES.md has what that cost. Pure.

/** Stretches of one array, from its beginning on. */
export interface Pieces {
  /** Those of all, and nothing else. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each begins, 0 first, and one more: where the last ends. */
  readonly starts: ArrayLike<number>;
}

/** Arrays as pieces; not copied when they stand end to end in one buffer. */
export function piecesOf(arrays: readonly Uint8Array<ArrayBuffer>[]): Pieces {
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

/** A view of each piece. */
export function viewsOf({ bytes, starts }: Pieces): Uint8Array<ArrayBuffer>[] {
  const views: Uint8Array<ArrayBuffer>[] = [];
  for (let i = 0; i + 1 < starts.length; i++) views.push(bytes.subarray(starts[i], starts[i + 1]));
  return views;
}

/** Pieces from one up to another, in place. */
export function piecesBetween({ bytes, starts }: Pieces, from: number, to: number): Pieces {
  const [first = 0, last = 0] = [starts[from], starts[to]];
  if (from === 0 && to === starts.length - 1) return { bytes, starts };
  const own: number[] = [];
  for (let i = from; i <= to; i++) own.push((starts[i] as number) - first);
  return { bytes: bytes.subarray(first, last), starts: own };
}

/** The pieces at some places, copied, in the order of the places. */
export function piecesAt({ bytes, starts }: Pieces, places: ArrayLike<number>): Pieces {
  const own = [0];
  let length = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    length += (starts[place + 1] as number) - (starts[place] as number);
    own.push(length);
  }
  const copied = new Uint8Array(length);
  for (let i = 0; i < places.length; i++) {
    const from = starts[places[i] as number] as number;
    const to = own[i] as number;
    const end = own[i + 1] as number;
    // Byte by byte: most are short, and a view of each would take longer.
    for (let at = to; at < end; at++) copied[at] = bytes[from + at - to] as number;
  }
  return { bytes: copied, starts: own };
}

/** Lists of pieces, one behind the other. */
export function joined(lists: readonly Pieces[]): Pieces {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only;
  const starts = [0];
  let before = 0;
  for (const list of lists) {
    for (let i = 1; i < list.starts.length; i++) starts.push(before + (list.starts[i] as number));
    before += list.bytes.length;
  }
  return { bytes: piecesOf(lists.map(({ bytes }) => bytes)).bytes, starts };
}

const NO_BYTES = new Uint8Array(0);
