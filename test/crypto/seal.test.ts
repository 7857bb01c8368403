import { describe, expect, it } from "vitest";
import { importSealingKey, open, SEAL_OVERHEAD_BYTES, seal } from "../../src/crypto/seal.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { fc } from "../support/properties.ts";

const KEY = await importSealingKey(systemRandom(32));
const CONTEXT = new Uint8Array([1, 2, 3]);

describe("seal and open", () => {
  it("give back any plaintext, longer by nonce and tag in between", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.uint8Array(), async (a, b) => {
        const plaintext = Uint8Array.from(a);
        const context = Uint8Array.from(b);
        const sealed = await seal(KEY, plaintext, context, systemRandom);
        expect(sealed.length).toBe(plaintext.length + SEAL_OVERHEAD_BYTES);
        expect(await open(KEY, sealed, context)).toEqual(plaintext);
      }),
    );
  });

  it("open what SQLite gives back, an ArrayBuffer", async () => {
    const sealed = await seal(KEY, new Uint8Array([7]), CONTEXT, systemRandom);
    expect(await open(KEY, sealed.buffer, CONTEXT)).toEqual(new Uint8Array([7]));
  });

  it("refuse after a flip of any single bit", async () => {
    const sealed = await seal(KEY, new Uint8Array([1, 2, 3, 4, 5]), CONTEXT, systemRandom);
    for (let bit = 0; bit < 8 * sealed.length; bit++) {
      const damaged = sealed.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(open(KEY, damaged, CONTEXT)).rejects.toThrow();
    }
  });

  it("refuse another context, be it longer, shorter or changed", async () => {
    const sealed = await seal(KEY, new Uint8Array(9), CONTEXT, systemRandom);
    for (const other of [[], [1, 2], [1, 2, 3, 0], [1, 2, 4]]) {
      await expect(open(KEY, sealed, Uint8Array.from(other))).rejects.toThrow();
    }
  });

  it("refuse another key", async () => {
    const sealed = await seal(KEY, new Uint8Array(9), CONTEXT, systemRandom);
    const other = await importSealingKey(systemRandom(32));
    await expect(open(other, sealed, CONTEXT)).rejects.toThrow();
  });

  it("refuse what is cut short, down to nothing", async () => {
    const sealed = await seal(KEY, new Uint8Array(9), CONTEXT, systemRandom);
    for (let length = 0; length < sealed.length; length++) {
      await expect(open(KEY, sealed.slice(0, length), CONTEXT)).rejects.toThrow();
    }
  });

  it("never use a nonce twice", async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 500; i++) {
      nonces.add((await seal(KEY, CONTEXT, CONTEXT, systemRandom)).slice(0, 12).join());
    }
    expect(nonces.size).toBe(500);
  });
});

it("keys cannot be exported", () => {
  expect(KEY.extractable).toBe(false);
});
