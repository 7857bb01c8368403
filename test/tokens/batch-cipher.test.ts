// The cipher of a batch gives the same results as the cipher of single ids, in whatever order it is used.
import { describe, expect, it, vi } from "vitest";
import { Aes, platformAes } from "../../src/crypto/aes.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { BatchCipher, keyUnder } from "../../src/tokens/batch-cipher.ts";
import {
  MAX_TOKEN_ID,
  TOKEN_KEY_BYTES,
  type TokenCipher,
  tokenCipher,
} from "../../src/tokens/cipher/cipher.ts";
import { emailForm } from "../../src/tokens/forms/network/email.ts";
import { shapedForm } from "../../src/tokens/forms/plain/free-length.ts";
import { findTokens } from "../../src/tokens/reading/find-tokens.ts";
import { carriedId } from "../../src/tokens/recognition.ts";
import { fc } from "../support/properties.ts";

const KEY = systemRandom(TOKEN_KEY_BYTES);
const cipher = tokenCipher(KEY);
const batchCipher = new BatchCipher(KEY);
const anyId = fc.oneof(
  fc.integer({ min: 0, max: MAX_TOKEN_ID }),
  fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 39, MAX_TOKEN_ID),
);
/** Few enough for one by one, and many. */
const anyIds = fc.array(anyId, { minLength: 0, maxLength: 200 });

