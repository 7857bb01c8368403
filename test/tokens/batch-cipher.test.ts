// Work done ahead gives what the cipher gives, in whatever order it is asked for.
import { describe, expect, it } from "vitest";
import { aesBlocks } from "../../src/platform/aes-blocks.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { aheadCipher } from "../../src/tokens/batch-cipher.ts";
import { MAX_TOKEN_ID, TOKEN_KEY_BYTES, tokenCipher } from "../../src/tokens/cipher/cipher.ts";
import { MAX_SPACE, MAX_SPACE_SIZE, permuted } from "../../src/tokens/cipher/permutation.ts";
import { emailForm } from "../../src/tokens/forms/network/email.ts";
import { urlForm } from "../../src/tokens/forms/network/url.ts";
import { shapedForm } from "../../src/tokens/forms/plain/shaped.ts";
import { readIds } from "../../src/tokens/makers.ts";
import { findTokens } from "../../src/tokens/reading/find-tokens.ts";
import { fc } from "../support/properties.ts";

const KEY = systemRandom(TOKEN_KEY_BYTES);
const cipher = tokenCipher(KEY);
const ahead = aheadCipher(KEY);
const anyId = fc.oneof(
  fc.integer({ min: 0, max: MAX_TOKEN_ID }),
  fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 39, MAX_TOKEN_ID),
);
/** Few enough for one by one, and many. */
const anyIds = fc.array(anyId, { minLength: 0, maxLength: 200 });

