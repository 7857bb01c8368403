// The characters of tokens are uniformly distributed: chi-square over the alphabet, at every position. Keys are fixed,
// so no run fails by chance.
import { describe, expect, it } from "vitest";
import type { RandomSource } from "../../../src/core/random-source.ts";
import { LETTERS_AND_DIGITS } from "../../../src/tokens/cipher/alphabet.ts";
import { MAX_TOKEN_ID, tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { makerOf } from "../../../src/tokens/makers.ts";

const DRAWS = 20_000;
const DIGITS = "0123456789";
const LETTERS_36 = "0123456789abcdefghijklmnopqrstuvwxyz";
const cipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => 7 * i));
const noise = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => 11 * i));

/** Random bytes that are the same in every run. */
function fixedRandom(): RandomSource {
  let blocks = 0;
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 16) {
      bytes.set(noise.padding(blocks++, 0).slice(0, length - at), at);
    }
    return bytes;
  };
}

/** Tokens of the first ids or places of a value, in the first space or, with `last`, the last counted one. */
function tokensOf(tokenName: number, format: number, value: string, last = false): string[] {
  const maker = makerOf(kindOf(DEFAULT_POLICY, tokenName, format), value);
  const random = fixedRandom();
  return Array.from({ length: DRAWS }, (_, number) => {
    if (maker.family === "free") return maker.form.token(cipher, number + 1, value);
    const stages = maker.family === "fixed" ? maker.stages : [];
    const stage = last ? stages.findLast(({ space }) => space !== null) : stages[0];
    return stage?.spell(cipher, number, random) ?? "";
  });
}

/** Chance of each character at each place; a place's chances sum up to 1. */
type Chances = readonly (readonly number[])[];

const evenly = (places: number, alphabet: string): Chances =>
  Array.from({ length: places }, () => [...alphabet].map(() => 1 / alphabet.length));

/** Chances of the digits of a number drawn from 0..2^40-1, written with so many digits of a base. */
function chancesOfHalf(base: number, length: number): Chances {
  const count = MAX_TOKEN_ID + 1;
  return Array.from({ length }, (_, place) => {
    const weight = base ** (length - 1 - place);
    const cycles = Math.floor(count / (weight * base));
    const rest = count - cycles * weight * base;
    return Array.from({ length: base }, (_, digit) => {
      const over = Math.min(weight, Math.max(0, rest - digit * weight));
      return (cycles * weight + over) / count;
    });
  });
}

const twice = (chances: Chances): Chances => [...chances, ...chances];

/**
 * The texts' characters have these chances, place by place. Chi-square has a mean of its degrees of
 * freedom and a variance of twice that; six deviations never happen by chance, and a bias of 62 letters
 * drawn by modulo from a byte (a quarter too often for eight of them) is over a hundred.
 */
function expectChances(texts: readonly string[], alphabet: string, chances: Chances): void {
  for (const [place, ofPlace] of chances.entries()) {
    const counts = new Map<string, number>();
    for (const text of texts) {
      const character = text[place] ?? "";
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    let chi2 = 0;
    let classes = 0;
    let known = 0;
    for (const [i, character] of [...alphabet].entries()) {
      const seen = counts.get(character) ?? 0;
      const expected = (ofPlace[i] ?? 0) * texts.length;
      known += seen;
      if (expected === 0) expect(seen).toBe(0);
      else {
        chi2 += (seen - expected) ** 2 / expected;
        classes++;
      }
    }
    expect(known).toBe(texts.length);
    const freedom = classes - 1;
    expect(chi2, `place ${place}`).toBeLessThan(freedom + 6 * Math.sqrt(2 * freedom));
  }
}

describe("the letters of free-length tokens", () => {
  it("are those of two even 40-bit numbers, shaped", () => {
    const tokens = tokensOf(TOKEN.text, FORMAT.none, "x");
    expectChances(tokens, LETTERS_AND_DIGITS, twice(chancesOfHalf(62, 7)));
  });

  it("are even where they pad, shaped", () => {
    const tokens = tokensOf(TOKEN.text, FORMAT.none, "a-".repeat(30));
    const padding = tokens.map((token) => token.replace(/-/g, "").slice(14));
    expectChances(padding, LETTERS_AND_DIGITS, evenly(16, LETTERS_AND_DIGITS));
  });

  it("are even where they pad, opaque", () => {
    const tokens = tokensOf(TOKEN.special, FORMAT.none, "x");
    expectChances(tokens, LETTERS_AND_DIGITS, twice(chancesOfHalf(62, 7)));
    const padding = tokens.map((token) => token.slice(14));
    expectChances(padding, LETTERS_AND_DIGITS, evenly(1, LETTERS_AND_DIGITS));
    const longest = padding.filter((text) => text.length === 10);
    expectChances(longest, LETTERS_AND_DIGITS, evenly(10, LETTERS_AND_DIGITS));
  });

  it("are those of two even 40-bit numbers, e-mail", () => {
    const tokens = tokensOf(TOKEN.text, FORMAT.emailAddress, "jane@doe.com");
    const letters = tokens.map((token) => token.replace("@", "").slice(0, 16));
    expectChances(letters, LETTERS_36, twice(chancesOfHalf(36, 8)));
  });

  it("are those of two even 40-bit numbers in a host, even in a path", () => {
    const tokens = tokensOf(TOKEN.text, FORMAT.url, `https://doe.com/${"p".repeat(32)}`);
    const labels = tokens.map((token) => new URL(token).hostname);
    expectChances(labels, LETTERS_36, twice(chancesOfHalf(36, 8)));
    const paths = tokens.map((token) => new URL(token).pathname.slice(1));
    expectChances(paths, LETTERS_36, evenly(32, LETTERS_36));
  });
});

describe("the digits of fixed-shape tokens are even", () => {
  it.each([6, 10, 12, 16, 24])("numeric, %i digits", (length) => {
    const tokens = tokensOf(TOKEN.numeric, FORMAT.none, "1".repeat(length));
    // Texts of 13 digits are numbered by ids below 2^40, in an order of all of them.
    expectChances(tokens, DIGITS, evenly(length, DIGITS));
  });

  it("cards, behind the issuer's digits", () => {
    const tokens = tokensOf(TOKEN.text, FORMAT.creditCard, "4111 1111 1111 1111");
    const free = tokens.map((token) => token.replace(/ /g, "").slice(4));
    expectChances(free, DIGITS, evenly(12, DIGITS));
  });

  it.each(["+1 408 426 9989", "+44 7400 123456", "+49 1512 3456789", "(408) 426-9989"])(
    "telephone numbers, the last five of %s",
    (value) => {
      const tokens = tokensOf(TOKEN.text, FORMAT.phoneNumber, value, true);
      const free = tokens.map((token) => token.replace(/\D/g, "").slice(-5));
      expectChances(free, DIGITS, evenly(5, DIGITS));
    },
  );

  it("IBANs, the last ten", () => {
    const tokens = tokensOf(TOKEN.text, FORMAT.iban, "DE89 3704 0044 0532 0130 00");
    const free = tokens.map((token) => token.replace(/ /g, "").slice(-10));
    expectChances(free, DIGITS, evenly(10, DIGITS));
  });
});
