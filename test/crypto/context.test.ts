import { describe, expect, it } from "vitest";
import { contextMaker, SEALED_AS } from "../../src/crypto/context.ts";
import { fc } from "../support/properties.ts";

const nid = fc.stringMatching(/^[0-9a-f]{32}$/);
const sealedAs = fc.constantFrom(...(Object.keys(SEALED_AS) as (keyof typeof SEALED_AS)[]));
const number = fc.oneof(
  fc.maxSafeNat(),
  fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 40, Number.MAX_SAFE_INTEGER),
);
const place = fc.tuple(nid, sealedAs, fc.array(number, { maxLength: 5 }));
const contextOf = ([id, as, numbers]: [string, keyof typeof SEALED_AS, number[]]): string =>
  contextMaker(id)(as, ...numbers).join();

describe("contexts", () => {
  it("are equal only for equal places", () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(contextOf(a) === contextOf(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      { numRuns: 500 },
    );
  });

  it("change with any one number by one", () => {
    fc.assert(
      fc.property(nid, sealedAs, fc.array(number, { minLength: 1, maxLength: 4 }), (id, as, ns) => {
        const here = contextOf([id, as, ns]);
        for (const i of ns.keys()) {
          const moved = ns.with(i, ns[i] === 0 ? 1 : (ns[i] ?? 0) - 1);
          expect(contextOf([id, as, moved])).not.toBe(here);
        }
      }),
    );
  });

  it("keep the layout that sealed things at rest were bound with", () => {
    const context = contextMaker("000102030405060708090a0b0c0d0e0f")("value", 1, 2 ** 32 + 5);
    expect([...context]).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
      1, 0, 0, 0, 5,
    ]);
  });

  it("keep their numbers: append only", () => {
    expect(SEALED_AS).toEqual({
      value: 1,
      attribute: 2,
      wrappedKey: 3,
      issuedToken: 4,
      jobMeta: 5,
      jobPayload: 6,
      jobResult: 7,
      requester: 8,
      search: 9,
      finds: 10,
      policyName: 11,
      policyOutline: 12,
      policyLists: 13,
      wrapper: 14,
      auditBatch: 15,
    });
    expect(new Set(Object.values(SEALED_AS)).size).toBe(Object.keys(SEALED_AS).length);
  });
});
