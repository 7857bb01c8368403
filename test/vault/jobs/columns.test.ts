// Columns, and the order of digests.
import { describe, expect, it } from "vitest";
import { utf8Slices } from "../../../src/crypto/encoding.ts";
import { NumberColumn, TextColumn } from "../../../src/vault/jobs/columns.ts";
import { placesInOrder } from "../../../src/vault/mappings/digest-order.ts";
import { fc } from "../../support/properties.ts";

describe("a column", () => {
  it("of numbers has what was added, in pieces of any length, and nothing after it was cleared", () => {
    const pieces = fc.array(fc.array(fc.double({ noNaN: true }), { maxLength: 3_000 }), {
      maxLength: 6,
    });
    const column = new NumberColumn();
    fc.assert(
      fc.property(pieces, (lists) => {
        column.clear();
        for (const list of lists) column.add(list);
        expect(column.length).toBe(lists.flat().length);
        expect([...column.all()]).toEqual(lists.flat());
      }),
      { numRuns: 30 },
    );
  });

  it("of texts gives those at any places, in letters of any length", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 30 }).filter((one) => one.isWellFormed());
    const pieces = fc.array(fc.array(text, { maxLength: 300 }), { maxLength: 5 });
    const column = new TextColumn();
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { maxLength: 50 }), (lists, wishes) => {
        column.clear();
        for (const list of lists) column.add(utf8Slices(list));
        const all = lists.flat();
        const places = all.length === 0 ? [] : wishes.map((wish) => wish % all.length);
        expect(column.pick(places)).toEqual(places.map((place) => all[place]));
        expect(column.pick([...all.keys()])).toEqual(all);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the order of digests", () => {
  it("is that of their first 32 bits, and of their places where those are equal", () => {
    const prefixes = fc.array(fc.nat({ max: 2 ** 32 - 1 }), { maxLength: 500 });
    fc.assert(
      fc.property(prefixes, (list) => {
        const places = list.map((_, i) => i);
        const expected = places.toSorted((a, b) => (list[a] ?? 0) - (list[b] ?? 0) || a - b);
        expect([...placesInOrder(list)]).toEqual(expected);
      }),
    );
  });

  it("leaves lists of over 2^20 as they are", () => {
    const places = placesInOrder(new Float64Array(2 ** 20 + 1));
    expect([places[0], places.at(-1)]).toEqual([0, 2 ** 20]);
  });
});
