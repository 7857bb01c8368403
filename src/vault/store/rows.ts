// JSON parameters that hold many rows. A statement takes at most 100 parameters, each under 2 MB, so a list is passed
// as one JSON text, and a long list in several statements.
import { type ByteSlices, byteSlicesOf } from "../../core/byte-slices.ts";

const MAX_ROWS_PER_STATEMENT = 2_000;
/** Bytes of one packed parameter, well under the platform's 2 MB. */
const MAX_PARAMETER_BYTES = 1_500_000;

/** A packed number is offset * LENGTH_SPAN + length. */
const LENGTH_SPAN = 2 ** 17;

/** Concatenated blobs, with one number per blob for its position. */
export interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `offset * 2^17 + length` of each blob. */
  readonly positions: readonly number[];
}

/**
 * Concatenate blobs of under 128 KiB each; copies nothing when they are adjacent in memory already. In SQL:
 * substr(bytes, position / 131072 + 1, position % 131072).
 */
export function pack(blobs: readonly Uint8Array<ArrayBuffer>[]): Packed {
  return packed(byteSlicesOf(blobs));
}

/** The same for blobs that are already concatenated. */
export function packed({ bytes, starts }: ByteSlices): Packed {
  const positions: number[] = [];
  for (let i = 0; i + 1 < starts.length; i++) {
    const start = starts[i] as number;
    positions.push(start * LENGTH_SPAN + (starts[i + 1] as number) - start);
  }
  return { bytes, positions };
}

/** Split a list into runs that each fit one statement; `bytesOf` is a row's share of a packed blob. */
export function* statementRuns<T>(
  rows: readonly T[],
  bytesOf: (row: T) => number,
): Generator<readonly T[]> {
  for (const [from, to] of statementRanges(rows.length, (i) => bytesOf(rows[i] as T))) {
    yield rows.slice(from, to);
  }
}

/** The same for `count` rows; each run is its first row and one past its last. `bytesAt` is the i-th row's share. */
export function* statementRanges(
  count: number,
  bytesAt: (i: number) => number,
): Generator<readonly [from: number, to: number]> {
  let from = 0;
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const size = bytesAt(i);
    if (i > from && (i - from >= MAX_ROWS_PER_STATEMENT || bytes + size > MAX_PARAMETER_BYTES)) {
      yield [from, i];
      from = i;
      bytes = 0;
    }
    bytes += size;
  }
  if (from < count) yield [from, count];
}

/** A JSON list of `count` zeros, whose keys number the rows. */
export function zeros(count: number): string {
  return count === 0 ? "[]" : `[${"0,".repeat(count - 1)}0]`;
}