describe("ids of a batch", () => {
  it("are those of the cipher, in order, in another order and beside others", async () => {
    await fc.assert(
      fc.asyncProperty(anyIds, fc.array(anyId), async (ids, others) => {
        const ready = await batchCipher.forIds(ids);
        for (const asked of [ids, [...ids].reverse(), others, ids.flatMap((id) => [id, id])]) {
          for (const id of asked) expect(ready.encipher(id)).toEqual(cipher.encipher(id));
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("texts of a batch", () => {
  const tokenOf = (id: number, i: number): string =>
    i % 3 === 0
      ? emailForm.token(cipher, id, "ann@shop.example")
      : shapedForm.token(cipher, id, i % 3 === 1 ? "Ann Lee" : "ann");
  const textOf = fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Za-z]{14,20}$/));

  it("carry what the cipher reads, in order, in another order and beside others", async () => {
    await fc.assert(
      fc.asyncProperty(anyIds, fc.array(textOf), async (ids, others) => {
        const tokens = ids.map(tokenOf);
        const ready = await batchCipher.forTexts([...tokens, ...others]);
        expect(tokens.map((token) => carriedId(ready, token))).toEqual(ids);
        for (const text of [...tokens.toReversed(), ...others, ...others]) {
          expect(carriedId(ready, text)).toBe(carriedId(cipher, text));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("refuse halves that were not enciphered, foreseen or not", async () => {
    const other = tokenCipher(systemRandom(TOKEN_KEY_BYTES));
    const foreign = Array.from({ length: 100 }, (_, id) => shapedForm.token(other, id, "ann"));
    const ready = await batchCipher.forTexts(foreign.slice(0, 50));
    for (const text of foreign) expect(carriedId(ready, text)).toBeNull();
  });

  it("refuse one half of a foreseen token beside another half", async () => {
    const ids = Array.from({ length: 100 }, (_, id) => id);
    const ready = await batchCipher.forTexts(ids.map((id) => shapedForm.token(cipher, id, "ann")));
    for (const id of ids) {
      const [high, low] = cipher.encipher(id);
      expect(ready.decipher(high, low)).toBe(id);
      expect(ready.decipher(high, (low + 1) % (MAX_TOKEN_ID + 1))).toBeNull();
    }
  });

  it("take the rest of the cipher as it is", async () => {
    const ready = await batchCipher.forIds(Array.from({ length: 100 }, (_, id) => id));
    const halves = cipher.encipher(7);
    expect(ready.decipher(...halves)).toBe(7);
    expect(ready.padding(7, 1)).toEqual(cipher.padding(7, 1));
    expect(ready.mix(7, 1)).toBe(cipher.mix(7, 1));
  });
});

describe("texts of a batch that are searched", () => {
  const search = async (given: TokenCipher, text: string) => findTokens(given, text);
  /** A batch cipher that counts what it leaves to be done one by one. */
  const counting = () => {
    const counted = new BatchCipher(KEY);
    const { decipher } = counted.cipher;
    const alone = { calls: 0 };
    counted.cipher.decipher = (high, low) => {
      alone.calls += 1;
      return decipher(high, low);
    };
    return { counted, alone };
  };
  const token = shapedForm.token(cipher, 7, "Ann Lee");
  const words = fc.constantFrom(
    "Ann",
    "0rder",
    "12345678",
    "at",
    "harbour street 12",
    token,
    "\\n",
  );
  const text = fc.array(words, { maxLength: 40 }).map((all) => all.join(" "));

  it("hold what the cipher finds, one text at a time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 20 }), text, async (texts, other) => {
        const ready = await batchCipher.forSearch(texts, search);
        for (const one of [...texts, other]) {
          expect(findTokens(ready, one)).toEqual(findTokens(cipher, one));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("ask for nothing one by one, even where texts begin alike", async () => {
    const texts = Array.from(
      { length: 100 },
      (_, i) => `Ann bought ${token}, box 0000000 ${1_000_000 + i}`,
    );
    const { counted, alone } = counting();
    const ready = await counted.forSearch(texts, search);
    for (const one of texts) expect(findTokens(ready, one)).toHaveLength(1);
    expect(alone.calls).toBe(0);
  });

  it("are not searched again where nothing is", async () => {
    const empty = Array.from({ length: 100 }, (_, i) => `Ann bought box 0000000 ${1_000_000 + i}`);
    const full = empty.map((one) => `${one} ${token}`);
    const { counted } = counting();
    const ready = await counted.forSearch([...empty, ...full], search);
    const asked = vi.spyOn(ready, "decipher");
    for (const one of empty) expect(findTokens(ready, one)).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
    for (const one of full) expect(findTokens(ready, one)).toHaveLength(1);
  });

  it("are searched one by one where they ask for more than is worth foreseeing", async () => {
    const hostile = `${"0 1 ".repeat(40_000)}${token}`;
    const { counted, alone } = counting();
    const ready = await counted.forSearch(["Ann", hostile], search);
    expect(ready).toBe(counted.cipher);
    expect(alone.calls).toBe(0);
    expect(findTokens(ready, hostile)).toEqual(findTokens(cipher, hostile));
  });

  it("cannot be chosen to meet in one place of a table: another key puts them elsewhere", async () => {
    // Halves by which a table was flooded: 2^26 and 2^27 apart, they had one place under every key.
    const pairs = [0, 1, 2].flatMap((h) =>
      [0, 1, 2].map((l) => [h * 2 ** 26, l * 2 ** 27] as const),
    );
    for (let key = 0; key < 20; key++) {
      const keyOf = keyUnder(tokenCipher(systemRandom(TOKEN_KEY_BYTES)));
      expect(new Set(pairs.map(([high, low]) => keyOf(high, low))).size).toBe(pairs.length);
    }
    const [one, other] = [0, 1].map(() => keyUnder(tokenCipher(systemRandom(TOKEN_KEY_BYTES))));
    expect(one?.(2 ** 26, 2 ** 27)).not.toBe(other?.(2 ** 26, 2 ** 27));
  });
});

describe("the platform's AES", () => {
  const ids = Array.from({ length: 100 }, (_, i) => i * 7);
  const plain = ids.map((id) => cipher.encipher(id));

  it("is done without where there is none", async () => {
    const alone = new BatchCipher(KEY, (key) => new Aes(key, async () => null));
    const ready = await alone.forIds(ids);
    expect(ids.map((id) => ready.encipher(id))).toEqual(plain);
    const texts = ids.map((id) => shapedForm.token(cipher, id, "ann"));
    const read = await alone.forTexts(texts);
    expect(texts.map((text) => carriedId(read, text))).toEqual(ids);
  });

  it("is loaded anew when whoever asked first never gets it, and once when he does", async () => {
    let asked = 0;
    const later = new BatchCipher(KEY, (key) => {
      return new Aes(key, async () => {
        asked += 1;
        return asked === 1 ? new Promise<never>(() => {}) : platformAes(key);
      });
    });
    void later.forIds(ids);
    for (let time = 0; time < 3; time++) {
      const ready = await later.forIds(ids);
      expect(ids.map((id) => ready.encipher(id))).toEqual(plain);
    }
    expect(asked).toBe(2);
  });
});
