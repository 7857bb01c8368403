import { describe, expect, it } from "vitest";
import { hex, newTrackingId, randomId } from "../../src/core/ids.ts";
import { exceedsBytes } from "../../src/core/limits.ts";
import { systemRandom } from "../../src/platform/random.ts";

const NOW = Date.UTC(2026, 10, 21, 9, 8, 7);

describe("newTrackingId", () => {
  it("is 50 characters: a version 4 UUID and the UTC time to the second", () => {
    for (let i = 0; i < 200; i++) {
      const id = newTrackingId(systemRandom, NOW);
      expect(id).toHaveLength(50);
      expect(id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}21112026090807$/,
      );
    }
  });

  it("sets the version and variant bits and no other, whatever the random bytes", () => {
    const of = (byte: number): string => newTrackingId((n) => new Uint8Array(n).fill(byte), 0);
    expect(of(0x00)).toBe("00000000-0000-4000-8000-00000000000001011970000000");
    expect(of(0xff)).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff01011970000000");
  });

  it("is never the same twice", () => {
    const ids = Array.from({ length: 5000 }, () => newTrackingId(systemRandom, NOW));
    expect(new Set(ids).size).toBe(5000);
  });
});

describe("randomId", () => {
  it("is 32 hexadecimal digits", () => {
    expect(randomId(systemRandom)).toMatch(/^[0-9a-f]{32}$/);
    expect(hex(new Uint8Array([0, 1, 0xab, 0xff]))).toBe("0001abff");
  });
});

it("systemRandom fills more than one getRandomValues can, to the last byte", () => {
  const bytes = systemRandom(200_001);
  expect(bytes.length).toBe(200_001);
  for (const from of [0, 65_536, 131_072, 196_608]) {
    expect(new Set(bytes.subarray(from, from + 64)).size).toBeGreaterThan(20);
  }
  expect(systemRandom(0).length).toBe(0);
});

describe("exceedsBytes", () => {
  it.each([
    ["", 0, false],
    ["a", 0, true],
    ["abc", 3, false],
    ["abcd", 3, true],
    ["é", 1, true],
    ["é", 2, false],
    ["€€", 5, true],
    ["€€", 6, false],
    ["😀", 3, true],
    ["😀", 4, false],
  ])("of %j and %i is %j", (text, limit, exceeds) => {
    expect(exceedsBytes(text, limit)).toBe(exceeds);
  });
});
