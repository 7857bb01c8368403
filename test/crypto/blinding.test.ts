import { describe, expect, it } from "vitest";
import { Aes, platformAes } from "../../src/crypto/aes.ts";
import { Blinding } from "../../src/crypto/blinding.ts";
import { fromHex } from "../../src/crypto/encoding.ts";
import { systemRandom } from "../../src/platform/random.ts";

const secret = () => systemRandom(64);
const DIGESTS = systemRandom(16 * 100);

describe("a blinding", () => {
  it("gives back what it has blinded, by the platform's AES and by the library's", async () => {
    const bytes = secret();
    const slow = new Blinding(1, bytes, (key) => new Aes(key, async () => null));
    const fast = new Blinding(1, bytes, (key) => new Aes(key, platformAes));
    await fast.prepare();
    const blinded = fast.blind(DIGESTS);
    expect(slow.blind(DIGESTS)).toEqual(blinded);
    expect(blinded).not.toEqual(DIGESTS);
    expect(fast.reveal(blinded)).toEqual(DIGESTS);
    expect(DIGESTS.slice(0, 16)).toEqual(slow.reveal(blinded.subarray(0, 16)));
  });

  it("is AES-256 of each digest by itself (FIPS 197, appendix C.3)", () => {
    const key = Uint8Array.from({ length: 64 }, (_, i) => i);
    const plain = fromHex("00112233445566778899aabbccddeeff");
    const twice = Uint8Array.from([...plain, ...plain]);
    const cipher = fromHex("8ea2b7ca516745bfeafc49904b496089");
    expect(new Blinding(7, key).blind(twice)).toEqual(Uint8Array.from([...cipher, ...cipher]));
  });

  it("marks a digest with the low byte of its version", () => {
    const digest = systemRandom(16);
    const marked = new Blinding(258, secret()).blindMarked(digest);
    expect([marked.length, marked[16]]).toEqual([17, 2]);
  });

  it("of version 0 leaves digests as they are, and seals no search", () => {
    const none = new Blinding(0, new Uint8Array(0));
    expect(none.blind(DIGESTS)).toEqual(DIGESTS);
    expect(none.blindMarked(DIGESTS.slice(0, 16)).length).toBe(16);
    expect(none.searchKey).toBeNull();
  });
});
