import { describe, expect, it } from "vitest";
import type { StreamedBody } from "../../../src/http/body-parts.ts";
import { lineChunks } from "../../../src/http/jobs/lines-submission.ts";
import { MAX_CHUNK_BYTES, MAX_CHUNK_ITEMS } from "../../../src/jobs/slice.ts";
import { fc } from "../../support/properties.ts";

/** A body in parts, each in the memory of the one before. */
function bodyIn(bytes: Uint8Array, sizes: readonly number[]): StreamedBody {
  const memory = new Uint8Array(Math.max(...sizes));
  async function* parts() {
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const part = bytes.subarray(at, at + (sizes[i % sizes.length] ?? 1));
      memory.set(part);
      at += part.length;
      yield memory.subarray(0, part.length);
      memory.fill(0);
    }
  }
  return { parts: parts(), holdMore: async () => undefined };
}

describe("lineChunks", () => {
  it("gives every line once and whole, within items and bytes, however the body is parted", async () => {
    const size = fc.oneof(fc.nat(3), fc.nat(300), fc.nat(2 * MAX_CHUNK_BYTES));
    const parting = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(size, { maxLength: 1_200 }),
        parting,
        fc.boolean(),
        async (lengths, sizes, ends) => {
          const text =
            lengths.map((length, i) => `${i}`.padEnd(length, "x")).join("\n") + (ends ? "\n" : "");
          const given: string[] = [];
          const least = sizes.map((bytes) => Math.max(bytes, text.length >> 12));
          for await (const chunk of lineChunks(
            bodyIn(new TextEncoder().encode(text), least),
            "mask",
          )) {
            const part = new TextDecoder().decode(chunk);
            const lines = part.split("\n").length - (part.endsWith("\n") ? 1 : 0);
            expect(lines).toBeLessThanOrEqual(MAX_CHUNK_ITEMS.mask);
            if (lines > 1) expect(chunk.length).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
            given.push(part);
          }
          expect(given.join("")).toBe(text);
          for (const part of given.slice(0, -1)) expect(part.endsWith("\n")).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });
});
