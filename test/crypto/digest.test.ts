import { describe, expect, it } from "vitest";
import { DIGEST_BYTES } from "../../src/core/byte-slices.ts";
import {
  cmacDigestKey,
  type DigestKey,
  digestAllIn,
  digestIn,
  hmacDigestKey,
} from "../../src/crypto/digest.ts";
import { fromHex, utf8 } from "../../src/crypto/encoding.ts";

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

const digest = async (key: DigestKey, bytes: Uint8Array<ArrayBuffer>) =>
  (await key.digestAll([bytes]))[0] as Uint8Array;

const KEY_BYTES = fromHex("07".repeat(32));
const KEYS: [string, DigestKey][] = [
  ["CMAC", cmacDigestKey(KEY_BYTES)],
  ["HMAC", await hmacDigestKey(KEY_BYTES)],
];

describe("an HMAC digest", () => {
  // RFC 4231: the first 128 bits of HMAC-SHA-256; case 5 is the RFC's own truncated one.
  it.each([
    [1, "0b".repeat(20), "4869205468657265", "b0344c61d8db38535ca8afceaf0bf12b"],
    [
      2,
      "4a656665",
      "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
      "5bdcc146bf60754e6a042426089575c7",
    ],
    [3, "aa".repeat(20), "dd".repeat(50), "773ea91e36800e46854db8ebd09181a7"],
    [
      4,
      "0102030405060708090a0b0c0d0e0f10111213141516171819",
      "cd".repeat(50),
      "82558a389a443c0ea4cc819899f2083a",
    ],
    [
      5,
      "0c".repeat(20),
      "546573742057697468205472756e636174696f6e",
      "a3b6167473100ee06e0c796c2955552b",
    ],
    [
      6,
      "aa".repeat(131),
      "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
      "60e431591ee0b67f0d8a26aacbf5b77f",
    ],
  ])("is the first half of HMAC-SHA-256 (RFC 4231 case %i)", async (_, key, data, expected) => {
    const imported = await hmacDigestKey(fromHex(key));
    const given = await digest(imported, fromHex(data));
    expect(given.length).toBe(DIGEST_BYTES);
    expect(hex(given)).toBe(expected);
  });
});

describe.each(KEYS)("a %s digest", (_, key) => {
  it("tells apart letter case, normal forms and blanks", async () => {
    const texts = ["a@x", "A@x", "a@x ", " a@x", "é", "e\u0301", "", "\0"];
    const digests = await key.digestAll(texts.map(utf8));
    expect(new Set(digests.map(hex)).size).toBe(texts.length);
  });

  it("of a text in a domain never meets that of a value, nor another domain's", async () => {
    const digests = await Promise.all([
      digest(key, utf8("alice")),
      digest(key, utf8("user\u00ffalice")),
      digest(key, utf8("useralice")),
      digestIn(key, "user", "alice"),
      digestIn(key, "attribute", "alice"),
      digestIn(key, "use", "ralice"),
      digestIn(key, "useralice", ""),
      digestIn(key, "", "useralice"),
    ]);
    expect(new Set(digests.map(hex)).size).toBe(digests.length);
  });

  it("of each of many texts is its own, in order", async () => {
    const texts = ["alice", "", "é", "alice", "\0", "long ".repeat(1000)];
    const one = await Promise.all(texts.map((text) => digest(key, utf8(text))));
    expect(await key.digestAll(texts.map(utf8))).toEqual(one);
    const inDomain = await Promise.all(texts.map((text) => digestIn(key, "token", text)));
    expect(await digestAllIn(key, "token", texts)).toEqual(inDomain);
    expect(await key.digestAll([])).toEqual([]);
  });
});

it("the two kinds of digest of one text under one key differ", async () => {
  const digests = await Promise.all(KEYS.map(([, key]) => digest(key, utf8("alice"))));
  expect(new Set(digests.map(hex)).size).toBe(2);
});
