// Tokens of every form in a real namespace: spaces that are used up, and tokens that never return.
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { FORMAT, JSON_NUMBER_KIND, kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { readDeletion, requestDeletion } from "../../support/vault/erasing.ts";
import {
  freshVault,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";

const EMAIL = kindOf(0, TOKEN.text, FORMAT.emailAddress);
const STATE = kindOf(0, TOKEN.state, FORMAT.none);
const PERSON = kindOf(0, TOKEN.person, FORMAT.none);
const NUMERIC = kindOf(0, TOKEN.numeric, FORMAT.none);
const STATES =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  );

/** The whole of it takes minutes: FULL_SPACES=1 runs it, otherwise a part. */
const IS_FULL = env.FULL_SPACES === "1";
const NUMBERS = IS_FULL ? 1_000_000 : 4_000;
const NAMES = IS_FULL ? 200_000 : 3_000;
const BATCH = 5_000;

async function maskAll(
  vault: OpenVault,
  values: readonly string[],
  kind: number,
): Promise<string[]> {
  const tokens: string[] = [];
  for (let at = 0; at < values.length; at += BATCH) {
    tokens.push(...(await maskValues(vault, values.slice(at, at + BATCH), kind)));
  }
  return tokens;
}

async function eraseAll(vault: OpenVault): Promise<void> {
  const { trackingId } = await requestDeletion(vault);
  while ((await readDeletion(vault, trackingId)).state !== "SUCCESS") await scheduler.wait(20);
}

async function unmaskAll(vault: OpenVault, tokens: readonly string[]): Promise<(string | null)[]> {
  const values: (string | null)[] = [];
  for (let at = 0; at < tokens.length; at += BATCH) {
    values.push(...(await unmaskTokens(vault, tokens.slice(at, at + BATCH))));
  }
  return values;
}

describe("spaces of fixed-shape tokens", () => {
  it(
    `give ${STATES.length} states, ${NUMBERS} numbers and ${NAMES} names a token each, and never one twice`,
    async () => {
      const vault = await freshVault();
      const numbers = Array.from({ length: NUMBERS }, (_, i) => String(i).padStart(6, "0"));
      const names = Array.from({ length: NAMES }, (_, i) => `Name${i.toString(36)}`);
      const seen = new Set<string>();
      let expected = 0;
      for (let life = 0; life < 2; life++) {
        for (const [values, kind] of [
          [STATES, STATE],
          [numbers, NUMERIC],
          [names, PERSON],
        ] as const) {
          const tokens = await maskAll(vault, values, kind);
          for (const token of tokens) seen.add(token);
          expected += values.length;
          expect(seen.size).toBe(expected);
          expect(tokens.filter((token, i) => token === values[i])).toEqual([]);
          expect(await unmaskAll(vault, tokens)).toEqual(values);
          expect(await maskAll(vault, values.slice(0, 100), kind)).toEqual(tokens.slice(0, 100));
        }
        await eraseAll(vault);
      }
    },
    IS_FULL ? 1_800_000 : 60_000,
  );

  it("never show the value, whatever its letter case, width or blanks", async () => {
    const vault = await freshVault();
    // As many as there are codes: some place has each of them.
    const codes = [
      ...STATES,
      "AS",
      "DC",
      "FM",
      "GU",
      "MH",
      "MP",
      "PW",
      "PR",
      "VI",
      "AA",
      "AE",
      "AP",
    ];
    for (const respell of [(code: string) => ` ${code}`, (code: string) => code.toLowerCase()]) {
      const values = codes.map(respell);
      const tokens = await maskValues(vault, values, STATE);
      const plain = tokens.map((token) => token.trim().toUpperCase());
      expect(plain.filter((token, i) => token === codes[i])).toEqual([]);
    }
  });

  it("stay apart when many ask at once", async () => {
    const vault = await freshVault();
    const tokens = await Promise.all(STATES.map((state) => maskValues(vault, [state], STATE)));
    expect(new Set(tokens.flat()).size).toBe(STATES.length);
    expect(await unmaskTokens(vault, tokens.flat())).toEqual(STATES);
  });

  it("that share texts do not meet in one batch, however much of them it takes", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 6_000 }, (_, i) => String(100_000 + i * 7));
    const kinds = values.map((_, i) => (i % 2 === 0 ? NUMERIC : JSON_NUMBER_KIND));
    const reply = await vault.calls.mask(vault.caller, {
      values: [...values, ...values],
      policySetVersion: 0,
      kinds: [...kinds, ...kinds.toReversed()],
      attributes: [...values, ...values].map(() => null),
    });
    const tokens = reply.ok ? reply.value : [];
    expect(new Set(tokens).size).toBe(12_000);
    expect(await unmaskTokens(vault, tokens)).toEqual([...values, ...values]);
  });

  it("give one kind tokens with and without a row of their own, by value", async () => {
    const vault = await freshVault();
    const kind = kindOf(0, TOKEN.text, FORMAT.phoneNumber);
    const values = ["+1 415 555 2671", "no phone", "+44 20 7946 0018", "neither", "030 901820"];
    const tokens = await maskValues(vault, values, kind);
    expect(tokens[1]).toMatch(/^\w+ \w+$/);
    expect(tokens[0]).toMatch(/^\+1 \d{3} \d{3} \d{4}$/);
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
    expect(await maskValues(vault, values, kind)).toEqual(tokens);
  });
});

describe("a namespace from before 0.1.0", () => {
  it.each([
    ["tokens of its time", "UPDATE setting SET value = 2 WHERE name = 'formed_tokens_since'"],
    ["a digest key of its time", "UPDATE namespace_key SET name = 'digest' WHERE name = 'index'"],
  ])("with %s is not served, rather than with other tokens", async (_, statement) => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann"], EMAIL);
    await rows(vault, statement);
    await evictDurableObject(vault.object);
    const batch = { values: ["Ann"], policySetVersion: 0, kinds: [EMAIL], attributes: [null] };
    expect(await vault.calls.mask(vault.caller, batch)).toEqual({
      ok: false,
      error: { code: "internal" },
    });
  });
});
