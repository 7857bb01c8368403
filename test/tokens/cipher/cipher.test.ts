import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../src/platform/random.ts";
import { MAX_TOKEN_ID, TOKEN_KEY_BYTES, tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { cases, fc } from "../../support/properties.ts";

const KEY = systemRandom(TOKEN_KEY_BYTES);
const cipher = tokenCipher(KEY);
const anyId = fc.oneof(
  fc.integer({ min: 0, max: MAX_TOKEN_ID }),
  fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 39, MAX_TOKEN_ID),
);

describe("the token cipher", () => {
  it("gives back every id, from halves below 2^40", () => {
    fc.assert(
      fc.property(anyId, fc.uint8Array({ minLength: 16, maxLength: 16 }), (id, key) => {
        const any = tokenCipher(key);
        const [high, low] = any.encipher(id);
        for (const half of [high, low]) {
          expect(Number.isInteger(half) && half >= 0 && half <= MAX_TOKEN_ID).toBe(true);
        }
        expect(any.decipher(high, low)).toBe(id);
      }),
      { numRuns: cases(1000) },
    );
  });

  it("refuses ten thousand random pairs of halves", () => {
    const words = new Uint32Array(systemRandom(4 * 4 * 10_000).buffer);
    for (let i = 0; i + 4 <= words.length; i += 4) {
      const high = ((words[i] ?? 0) & 0xff) * 2 ** 32 + (words[i + 1] ?? 0);
      const low = ((words[i + 2] ?? 0) & 0xff) * 2 ** 32 + (words[i + 3] ?? 0);
      expect(cipher.decipher(high, low)).toBeNull();
    }
  });

  it("refuses the flip of any single bit of either half", () => {
    fc.assert(
      fc.property(anyId, fc.nat(39), fc.boolean(), (id, bit, inHigh) => {
        const halves = cipher.encipher(id);
        const flip = (half: number): number =>
          half + (Math.floor(half / 2 ** bit) % 2 === 0 ? 2 ** bit : -(2 ** bit));
        const high = inHigh ? flip(halves[0]) : halves[0];
        const low = inHigh ? halves[1] : flip(halves[1]);
        expect(cipher.decipher(high, low)).toBeNull();
      }),
      { numRuns: cases(1000) },
    );
  });

  it("reads the same halves alike, again and after others", () => {
    const [good, other] = [cipher.encipher(7), cipher.encipher(8)];
    const bad = [good[0], other[1]] as const;
    const read = [good, good, bad, bad, other, good, bad, good].map((halves) =>
      cipher.decipher(...halves),
    );
    expect(read).toEqual([7, 7, null, null, 8, 7, null, 7]);
  });

  it("refuses another key's halves", () => {
    const other = tokenCipher(systemRandom(TOKEN_KEY_BYTES));
    for (let id = 0; id < 2000; id++) expect(other.decipher(...cipher.encipher(id))).toBeNull();
  });

  it("scatters neighbouring ids: about half of the 80 bits differ", () => {
    const bitsOf = ([a, b]: readonly [number, number]): string =>
      a.toString(2).padStart(40, "0") + b.toString(2).padStart(40, "0");
    let differing = 0;
    for (let id = 0; id < 1000; id++) {
      const [a, b] = [bitsOf(cipher.encipher(id)), bitsOf(cipher.encipher(id + 1))];
      for (let i = 0; i < 80; i++) if (a[i] !== b[i]) differing++;
    }
    // 80,000 fair coins: 40,000 with a deviation of 141; ten deviations never happen.
    expect(Math.abs(differing - 40_000)).toBeLessThan(1410);
  });

  it("pads the same id and block alike, and others differently", () => {
    const seen = new Set<string>();
    for (const id of [0, 1, 2 ** 32, 2 ** 32 + 1, MAX_TOKEN_ID]) {
      for (let block = 0; block < 50; block++) {
        const padding = cipher.padding(id, block);
        expect(cipher.padding(id, block)).toEqual(padding);
        seen.add(padding.join());
      }
    }
    expect(seen.size).toBe(250);
  });

  it("does not depend on the key array after it was made", () => {
    const key = KEY.slice();
    const copy = tokenCipher(key);
    key.fill(0);
    expect(copy.encipher(42)).toEqual(cipher.encipher(42));
  });

  it("takes a key that is a view into a larger buffer at an odd offset", () => {
    const buffer = new Uint8Array(64);
    buffer.set(KEY, 3);
    expect(tokenCipher(buffer.subarray(3, 19)).encipher(42)).toEqual(cipher.encipher(42));
  });
});
