// Known answers of the cryptography: the right ones are computed, and a wrong one is noticed.
import { describe, expect, it } from "vitest";
import { Aes, platformAes } from "../../src/crypto/aes.ts";
import { CRYPTO_VECTORS, cryptoAnswers } from "../../src/crypto/self-test.ts";
import { SelfTest } from "../../src/platform/self-test.ts";

/** What each vector is of. */
const NAMES = { cmac: "AES-CMAC", siv: "AES-SIV", gcm: "AES-GCM", derived: "HKDF" };

/** Every text of the vectors, with the way to it. */
function textsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value === "string") return [path];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, [...path, key]));
}

/** The vectors with one digit of one text changed. */
function changed(path: readonly string[], at: number): typeof CRYPTO_VECTORS {
  const copy = structuredClone(CRYPTO_VECTORS);
  let holder = copy as unknown as Record<string, never>;
  for (const key of path.slice(0, -1)) holder = holder[key] as never;
  const last = path.at(-1) as string;
  const text = holder[last] as unknown as string;
  const digit = text[at] === "7" ? "8" : "7";
  (holder as Record<string, string>)[last] = text.slice(0, at) + digit + text.slice(at + 1);
  return copy;
}

describe("the known answers of the cryptography", () => {
  it("all come out", async () => {
    expect(await new SelfTest(cryptoAnswers()).failure()).toBeNull();
  });

  it.each(textsOf(CRYPTO_VECTORS).map((path) => [path.join("."), path] as const))(
    "do not when a digit of %s is another",
    async (_, path) => {
      const name = NAMES[path[0] as keyof typeof NAMES];
      for (const at of [0, 9, 27]) {
        expect([at, await new SelfTest(cryptoAnswers(changed(path, at))).failure()]).toEqual([
          at,
          name,
        ]);
      }
    },
  );

  it("do not when the platform's AES, which batches go through, is wrong", async () => {
    const aesOf = (key: Uint8Array) =>
      new Aes(key, async () => {
        const blocks = await platformAes(key);
        if (blocks === null) throw new Error("no platform's AES to be tested");
        return (input) => blocks(input).map((byte) => byte ^ 1);
      });
    const answers = cryptoAnswers(CRYPTO_VECTORS, aesOf);
    expect(await new SelfTest(answers).failure()).toBe("AES-CMAC");
    expect(await new SelfTest(answers.slice(1)).failure()).toBe("AES-SIV");
  });
});
