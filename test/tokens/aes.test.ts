import { unsafe } from "@noble/ciphers/aes.js";
import { describe, expect, it } from "vitest";
import { encryptBlock } from "../../src/tokens/aes.ts";
import { fc } from "../support/properties.ts";

const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function encrypted(key: Uint8Array, plain: Uint8Array): Uint8Array {
  const block = Uint8Array.from(plain);
  encryptBlock(unsafe.expandKeyLE(Uint8Array.from(key)), new Int32Array(block.buffer));
  return block;
}

const anyBlock = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe("AES-128", () => {
  // FIPS 197, appendices B and C.1.
  it.each([
    [
      "2b7e151628aed2a6abf7158809cf4f3c",
      "3243f6a8885a308d313198a2e0370734",
      "3925841d02dc09fbdc118597196a0b32",
    ],
    [
      "000102030405060708090a0b0c0d0e0f",
      "00112233445566778899aabbccddeeff",
      "69c4e0d86a7b0430d8cdb78070b4c55a",
    ],
  ])("has the standard's example under the key %s", (key, plain, cipher) => {
    expect(encrypted(bytes(key), bytes(plain))).toEqual(bytes(cipher));
  });

  it("agrees with WebCrypto", async () => {
    await fc.assert(
      fc.asyncProperty(anyBlock, anyBlock, async (key, plain) => {
        // One block of CBC without a vector is the block alone; padding follows it.
        const name = "AES-CBC";
        const imported = await crypto.subtle.importKey("raw", Uint8Array.from(key), name, false, [
          "encrypt",
        ]);
        const iv = new Uint8Array(16);
        const sealed = await crypto.subtle.encrypt({ name, iv }, imported, Uint8Array.from(plain));
        expect(encrypted(key, plain)).toEqual(new Uint8Array(sealed, 0, 16));
      }),
      { numRuns: 300 },
    );
  });
});
