import { describe, expect, it } from "vitest";
import type { RandomSource } from "../../src/core/random.ts";
import { systemRandom } from "../../src/core/random.ts";
import { count, freshVault, KIND, maskValues, rows, unmaskTokens } from "./fresh-vault.ts";
import { inNamespace, mask } from "./inside.ts";

/** Bytes a numeric token of six digits is drawn from. */
const DRAW_BYTES = 6 + 8;

/** Randomness whose numeric draws of six digits are all of one digit, as listed. */
function drawing(...digits: number[]): RandomSource {
  return (length) =>
    length === DRAW_BYTES && digits.length > 0
      ? new Uint8Array(length).fill(digits.shift() ?? 0)
      : systemRandom(length);
}

describe("fixed-shape tokens", () => {
  it("are drawn again when another mapping has them, or a value of the same batch", async () => {
    const vault = await freshVault();
    await inNamespace(
      vault,
      async (namespace) => {
        expect(await mask(namespace, ["a11111"], KIND.numeric)).toEqual(["555555"]);
        expect(await mask(namespace, ["b11111", "c11111"], KIND.numeric)).toEqual([
          "888888",
          "777777",
        ]);
      },
      { random: drawing(5, 5, 7, 7, 8) },
    );
    expect(await unmaskTokens(vault, ["555555", "888888", "777777"])).toEqual([
      "a11111",
      "b11111",
      "c11111",
    ]);
  });

  it("are drawn again when they are the value itself", async () => {
    const vault = await freshVault();
    await inNamespace(
      vault,
      async (namespace) => {
        expect(await mask(namespace, ["333333"], KIND.numeric)).toEqual(["444444"]);
      },
      { random: drawing(3, 4) },
    );
  });

  it("are drawn again when a call at the same time drew the same and was first", async () => {
    const vault = await freshVault();
    await inNamespace(
      vault,
      async (namespace) => {
        const tokens = await Promise.all([
          mask(namespace, ["a11111"], KIND.numeric),
          mask(namespace, ["b11111"], KIND.numeric),
        ]);
        expect(tokens.flat().toSorted()).toEqual(["555555", "666666"]);
      },
      { random: drawing(5, 5, 6) },
    );
    expect(await unmaskTokens(vault, ["555555", "666666"])).not.toContain(null);
  });

  it("may equal another value that is masked: the two do not mix", async () => {
    const vault = await freshVault();
    await inNamespace(
      vault,
      async (namespace) => {
        expect(await mask(namespace, ["111111"], KIND.numeric)).toEqual(["222222"]);
        expect(await mask(namespace, ["222222"], KIND.numeric)).toEqual(["111111"]);
      },
      { random: drawing(2, 1) },
    );
    expect(await unmaskTokens(vault, ["111111", "222222"])).toEqual(["222222", "111111"]);
  });

  it("are lengthened when draw after draw is taken", async () => {
    const vault = await freshVault();
    await inNamespace(
      vault,
      async (namespace) => {
        await mask(namespace, ["a11111"], KIND.numeric);
        const [token] = await mask(namespace, ["b11111"], KIND.numeric);
        expect(token).toMatch(/^\d{7}$/);
      },
      { random: drawing(9, 9, 9, 9, 9) },
    );
  });
});

describe("a mapping that is gone (law 3)", () => {
  it.each([
    ["free-length", KIND.default],
    ["opaque", KIND.special],
    ["numeric", KIND.numeric],
  ])(
    "leaves a token that stands for nothing, and its value gets a new one (%s)",
    async (_, kind) => {
      const vault = await freshVault();
      const before = await maskValues(vault, ["value 123456", "other 123456"], kind);
      await rows(vault, "DELETE FROM mapping");
      expect(await unmaskTokens(vault, before)).toEqual([null, null]);
      const after = await maskValues(vault, ["value 123456", "other 123456"], kind);
      expect(new Set([...before, ...after]).size).toBe(4);
      expect(await unmaskTokens(vault, [...before, ...after])).toEqual([
        null,
        null,
        "value 123456",
        "other 123456",
      ]);
    },
  );

  it("keeps its numeric token from ever being minted again", async () => {
    const vault = await freshVault();
    await inNamespace(
      vault,
      async (namespace) => {
        expect(await mask(namespace, ["a11111"], KIND.numeric)).toEqual(["555555"]);
      },
      { random: drawing(5) },
    );
    await rows(vault, "DELETE FROM mapping");
    await inNamespace(
      vault,
      async (namespace) => {
        expect(await mask(namespace, ["b11111"], KIND.numeric)).toEqual(["666666"]);
      },
      { random: drawing(5, 5, 6) },
    );
    expect(await unmaskTokens(vault, ["555555", "666666"])).toEqual([null, "b11111"]);
    expect(await count(vault, "shaped_token")).toBe(2);
  });
});

describe("attributes", () => {
  it("are kept once per mapping and pair, whatever repeats them", async () => {
    const vault = await freshVault();
    const pairs = ['{"a":1,"b":[2]}', '{"a":1}', '{"a":2}', '"text"', "null", "{}", null];
    for (let round = 0; round < 2; round++) {
      const reply = await vault.calls.mask(vault.caller, {
        values: pairs.map(() => "same"),
        kinds: pairs.map(() => KIND.text),
        attributes: pairs,
      });
      expect(reply.ok && new Set(reply.value).size).toBe(1);
      expect(await count(vault, "mapping")).toBe(1);
      expect(await count(vault, "attribute")).toBe(5);
    }
  });
});
