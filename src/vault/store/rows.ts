// JSON parameters that stand for many rows. A statement takes at most 100 parameters and each must
// stay under 2 MB, so lists travel as one JSON text and long lists in several statements.

/** Rows one statement handles. */
const MAX_ROWS_PER_STATEMENT = 2_000;
/** Bytes of one packed parameter, well under the platform's 2 MB. */
const MAX_PARAMETER_BYTES = 1_500_000;

/** Bits of a packed (offset, length) number that hold the length. */
const LENGTH_SPAN = 2 ** 17;

/** Blobs laid end to end, with one number a blob that says where it is (see UNPACK). */
export interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `offset * 2^17 + length` of each blob. */
  readonly places: readonly number[];
}

/**
 * Lay blobs of under 128 KiB each end to end; not copied when they stand so. In SQL:
 * substr(bytes, place / 131072 + 1, place % 131072).
 */
export function pack(blobs: readonly Uint8Array<ArrayBuffer>[]): Packed {
  const { buffer, byteOffset } = blobs[0] ?? NO_BYTES;
  const places: number[] = [];
  let length = 0;
  let isInPlace = true;
  for (const blob of blobs) {
    isInPlace &&= blob.buffer === buffer && blob.byteOffset === byteOffset + length;
    places.push(length * LENGTH_SPAN + blob.length);
    length += blob.length;
  }
  if (isInPlace) return { bytes: new Uint8Array(buffer, byteOffset, length), places };
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const blob of blobs) {
    bytes.set(blob, offset);
    offset += blob.length;
  }
  return { bytes, places };
}

const NO_BYTES = new Uint8Array(0);

/** Cut a list into runs that fit one statement each; `bytesOf` is a row's share of a packed blob. */
export function* statementRuns<T>(
  rows: readonly T[],
  bytesOf: (row: T) => number,
): Generator<readonly T[]> {
  let from = 0;
  let bytes = 0;
  for (let i = 0; i < rows.length; i++) {
    const size = bytesOf(rows[i] as T);
    if (i > from && (i - from >= MAX_ROWS_PER_STATEMENT || bytes + size > MAX_PARAMETER_BYTES)) {
      yield rows.slice(from, i);
      from = i;
      bytes = 0;
    }
    bytes += size;
  }
  if (from < rows.length) yield rows.slice(from);
}

/** A JSON list of that many zeros: its keys count the rows. */
export function zeros(count: number): string {
  return `[${"0,".repeat(count - 1)}0]`;
}
