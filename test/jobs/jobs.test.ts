import { describe, expect, it } from "vitest";
import { MAX_VALUE_BYTES } from "../../src/core/limits.ts";
import { MAX_ATTEMPTS, retryDelay } from "../../src/jobs/job.ts";
import { fitsChunk, MAX_CHUNK_BYTES, MAX_CHUNK_ITEMS } from "../../src/jobs/slice.ts";
import { fc } from "../support/properties.ts";

describe("retryDelay", () => {
  it("doubles from one second and gives up after MAX_ATTEMPTS failures", () => {
    const delays = Array.from({ length: MAX_ATTEMPTS + 2 }, (_, i) => retryDelay(i + 1));
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16000, 32000, 64000, null, null, null]);
  });
});

describe("fitsChunk", () => {
  it.each([
    [{ items: 0, bytes: 0 }, 10 * MAX_CHUNK_BYTES, true],
    [{ items: 1, bytes: 10 }, MAX_CHUNK_BYTES - 10, true],
    [{ items: 1, bytes: 10 }, MAX_CHUNK_BYTES - 9, false],
    [{ items: MAX_CHUNK_ITEMS.mask - 1, bytes: 10 }, 1, true],
    [{ items: MAX_CHUNK_ITEMS.mask, bytes: 10 }, 1, false],
    [{ items: 1, bytes: 10 * MAX_CHUNK_BYTES }, 1, false],
  ])("with %j and another %i bytes says %j", (chunk, bytes, fits) => {
    expect(fitsChunk("mask", chunk, bytes)).toBe(fits);
  });

  it("keeps what an unmask may give under a row of the platform (2 MB)", () => {
    expect(MAX_CHUNK_ITEMS.unmask * MAX_VALUE_BYTES).toBeLessThan(1_000_000);
    expect(fitsChunk("unmask", { items: MAX_CHUNK_ITEMS.unmask - 1, bytes: 10 }, 1)).toBe(true);
    expect(fitsChunk("unmask", { items: MAX_CHUNK_ITEMS.unmask, bytes: 10 }, 1)).toBe(false);
  });

  it("lets every list be cut, and no chunk over its bounds unless one item is", () => {
    const kinds = fc.constantFrom("mask" as const, "unmask" as const);
    const sizes = fc.oneof(
      { weight: 99, arbitrary: fc.nat(60) },
      { weight: 1, arbitrary: fc.nat(2 * MAX_CHUNK_BYTES) },
    );
    fc.assert(
      fc.property(kinds, fc.array(sizes, { maxLength: 2500 }), (kind, list) => {
        let chunk = { items: 0, bytes: 0 };
        for (const size of list) {
          if (!fitsChunk(kind, chunk, size)) chunk = { items: 0, bytes: 0 };
          chunk = { items: chunk.items + 1, bytes: chunk.bytes + size };
          expect(chunk.items).toBeLessThanOrEqual(MAX_CHUNK_ITEMS[kind]);
          expect(chunk.items === 1 || chunk.bytes <= MAX_CHUNK_BYTES).toBe(true);
        }
      }),
    );
  });
});
