// Slices of bytes, and digests, concatenated in one array.
import { describe, expect, it } from "vitest";
import {
  byteSlicesOf,
  DIGEST_BYTES,
  digestsAt,
  digestsBetween,
  joinedSlices,
  prefixesOf,
  slicesAt,
  slicesBetween,
  viewsOf,
} from "../../src/core/byte-slices.ts";
import { fc } from "../support/properties.ts";

const anyArrays = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });
const listOf = (arrays: readonly Uint8Array[]) => arrays.map((array) => [...array]);

describe("pieces", () => {
  it("are the arrays they were made of, copied or not", () => {
    fc.assert(
      fc.property(anyArrays, (arrays) => {
        const pieces = byteSlicesOf(arrays);
        expect(listOf(viewsOf(pieces))).toEqual(listOf(arrays));
        const again = byteSlicesOf(viewsOf(pieces));
        expect(listOf(viewsOf(again))).toEqual(listOf(arrays));
        if (pieces.bytes.length > 0) expect(again.bytes.buffer).toBe(pieces.bytes.buffer);
      }),
    );
  });

  it("stand apart when there is something between them, or they are in another order", () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5);
    const [a, b, c] = [bytes.subarray(0, 2), bytes.subarray(2, 3), bytes.subarray(3)];
    for (const arrays of [[a, c], [b, a], [a, a], [c], [b, c]]) {
      expect([...byteSlicesOf(arrays).bytes]).toEqual(arrays.flatMap((array) => [...array]));
    }
  });

  it("can be picked, cut and joined", () => {
    const asked = fc.tuple(anyArrays, fc.array(fc.nat(), { maxLength: 30 }), fc.nat(), fc.nat());
    fc.assert(
      fc.property(asked, ([arrays, wishes, one, other]) => {
        const pieces = byteSlicesOf(arrays);
        const places = arrays.length === 0 ? [] : wishes.map((wish) => wish % arrays.length);
        const picked = slicesAt(pieces, Float64Array.from(places));
        expect(listOf(viewsOf(picked))).toEqual(
          listOf(places.map((place) => arrays[place] as never)),
        );
        const cuts = [one, other].map((cut) => cut % (arrays.length + 1));
        const [from, to] = [Math.min(...cuts), Math.max(...cuts)];
        const parts = [0, from, to].map((start, i) =>
          slicesBetween(pieces, start, [from, to, arrays.length][i] ?? 0),
        );
        expect(listOf(viewsOf(parts[1] as never))).toEqual(listOf(arrays.slice(from, to)));
        expect(listOf(viewsOf(joinedSlices(parts)))).toEqual(listOf(arrays));
      }),
    );
    expect(joinedSlices([])).toMatchObject({ starts: [0] });
  });
});

describe("digests", () => {
  const digests = Uint8Array.from({ length: 5 * DIGEST_BYTES }, (_, i) => i);

  it("can be picked and cut", () => {
    const numbers = (bytes: Uint8Array) => listOf([bytes])[0]?.filter((_, i) => i % 16 === 0);
    expect(numbers(digestsAt(digests, [3, 0, 3]))).toEqual([48, 0, 48]);
    expect(numbers(digestsBetween(digests, 1, 3))).toEqual([16, 32]);
    expect([...digestsAt(digests, [2])]).toEqual([...digestsBetween(digests, 2, 3)]);
  });

  it("are told apart by their first four bytes, the first one highest", () => {
    expect(prefixesOf(digests.subarray(0, 2 * DIGEST_BYTES))).toEqual([0x00010203, 0x10111213]);
    expect(prefixesOf(new Uint8Array(DIGEST_BYTES).fill(0xff))).toEqual([0xffffffff]);
  });
});
