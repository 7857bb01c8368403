// Tokens of many policies in one namespace: stable for each, and never one for two values.
import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { FORMAT, goTogether, kindOf, TOKEN, TOKEN_NAMES } from "../../../src/tokens/kinds.ts";
import { fc } from "../../support/properties.ts";
import { expectDead } from "../../support/vault/erasing.ts";
import {
  accepted,
  count,
  freshVault,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { eraseValues, previewErasure } from "../../support/vault/person.ts";
import { copyOf, restore } from "../../support/vault/restoring.ts";

/** The default policy, the first ones, and the highest id there can be. */
const POLICIES = [0, 1, 2, 3, 2 ** 37 - 1];
const FORMATS = Object.values(FORMAT);
/** Token name and format of every kind. */
const PAIRS = TOKEN_NAMES.flatMap(({ code }) =>
  FORMATS.filter((format) => format === FORMAT.none || goTogether(code, format)).map(
    (format) => [code, format] as const,
  ),
);
/** One value for each form, and some for none. */
const VALUES = [
  "ada@example.com",
  "+49 30 901820",
  "123-45-6789",
  "4111 1111 1111 1111",
  "192.0.2.7",
  "https://ada.example/x?y=1",
  "DE89 3704 0044 0532 0130 00",
  "00:1B:44:11:3A:B7",
  "1985-03-17",
  "Texas",
  "Zürich",
  "12 Main Street",
  "Ada Lovelace",
  "42",
  "オリオン",
];

interface Column {
  readonly values: string[];
  readonly kinds: number[];
}

async function maskColumns(
  { calls, caller }: OpenVault,
  { values, kinds }: Column,
): Promise<string[]> {
  const attributes = values.map(() => null);
  return accepted(await calls.mask(caller, { values, kinds, attributes, policySetVersion: 0 }));
}

function columns(values: readonly string[], pairs: readonly (readonly [number, number])[]): Column {
  const column: Column = { values: [], kinds: [] };
  for (const policy of POLICIES) {
    for (const [tokenName, format] of pairs) {
      for (const value of values) {
        column.values.push(value);
        column.kinds.push(kindOf(policy, tokenName, format));
      }
    }
  }
  return column;
}

describe("the same values under several policies", () => {
  it(`have a token of their own in each of ${PAIRS.length} kinds, and all come back`, async () => {
    const vault = await freshVault();
    const all = columns(VALUES, PAIRS);
    const tokens = await maskColumns(vault, all);
    expect(new Set(tokens).size).toBe(POLICIES.length * PAIRS.length * VALUES.length);
    expect(await unmaskTokens(vault, tokens)).toEqual(all.values);
    await evictDurableObject(vault.object);
    expect(await maskColumns(vault, all)).toEqual(tokens);
    expect(await unmaskTokens(vault, tokens)).toEqual(all.values);
  });

  it("any values at all, in both families of tokens", async () => {
    const vault = await freshVault();
    const seen = new Map<string, string>();
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
    const digits = fc.stringMatching(/^[0-9]{1,9}$/);
    const values = fc.uniqueArray(fc.oneof(text, digits), { minLength: 1, maxLength: 40 });
    const pairs = [
      [TOKEN.text, FORMAT.none],
      [TOKEN.numeric, FORMAT.none],
      [TOKEN.state, FORMAT.none],
      [TOKEN.special, FORMAT.none],
    ] as const;
    await fc.assert(
      fc.asyncProperty(values, async (some) => {
        const all = columns(some, pairs);
        const tokens = await maskColumns(vault, all);
        expect(new Set(tokens).size).toBe(tokens.length);
        tokens.forEach((token, i) => {
          const value = all.values[i] ?? "";
          expect(seen.get(token) ?? value).toBe(value);
          seen.set(token, value);
        });
        expect(await unmaskTokens(vault, tokens)).toEqual(all.values);
      }),
      { numRuns: 8 },
    );
  });

  it("are erased by value under all of them, also in a copy from before, and get new tokens", async () => {
    const vault = await freshVault();
    const pairs = PAIRS.filter(([, format]) => format === FORMAT.none || format === FORMAT.url);
    const ada = columns(["Ada"], pairs);
    const bob = columns(["Bob"], pairs);
    const dead = await maskColumns(vault, ada);
    const live = await maskColumns(vault, bob);
    const copy = await copyOf(vault);
    const person = { target: "value", values: ["Ada"] } as const;
    expect((await previewErasure(vault, person)).matches.exact).toBe(dead.length);
    const { cleared } = await eraseValues(vault, "Ada");
    expect(cleared).toBe(dead.length);
    const again = await maskColumns(vault, ada);
    expect(new Set([...dead, ...again, ...live]).size).toBe(3 * dead.length);
    await restore(vault, copy);
    await expectDead(vault, dead);
    expect(await unmaskTokens(vault, live)).toEqual(bob.values);
    // Behind what was given out before the restore, in the spaces that all policies share as well.
    const after = await maskColumns(vault, ada);
    expect(new Set([...dead, ...again, ...live, ...after]).size).toBe(4 * dead.length);
  });

  it("take places of the same spaces", async () => {
    const vault = await freshVault();
    const numbers = columns(["123456"], [[TOKEN.numeric, FORMAT.none]]);
    await maskColumns(vault, numbers);
    const counters = await rows(
      vault,
      "SELECT name, value FROM setting WHERE name LIKE 'token_ceiling_%'",
    );
    expect(counters).toEqual([{ name: "token_ceiling_6", value: POLICIES.length }]);
    expect(await count(vault, "shaped_token")).toBe(POLICIES.length);
  });
});
