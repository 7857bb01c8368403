// Our own vectors, frozen: tokens that callers hold must stay readable, so the construction may
// never change by accident. After a change on purpose there must be a new kind, not new vectors.
import { describe, expect, it } from "vitest";
import { tokenCipher } from "../../src/tokens/cipher.ts";
import { freeLengthToken, type TokenLayout } from "../../src/tokens/free-length.ts";
import { drawNumericToken } from "../../src/tokens/numeric.ts";
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
    expect(freeLengthToken(cipher, id, value, layout as TokenLayout)).toBe(vector.token);
  });

  it.each(vectors.numeric)("draw $value at attempt $attempt as before", (vector) => {
    let next = 0;
    const counting = (n: number): Uint8Array<ArrayBuffer> =>
      Uint8Array.from({ length: n }, () => (next++ * 37) % 256);
    expect(drawNumericToken(vector.value, vector.attempt, counting)).toBe(vector.token);
  });
});
