import { expect, it } from "vitest";
import { remainder } from "../../../src/tokens/cipher/whole-numbers.ts";
import { cases, fc } from "../../support/properties.ts";

const LARGEST = Number.MAX_SAFE_INTEGER;

it("is the operator's", () => {
  const number = fc.oneof(fc.maxSafeNat(), fc.nat(), fc.constantFrom(0, 1, LARGEST, LARGEST - 1));
  const divisor = number.map((n) => Math.max(1, n));
  fc.assert(
    fc.property(number, divisor, (n, by) => {
      expect(remainder(n, by)).toBe(n % by);
    }),
    { numRuns: cases(20_000) },
  );
});

it("is the operator's just below, at and above multiples", () => {
  const whole = fc.integer({ min: 1, max: 2 ** 26 });
  fc.assert(
    fc.property(whole, whole, fc.integer({ min: -1, max: 1 }), (a, by, off) => {
      const n = a * by + off;
      expect(remainder(n, by)).toBe(n % by);
    }),
    { numRuns: cases(20_000) },
  );
});
