// Wrapped keys: which version of the root key wrapped one, and the error when that version is missing.
import { describe, expect, it } from "vitest";
import { toBase64 } from "../../src/crypto/encoding.ts";
import { deriveWrappingKey, rootKeyOf } from "../../src/crypto/keys.ts";
import { parseRootKeys, wrappedKeyOf } from "../../src/crypto/root-key-text.ts";
import { open } from "../../src/crypto/seal.ts";
import { KeyWrapping, UnreadableKey } from "../../src/crypto/wrapping.ts";
import { systemRandom } from "../../src/platform/random.ts";

const NID = "00112233445566778899aabbccddeeff";
const CONTEXT = new Uint8Array([1]);
const [A, B, C] = [1, 2, 3].map(() => toBase64(systemRandom(32)));
const wrapping = (text: string) => new KeyWrapping(text, NID, systemRandom);

describe("versions of a root key", () => {
  it("are listed newest first, and one without a number is the first", () => {
    const versionsOf = (text: string) => {
      const parsed = parseRootKeys(text);
      return parsed.ok ? parsed.versions.map(({ version }) => version) : parsed.problem;
    };
    expect(versionsOf(` ${A}\n`)).toEqual([1]);
    expect(versionsOf(`2:${B},${A}`)).toEqual([2, 1]);
    expect(versionsOf(` 3:${C} , 2:${B},1:${A} `)).toEqual([3, 2, 1]);
    expect(versionsOf(`255:${C}`)).toEqual([255]);
    const unlisted =
      "no list of versions (2:KEY,1:KEY) that begins with the newest and leaves none out";
    for (const text of [`1:${A},2:${B}`, `3:${C},1:${A}`, `${A},${B}`, `0:${A}`, `256:${A}`]) {
      expect(versionsOf(text)).toBe(unlisted);
    }
    expect(versionsOf(`3:${C},2:${A},1:${A}`)).toBe("the same key under two numbers");
    expect(versionsOf(`2:${B},`)).toBe("missing");
    expect(versionsOf(`2:${B},1:${A?.slice(4)}`)).toBe("not 32 bytes of base64");
    expect(versionsOf(`2:${"A".repeat(43)}=,1:${A}`)).toBe("too regular to be random");
  });
});

describe("a wrapped key", () => {
  it.each([16, 32, 64])("of %i bytes names its version, but for those of 0.1.0", async (length) => {
    const key = systemRandom(length);
    const first = await wrapping(A ?? "").wrap(key, CONTEXT);
    expect(first).toHaveLength(length + 29);
    const sealed = first.subarray(1);
    expect(wrappedKeyOf(first)).toEqual({ version: 1, sealed });
    // As 0.1.0 stored it.
    expect(wrappedKeyOf(sealed)).toEqual({ version: 1, sealed });
    expect(await wrapping(A ?? "").unwrap(sealed, CONTEXT)).toEqual(key);
    const byHand = await deriveWrappingKey(await rootKeyOf(A), NID);
    expect(await open(byHand, sealed, CONTEXT)).toEqual(key);
    const second = await wrapping(`2:${B},1:${A}`).wrap(key, CONTEXT);
    expect(second).toHaveLength(length + 29);
    expect(wrappedKeyOf(second).version).toBe(2);
    for (const wrapped of [first, second]) {
      expect(await wrapping(`3:${C},2:${B},1:${A}`).unwrap(wrapped, CONTEXT)).toEqual(key);
    }
    expect(await wrapping(`2:${B}`).unwrap(second, CONTEXT)).toEqual(key);
    await expect(wrapping(`2:${B}`).unwrap(first, CONTEXT)).rejects.toThrow("version 1 is missing");
    await expect(wrapping(A ?? "").unwrap(second, CONTEXT)).rejects.toThrow("version 2 is missing");
    await expect(wrapping(`2:${C},1:${A}`).unwrap(second, CONTEXT)).rejects.toThrow(UnreadableKey);
    await expect(wrapping(A ?? "").unwrap(new Uint8Array(3), CONTEXT)).rejects.toThrow(
      UnreadableKey,
    );
  });

  it("is never there without a usable root key", async () => {
    await expect(wrapping("").wrap(systemRandom(32), CONTEXT)).rejects.toThrow("root key: missing");
  });
});
