import { describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { stallAt } from "../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";

/** By hand: counters of token spaces as they were before any token was made. */
const resetCounters = (vault: OpenVault) =>
  rows(vault, "DELETE FROM setting WHERE name LIKE 'token_ceiling_%'");

/** Mask one value inside, in a namespace put together anew. */
async function maskAnew(vault: OpenVault, value: string): Promise<string> {
  const tokens: string[] = [];
  await inNamespace(vault, async (namespace) => {
    tokens.push(...(await mask(namespace, [value], KIND.numeric)));
  });
  return tokens[0] ?? "";
}

describe("fixed-shape tokens", () => {
  it("pass over those that another mapping has, whatever the counter says", async () => {
    const vault = await freshVault();
    const first = await maskAnew(vault, "a11111");
    await resetCounters(vault);
    const rest: string[] = [];
    await inNamespace(vault, async (namespace) => {
      rest.push(...(await mask(namespace, ["b11111", "c11111"], KIND.numeric)));
    });
    expect(new Set([first, ...rest]).size).toBe(3);
    for (const token of rest) expect(token).toMatch(/^\d{6}$/);
    expect(await unmaskTokens(vault, [first, ...rest])).toEqual(["a11111", "b11111", "c11111"]);
  });

  it("pass over many in a row: tokens of earlier versions stand anywhere", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 40 }, (_, i) => String(100_000 + i));
    const old = await maskValues(vault, values, KIND.numeric);
    await resetCounters(vault);
    const token = await maskAnew(vault, "a11111");
    expect(old).not.toContain(token);
    expect(await unmaskTokens(vault, [token])).toEqual(["a11111"]);
  });

  it("pass over the value itself", async () => {
    const vault = await freshVault();
    const first = await maskAnew(vault, "a11111");
    await resetCounters(vault);
    await rows(vault, "DELETE FROM mapping");
    await rows(vault, "DELETE FROM shaped_token");
    expect(await maskAnew(vault, first)).toMatch(/^\d{6}$/);
    await resetCounters(vault);
    await rows(vault, "DELETE FROM mapping");
    await rows(vault, "DELETE FROM shaped_token");
    expect(await maskAnew(vault, first)).not.toBe(first);
  });

  it("are made again when somebody else has made the same and was first", async () => {
    const vault = await freshVault();
    const first = await maskAnew(vault, "a11111");
    const [row] = await rows(vault, "SELECT digest FROM shaped_token");
    await rows(vault, "DELETE FROM shaped_token");
    await rows(vault, "DELETE FROM mapping");
    await resetCounters(vault);
    const stall = stallAt("mask.before-commit");
    const masked = maskAnew(vault, "b11111");
    await stall.reached();
    await rows(vault, "INSERT INTO shaped_token VALUES (?, 1)", row?.["digest"] ?? null);
    stall.release();
    const second = await masked;
    setFailpointHook(null);
    expect(second).not.toBe(first);
    expect(await unmaskTokens(vault, [first, second])).toEqual([null, "b11111"]);
  });

  it("may equal another value that is masked: the two do not mix", async () => {
    const vault = await freshVault();
    const [first = ""] = await maskValues(vault, ["111111"], KIND.numeric);
    const [second = ""] = await maskValues(vault, [first], KIND.numeric);
    expect(await unmaskTokens(vault, [first, second])).toEqual(["111111", first]);
  });

  it("are lengthened when half the texts of their length are used", async () => {
    const vault = await freshVault();
    const use = (name: string, places: number) =>
      rows(vault, "INSERT OR REPLACE INTO setting VALUES (?, ?)", name, places);
    await use("token_ceiling_6", 499_999);
    expect(await maskAnew(vault, "a11111")).toMatch(/^\d{6}$/);
    expect(await maskAnew(vault, "b11111")).toMatch(/^\d{7}$/);
    for (let digits = 7; digits <= 12; digits++) {
      await use(`token_ceiling_${digits}`, 10 ** digits / 2);
    }
    expect(await maskAnew(vault, "c11111")).toMatch(/^\d{13}$/);
  });

  it("of thirteen digits and more hold their mapping's id: no counter is kept", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 50 }, (_, i) => `4111 1111 1111 ${1000 + i}`);
    const tokens = await maskValues(vault, values, KIND.numeric);
    expect(new Set(tokens.map((token) => token.replaceAll(" ", "").slice(0, 13))).size).toBe(50);
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
    const counters = "SELECT name FROM setting WHERE name LIKE 'token_ceiling_%'";
    expect(await rows(vault, counters)).toEqual([]);
  });

  it("spend at most as many places again as there are tokens, over any number of starts", async () => {
    const vault = await freshVault();
    let made = 0;
    for (let start = 0; start < 5; start++) {
      await inNamespace(vault, async (namespace) => {
        for (let i = 0; i < 9; i++) {
          await mask(namespace, [`${start}${i}1111`, `${start}${i}2222`], KIND.numeric);
          made += 2;
        }
      });
    }
    const [used] = await rows(vault, "SELECT value FROM setting WHERE name = 'token_ceiling_6'");
    expect(Number(used?.["value"])).toBeGreaterThanOrEqual(made);
    expect(Number(used?.["value"])).toBeLessThanOrEqual(2 * made);
  });
});

describe("a mapping that is gone", () => {
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
    const first = await maskAnew(vault, "a11111");
    await rows(vault, "DELETE FROM mapping");
    await resetCounters(vault);
    const second = await maskAnew(vault, "b11111");
    expect(second).not.toBe(first);
    expect(await unmaskTokens(vault, [first, second])).toEqual([null, "b11111"]);
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
        policySetVersion: 0,
        kinds: pairs.map(() => KIND.text),
        attributes: pairs,
      });
      expect(reply.ok && new Set(reply.value).size).toBe(1);
      expect(await count(vault, "mapping")).toBe(1);
      expect(await count(vault, "attribute")).toBe(5);
    }
  });
});
