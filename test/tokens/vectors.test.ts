// Our own vectors, frozen: tokens that callers hold must stay readable, so the construction may
// never change by accident. After a change on purpose there must be a new kind, not new vectors.
import { describe, expect, it } from "vitest";
import { tokenCipher } from "../../src/tokens/cipher/cipher.ts";
import { digitsOf, permuted } from "../../src/tokens/cipher/permutation.ts";
import { FORMS } from "../support/tokens/sample-values.ts";
import vectors from "./vectors.json" with { type: "json" };

const keyOf = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

describe("frozen vectors", () => {
  it.each(vectors.cipher)("encipher id $id under key $key as before", (vector) => {
    const cipher = tokenCipher(keyOf(vector.key));
    expect(cipher.encipher(vector.id)).toEqual(vector.halves);
    expect([...cipher.padding(vector.id, 0)]).toEqual(vector.padding0);
    expect([...cipher.padding(vector.id, 3)]).toEqual(vector.padding3);
  });

  it.each(vectors.freeLength)("spell id $id of $value, $layout, as before", (vector) => {
    const cipher = tokenCipher(keyOf(vector.key));
    const { id, value, layout } = vector;
    expect(FORMS[layout as "shaped" | "opaque"].token(cipher, id, value)).toBe(vector.token);
  });

  it.each(vectors.digits)("number $number of $digits digits is the text it was", (vector) => {
    const cipher = tokenCipher(keyOf(vector.key));
    expect(digitsOf(cipher, vector.number, vector.digits)).toBe(vector.text);
  });

  it.each(vectors.permuted)("place $place of space $space, $size large, is as before", (vector) => {
    const { space, size, place } = vector;
    expect(permuted(tokenCipher(keyOf(vector.key)), space, size, place)).toBe(vector.number);
  });
});
