// Cutting a text may uncover a token that the whole text did not contain; it is hidden, too.
import { expect, it } from "vitest";
import { literal } from "../../../src/masking/mask/planned-span.ts";
import { hideUncovered } from "../../../src/masking/mask/token-ranges.ts";
import { kindOf } from "../../../src/tokens/kinds.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

it("a token that a cut uncovers is hidden with the rest of its word", () => {
  const vault = new MemoryVault();
  const token = vault.tokenOf("secret", kindOf(0, 4, 0));
  const text = `§ x${token}${token} §`;
  const cut = literal({ start: 2, end: 3 });
  const [first, second, ...others] = hideUncovered(text, [cut], vault.cipher);
  expect([first, others]).toEqual([cut, []]);
  expect(text.slice(second?.start, second?.end)).toBe(token + token);
  expect(hideUncovered(text, [], vault.cipher)).toEqual([]);
});

it("an e-mail token that a cut behind it or behind a backslash uncovers is hidden", () => {
  const vault = new MemoryVault();
  const email = (i: number) => vault.tokenOf(`secret${i}@example.com`, kindOf(0, 2, 2));
  const text = `${email(0)}x10 §`;
  const end = text.length - 5;
  const behind = literal({ start: end, end: end + 3 });
  expect(hideUncovered(text, [behind], vault.cipher)).toEqual([literal({ start: 0, end }), behind]);
  // A first letter that an escape can have is the escape's, until the backslash goes.
  let token = "";
  for (let i = 1; !/^[bfnrt]/.test(token); i++) token = email(i);
  const cut = literal({ start: 0, end: 1 });
  expect(hideUncovered(`\\${token}`, [cut], vault.cipher)).toEqual([
    cut,
    literal({ start: 1, end: 1 + token.length }),
  ]);
});