describe("ids enciphered ahead", () => {
  it("are those of the cipher, in order, in another order and beside others", async () => {
    await fc.assert(
      fc.asyncProperty(anyIds, fc.array(anyId), async (ids, others) => {
        const ready = await ahead.forIds(ids);
        for (const asked of [ids, [...ids].reverse(), others, ids.flatMap((id) => [id, id])]) {
          for (const id of asked) expect(ready.encipher(id)).toEqual(cipher.encipher(id));
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("places put through permutations ahead", () => {
  /** Grids that most, half and hardly any of their places fall out of at first, and the largest. */
  const spaces = [
    { space: 1_000, size: 2 },
    { space: 1_001, size: 3 },
    { space: 7, size: 73_049 },
    { space: 1_604, size: 2 ** 28 - 1 },
    { space: MAX_SPACE, size: MAX_SPACE_SIZE },
  ] as const;
  const anyPlace = fc.record({
    of: fc.constantFrom(...spaces),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  });

  it("are the numbers of the permutation, in order, in another order and beside others", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPlace, { maxLength: 200 }),
        fc.array(anyPlace),
        async (asked, others) => {
          const rows = [...asked, ...others].map(({ of, at }) => {
            return { ...of, place: Math.floor(at * of.size) };
          });
          const foreseen = rows.slice(0, asked.length);
          const ready = await ahead.forPlaces({
            spaces: foreseen.map(({ space }) => space),
            sizes: foreseen.map(({ size }) => size),
            places: foreseen.map(({ place }) => place),
          });
          for (const { space, size, place } of [...foreseen, ...rows.toReversed()]) {
            const number = permuted(ready, space, size, place);
            expect(number).toBe(permuted(cipher, space, size, place));
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("refuse places that are not there, foreseen or not", async () => {
    const places = Array.from({ length: 40 }, (_, i) => i);
    const ready = await ahead.forPlaces({
      spaces: places.map(() => 1_000),
      sizes: places.map(() => 39),
      places,
    });
    expect(permuted(ready, 1_000, 39, 38)).toBe(permuted(cipher, 1_000, 39, 38));
    expect(() => permuted(ready, 1_000, 39, 39)).toThrow("overrun");
  });
});

describe("texts deciphered ahead", () => {
  const tokenOf = (id: number, i: number): string =>
    i % 3 === 0
      ? emailForm.token(cipher, id, "ann@shop.example")
      : shapedForm.token(cipher, id, i % 3 === 1 ? "Ann Lee" : "ann");
  const textOf = fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Za-z]{14,20}$/));

  it("carry what the cipher reads, in order, in another order and beside others", async () => {
    await fc.assert(
      fc.asyncProperty(anyIds, fc.array(textOf), async (ids, others) => {
        const tokens = ids.map(tokenOf);
        const ready = await ahead.forTexts([...tokens, ...others]);
        expect(tokens.map((token) => readIds(ready, token)[0])).toEqual(ids);
        for (const text of [...tokens.toReversed(), ...others, ...others]) {
          expect(readIds(ready, text)).toEqual(readIds(cipher, text));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("refuse halves that were not enciphered, foreseen or not", async () => {
    const other = tokenCipher(systemRandom(TOKEN_KEY_BYTES));
    const foreign = Array.from({ length: 100 }, (_, id) => shapedForm.token(other, id, "ann"));
    const ready = await ahead.forTexts(foreign.slice(0, 50));
    for (const text of foreign) expect(readIds(ready, text)).toEqual([]);
  });

  it("take the rest of the cipher as it is", async () => {
    const ready = await ahead.forIds(Array.from({ length: 100 }, (_, id) => id));
    const halves = cipher.encipher(7);
    expect(ready.decipher(...halves)).toBe(7);
    expect(ready.padding(7, 1)).toEqual(cipher.padding(7, 1));
    expect(ready.mix(7, 1)).toBe(cipher.mix(7, 1));
  });
});

describe("texts searched ahead", () => {
  const anyToken = fc
    .tuple(
      anyId,
      fc.constantFrom("ann@shop.example", "ann", "Ann Lee", "12 High St", "https://a.example/b"),
    )
    .map(([id, value]) => {
      const form = [emailForm, urlForm].find((one) => one.fits(value)) ?? shapedForm;
      return form.token(cipher, id, value);
    });
  const anyPart = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[0-9A-Za-z]{1,40}$/),
    fc.constantFrom("\\n", "\\u0041", "@", ".example.com", "A1 B2 C3"),
    anyToken,
  );
  /** Long, and with a place in each number where a token could begin. */
  const numbers = Array.from({ length: 400 }, (_, i) => 10 ** 13 + i).join(" ");
  const anyText = fc.array(anyPart, { maxLength: 6 }).map((parts) => parts.join(""));

  it("are those without tokens, and all of them where there is enough to decipher", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText), async (texts) => {
        const bare = (text: string) => findTokens(cipher, text).length === 0;
        const all = [...texts, numbers];
        expect(await ahead.withoutTokens(all)).toEqual(all.map(bare));
      }),
      { numRuns: 100 },
    );
  });

  it("are none where there is little to decipher, or no blocks", async () => {
    const noBlocks = aheadCipher(KEY, async () => null);
    expect(await ahead.withoutTokens(["Bo saw Ada.", ""])).toEqual([]);
    expect(await ahead.withoutTokens(["no place to begin ".repeat(400)])).toEqual([]);
    expect(await noBlocks.withoutTokens([numbers])).toEqual([]);
    expect(await ahead.withoutTokens([numbers, ""])).toEqual([true, true]);
  });
});

describe("blocks of the platform", () => {
  const ids = Array.from({ length: 100 }, (_, i) => i * 7);
  const plain = ids.map((id) => cipher.encipher(id));

  it("are done without where there are none", async () => {
    const alone = aheadCipher(KEY, async () => null);
    const ready = await alone.forIds(ids);
    expect(ids.map((id) => ready.encipher(id))).toEqual(plain);
    const texts = ids.map((id) => shapedForm.token(cipher, id, "ann"));
    const read = await alone.forTexts(texts);
    expect(texts.map((text) => readIds(read, text)[0])).toEqual(ids);
  });

  it("are loaded anew when whoever asked first never gets them, and once when he does", async () => {
    let asked = 0;
    const later = aheadCipher(KEY, async (key) => {
      asked += 1;
      return asked === 1 ? new Promise<never>(() => {}) : aesBlocks(key);
    });
    void later.forIds(ids);
    for (let time = 0; time < 3; time++) {
      const ready = await later.forIds(ids);
      expect(ids.map((id) => ready.encipher(id))).toEqual(plain);
    }
    expect(asked).toBe(2);
  });
});
