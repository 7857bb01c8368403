// Blobs concatenated for a statement, both those that are adjacent already and others.
import { expect, it } from "vitest";
import { pack } from "../../../src/vault/store/rows.ts";
import { fc } from "../../support/properties.ts";

const LENGTH_SPAN = 2 ** 17;

/** Pieces of one buffer, as a list of cuts says; every other list leaves a gap, or turns two round. */
const pieces = fc
  .tuple(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(300)), fc.nat(2), fc.nat(20))
  .map(([bytes, cuts, way, from]) => {
    const ends = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b);
    let at = Math.min(from, ends[0] ?? 0);
    const all = ends.map((end) => {
      const piece = bytes.subarray(at, end);
      at = end;
      return piece as Uint8Array<ArrayBuffer>;
    });
    if (way === 1) all.splice(1, 1);
    return way === 2 ? all.toReversed() : all;
  });
const apart = fc
  .array(fc.uint8Array({ maxLength: 20 }))
  .map((all) => all as Uint8Array<ArrayBuffer>[]);

it("every blob is where its place says, and nothing else is there", () => {
  fc.assert(
    fc.property(fc.oneof(pieces, apart), (blobs) => {
      const { bytes, positions } = pack(blobs);
      const read = positions.map((place) => {
        const from = Math.floor(place / LENGTH_SPAN);
        return [...bytes.subarray(from, from + (place % LENGTH_SPAN))];
      });
      expect(read).toEqual(blobs.map((blob) => [...blob]));
      expect(bytes.length).toBe(blobs.reduce((sum, blob) => sum + blob.length, 0));
    }),
    { numRuns: 500 },
  );
});
