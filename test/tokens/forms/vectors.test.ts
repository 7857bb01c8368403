// Our own vectors, frozen: tokens that callers hold must stay readable. After a change on purpose there
// must be a new form, not new vectors.
import { describe, expect, it } from "vitest";
import { tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { FORMS } from "../../support/tokens/sample-values.ts";
import vectors from "./vectors.json" with { type: "json" };

describe("frozen vectors", () => {
  it.each(vectors)("$form $id $value", ({ key, id, form, value, token }) => {
    const bytes = Uint8Array.from(key.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    const cipher = tokenCipher(bytes);
    const made = FORMS[form as keyof typeof FORMS];
    expect(made.fits(value)).toBe(true);
    expect(made.token(cipher, id, value)).toBe(token);
    expect(made.read(cipher, token)).toBe(id);
    expect(made.matches(cipher, id, value, token)).toBe(true);
  });
});
