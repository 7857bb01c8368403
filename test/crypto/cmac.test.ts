// CMAC of batches, against the standard's examples and the library's own.
import { cmac as libraryCmac } from "@noble/ciphers/aes.js";
import { describe, expect, it } from "vitest";
import { byteSlicesOf } from "../../src/core/byte-slices.ts";
import { Aes } from "../../src/crypto/aes.ts";
import { Cmac } from "../../src/crypto/cmac.ts";
import { fromHex } from "../../src/crypto/encoding.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { fc } from "../support/properties.ts";

/** Codes of a batch, by the platform's AES where it has one, or the library's alone. */
async function codesOf(
  key: Uint8Array,
  messages: readonly Uint8Array[],
  aes = new Aes(key),
): Promise<Uint8Array[]> {
  const cmac = new Cmac(aes);
  const codes = await cmac.codesOf(
    byteSlicesOf(messages.map((message) => Uint8Array.from(message))),
  );
  return messages.map((_, i) => codes.slice(16 * i, 16 * i + 16));
}

const withoutPlatform = (key: Uint8Array) => new Aes(key, async () => null);

describe("CMAC", () => {
  // NIST SP 800-38B, examples of the publication's AES-256 and (RFC 4493) AES-128 keys.
  const text = fromHex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51" +
      "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710",
  );
  it.each([
    [0, "028962f61b7bf89efc6b551f4667d983"],
    [16, "28a7023f452e8f82bd4bf28d8c37c35c"],
    [40, "aaf3d8f1de5640c232f5b169b9c911e6"],
    [64, "e1992190549f6ed5696a2c056c315410"],
  ])("of %i bytes under 256 bits is the standard's", async (length, expected) => {
    const key = fromHex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
    expect(await codesOf(key, [text.slice(0, length)])).toEqual([fromHex(expected)]);
  });

  it.each([
    [0, "bb1d6929e95937287fa37d129b756746"],
    [16, "070a16b46b4d4144f79bdd9dd04a287c"],
    [40, "dfa66747de9ae63030ca32611497c827"],
    [64, "51f0bebf7e3b9d92fc49741779363cfe"],
  ])("of %i bytes under 128 bits is the standard's", async (length, expected) => {
    const key = fromHex("2b7e151628aed2a6abf7158809cf4f3c");
    expect(await codesOf(key, [text.slice(0, length)])).toEqual([fromHex(expected)]);
  });

  it("of batches of any lengths are those the library gives one by one", async () => {
    const key = systemRandom(32);
    const messages = fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(messages, async (batch) => {
        const expected = batch.map((message) => libraryCmac(message, key));
        expect(await codesOf(key, batch)).toEqual(expected);
        expect(await codesOf(key, batch, withoutPlatform(key))).toEqual(expected);
      }),
    );
  });

  it("of long messages among short ones, with and without the platform", async () => {
    const key = systemRandom(32);
    // At both sides of every whole block.
    const lengths = [0, 70_000, 1, 15, 16, 17, 1023, 1024, 1025, 1040, 31, 65_536, 4096, 32];
    const batch = lengths.map((length) => systemRandom(length));
    const expected = batch.map((message) => libraryCmac(message, key));
    expect(await codesOf(key, batch)).toEqual(expected);
    expect(await codesOf(key, batch, withoutPlatform(key))).toEqual(expected);
  });

  it("of nothing are none", async () => {
    expect(await codesOf(systemRandom(32), [])).toEqual([]);
  });
});

describe("AES of blocks", () => {
  it("gives the same by the platform and by the library, and is loaded for many only", async () => {
    const key = systemRandom(32);
    const loaded: number[] = [];
    const aes = new Aes(key, async (bytes) => {
      loaded.push(bytes.length);
      return null;
    });
    await aes.prepare(63);
    expect(loaded).toEqual([]);
    await aes.prepare(64);
    await aes.prepare(64);
    expect(loaded).toEqual([32]);
    const platform = new Aes(key);
    await platform.prepare(64);
    for (const blocks of [1, 11, 12, 100]) {
      const words = new Uint32Array(systemRandom(16 * blocks).buffer);
      const before = words.slice();
      expect(platform.encipher(words)).toEqual(aes.encipher(words));
      expect(words).toEqual(before);
    }
  });
});
