// AES-SIV of batches, against the RFC's example and the library's own.
import { aessiv } from "@noble/ciphers/aes.js";
import { describe, expect, it } from "vitest";
import { byteSlicesOf, viewsOf } from "../../src/core/byte-slices.ts";
import { hex } from "../../src/core/ids.ts";
import { fromHex } from "../../src/crypto/encoding.ts";
import { SIV_KEY_BYTES, SIV_OVERHEAD_BYTES, Siv } from "../../src/crypto/siv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { fc } from "../support/properties.ts";

const KEY = systemRandom(SIV_KEY_BYTES);
const SIV = new Siv(KEY);
const CONTEXT = new Uint8Array([1, 2, 3]);

/** As SQLite gives it back. */
const stored = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
type ContextOf = Parameters<Siv["seal"]>[1];
const sealAll = async (
  plaintexts: readonly Uint8Array<ArrayBuffer>[],
  contextOf: ContextOf,
  siv = SIV,
) => viewsOf(await siv.seal(byteSlicesOf(plaintexts), contextOf));
const openAll = async (sealed: readonly Uint8Array[], contextOf: ContextOf, siv = SIV) =>
  viewsOf(await siv.open(sealed.map(stored), contextOf));
const sealOne = async (plaintext: Uint8Array<ArrayBuffer>, context = CONTEXT) =>
  (await sealAll([plaintext], () => context))[0] as Uint8Array<ArrayBuffer>;
const openOne = (sealed: Uint8Array, context = CONTEXT, siv = SIV) =>
  openAll([sealed], () => context, siv);
const byTheLibrary = (plaintexts: readonly Uint8Array[]) =>
  plaintexts.map((text) => aessiv(KEY, CONTEXT).encrypt(text));
/** Of a million bytes that are compared one by one, each costs microseconds. */
const expectSame = (found: readonly Uint8Array[], expected: readonly Uint8Array[]) =>
  expect(found.map(hex)).toEqual(expected.map(hex));

describe("AES-SIV", () => {
  it("is the RFC's (RFC 5297, A.1)", async () => {
    const key = "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
    const context = fromHex("101112131415161718191a1b1c1d1e1f2021222324252627");
    const [sealed] = await sealAll(
      [fromHex("112233445566778899aabbccddee")],
      () => context,
      new Siv(fromHex(key)),
    );
    expect(sealed).toEqual(fromHex("85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c"));
  });

  it("of batches is what the library gives one by one, and opens again", async () => {
    const pair = fc.tuple(fc.uint8Array({ maxLength: 90 }), fc.uint8Array({ maxLength: 60 }));
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 80 }), async (batch) => {
        const plaintexts = batch.map(([plaintext]) => plaintext);
        const contextOf = (i: number) => Uint8Array.from(batch[i]?.[1] ?? []);
        const sealed = await sealAll(plaintexts, contextOf);
        expect(sealed).toEqual(batch.map(([text, context]) => aessiv(KEY, context).encrypt(text)));
        expect(await openAll(sealed, contextOf)).toEqual(plaintexts);
      }),
    );
  });

  it("of long texts", async () => {
    const plaintexts = [4096, 65_536, 1, 70_001].map((length) => systemRandom(length));
    const sealed = await sealAll(plaintexts, () => CONTEXT);
    expectSame(sealed, byTheLibrary(plaintexts));
    expectSame(await openAll(sealed, () => CONTEXT), plaintexts);
  });

  it("counts blocks over every carry as the library does", async () => {
    // Texts of 200 blocks: most vectors end in a byte that carries on the way, and some in two.
    const plaintexts = Array.from({ length: 300 }, (_, i) => new Uint8Array(3200).fill(i));
    expectSame(await sealAll(plaintexts, () => CONTEXT), byTheLibrary(plaintexts));
  });

  it("lays what it seals end to end", async () => {
    const sealed = await sealAll([new Uint8Array(5), new Uint8Array(0)], () => CONTEXT);
    expect(sealed.map(({ length }) => length - SIV_OVERHEAD_BYTES)).toEqual([5, 0]);
    expect(sealed[1]?.buffer).toBe(sealed[0]?.buffer);
    expect(sealed[1]?.byteOffset).toBe(sealed[0]?.length);
  });

  it("shows nothing of equal values in different contexts", async () => {
    const value = new Uint8Array(40);
    const one = await sealOne(value);
    const other = await sealOne(value, new Uint8Array([1, 2, 4]));
    expect(one.slice(0, 16)).not.toEqual(other.slice(0, 16));
    expect(one.slice(16)).not.toEqual(other.slice(16));
  });
});

describe("AES-SIV refuses", () => {
  it("a flip of any single bit", async () => {
    const sealed = await sealOne(systemRandom(37));
    for (let bit = 0; bit < 8 * sealed.length; bit++) {
      const damaged = sealed.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(openOne(damaged)).rejects.toThrow("does not open");
    }
  });

  it("another context, be it longer, shorter or changed", async () => {
    const sealed = await sealOne(new Uint8Array(9));
    for (const other of [[], [1, 2], [1, 2, 3, 0], [1, 2, 3, 0x80], [1, 2, 4]]) {
      await expect(openOne(sealed, Uint8Array.from(other))).rejects.toThrow();
    }
  });

  it("another key, in either half", async () => {
    const sealed = await sealOne(new Uint8Array(9));
    for (const at of [0, SIV_KEY_BYTES - 1]) {
      const key = KEY.slice();
      key[at] = (key[at] ?? 0) ^ 1;
      await expect(openOne(sealed, CONTEXT, new Siv(key))).rejects.toThrow();
    }
  });

  it("what is cut short, down to nothing, and what is longer", async () => {
    const sealed = await sealOne(new Uint8Array(20));
    for (let length = 0; length < sealed.length; length++) {
      await expect(openOne(sealed.slice(0, length))).rejects.toThrow();
    }
    await expect(openOne(Uint8Array.from([...sealed, 0]))).rejects.toThrow();
  });

  it("all when one of them is damaged or stands in another's place", async () => {
    const contextOf = (i: number) => new Uint8Array([i]);
    const sealed = await sealAll([new Uint8Array(3), new Uint8Array(4)], contextOf);
    await expect(openAll(sealed.toReversed(), contextOf)).rejects.toThrow();
  });
});
