import { describe, expect, it } from "vitest";
import { cmacDigestKey, type DigestKey, digestAllIn, digestIn } from "../../src/crypto/digest.ts";
import { fromHex, utf8 } from "../../src/crypto/encoding.ts";

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

const digest = async (key: DigestKey, bytes: Uint8Array<ArrayBuffer>) =>
  (await key.digestAll([bytes]))[0] as Uint8Array;

const KEY_BYTES = fromHex("07".repeat(32));
const key = cmacDigestKey(KEY_BYTES);

describe("a digest", () => {
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
